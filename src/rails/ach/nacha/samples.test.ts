import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { formatNachaFile } from './format-file.ts'
import { parseNachaFile } from './parse-file.ts'

const folder = process.env['GIRO_RAIL_DATA']
const skip =
  folder !== undefined && existsSync(join(folder, 'ach')) ? false : 'GIRO_RAIL_DATA names no folder with ach/'

function samplesOf(kind: 'valid' | 'invalid'): { name: string; text: string }[] {
  const path = join(folder!, 'ach', kind)
  return readdirSync(path).map((name) => ({ name, text: readFileSync(join(path, name), 'latin1') }))
}

test('every valid sample parses and is written back as the same bytes', { skip }, () => {
  for (const { name, text } of samplesOf('valid')) {
    const parsed = parseNachaFile(text)
    assert.ok(parsed.ok, `${name}: ${parsed.ok ? '' : JSON.stringify(parsed.error)}`)
    assert.equal(formatNachaFile(parsed.file), text, name)
  }
})

test('every invalid sample is refused with a line of the file and a field', { skip }, () => {
  for (const { name, text } of samplesOf('invalid')) {
    const parsed = parseNachaFile(text)
    assert.ok(!parsed.ok, `${name} was accepted`)
    const { line, record, field, reason } = parsed.error
    assert.ok(line >= 1 && line <= text.split('\n').length + 1, `${name}: line ${line}`)
    assert.ok(record !== '' && field !== '' && reason !== '', name)
  }
})
