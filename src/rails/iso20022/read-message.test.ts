import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readHeader, readMessage } from './read-message.ts'
import { writeMessage } from './write-message.ts'

const folder = join(process.env['GIRO_RAIL_DATA'] ?? '', 'samples', 'fednow')
const withSamples = { skip: existsSync(folder) ? false : 'GIRO_RAIL_DATA names no folder with samples/fednow' }

test('every published message reads, and written again reads as the same', withSamples, () => {
  for (const name of readdirSync(folder)) {
    if (name === 'envelope-msgdefidr-mismatch.xml' || name === 'head001-valid.xml') continue
    const read = readMessage(readFileSync(join(folder, name)))
    assert.ok(read.ok, `${name}: ${JSON.stringify(read)}`)
    const { type, document, header, envelope } = read.value
    const written = writeMessage(type, document, header && envelope && { header, envelope })
    assert.ok(written.ok, `${name}: ${JSON.stringify(written)}`)
    assert.deepEqual(readMessage(written.value), read, name)
  }
})

test('a header that comes alone reads, with a byte order mark before it', withSamples, () => {
  const header = readHeader(readFileSync(join(folder, 'head001-valid.xml')))
  assert.equal(header.ok && header.value.content.BizMsgIdr, 'B20260702FIXTURE00000000000001')
})

test('a header that names another message is refused by its path, and is known to the refusal', withSamples, () => {
  const read = readMessage(readFileSync(join(folder, 'envelope-msgdefidr-mismatch.xml')))
  assert.equal(read.ok, false)
  const { path, why, header, type } = read.refusal
  assert.match(path, /\/AppHdr\/MsgDefIdr$/)
  assert.match(why, /pacs\.002\.001\.10.*pacs\.008\.001\.08/)
  assert.equal(type, 'pacs.008.001.08')
  assert.equal(header?.content.BizMsgIdr, 'B20260702FIXTURE00000000000001')
})
