import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'

/** An ISO 20022 message as a tree, element by element, or as it was sent. */
export function XmlTree({ text }: { text: string }) {
  const [isRaw, setRaw] = useState(false)
  const root = useMemo(() => parse(text), [text])
  return (
    <>
      <Group mb="xs">
        <Button size="xs" variant="default" onClick={() => setRaw(!isRaw)} disabled={!root}>
          {isRaw ? 'As a tree' : 'As sent'}
        </Button>
      </Group>
      {isRaw || !root ? <pre className="bytes">{text}</pre> : <Element of={root} />}
    </>
  )
}

function parse(text: string): globalThis.Element | undefined {
  const document = new DOMParser().parseFromString(text, 'application/xml')
  return document.querySelector('parsererror') ? undefined : document.documentElement
}

function Element({ of }: { of: globalThis.Element }) {
  const children = [...of.children]
  const attributes = [...of.attributes].filter(({ name }) => !name.startsWith('xmlns'))
  const head = (
    <>
      <code>{of.localName}</code>
      {attributes.map(({ name, value }) => (
        <small key={name} className="muted">
          {' '}
          {name}={value}
        </small>
      ))}
    </>
  )
  if (children.length === 0) {
    return (
      <div className="xml-leaf">
        {head} <strong>{of.textContent}</strong>
      </div>
    )
  }
  return (
    <details open className="xml">
      <summary>{head}</summary>
      {children.map((child, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message that was sent does not change
        <Element key={`${child.localName} ${place}`} of={child} />
      ))}
    </details>
  )
}
