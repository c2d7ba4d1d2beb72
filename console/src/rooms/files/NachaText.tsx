import { Text } from '@mantine/core'
import { useState } from 'react'
import { partsOf } from './nacha.ts'

/** Lines of a file; the field under the pointer or the keyboard focus says what it is. */
export function NachaText({ text }: { text: string }) {
  const [field, setField] = useState('Point at a field to see what it is.')
  const lines = text.split(/\r?\n/).slice(0, MOST_LINES)
  return (
    <>
      <Text size="sm" aria-live="polite" mb={4}>
        {field}
      </Text>
      <pre className="bytes nacha">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <div key={place}>
            {partsOf(line).map(({ name, text: part }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the name is also the title
              <span key={name} title={name} onMouseEnter={() => setField(`${name}: ${part.trim() || 'blank'}`)}>
                {part}
              </span>
            ))}
          </div>
        ))}
      </pre>
      {text.split('\n').length > MOST_LINES && (
        <Text size="sm">The first {MOST_LINES.toLocaleString('en')} lines. Download the file to see the rest.</Text>
      )}
    </>
  )
}

const MOST_LINES = 2_000
