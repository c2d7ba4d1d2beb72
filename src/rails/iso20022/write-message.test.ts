import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import { assertValid, type SchemaSet, schemaFolder, withSchemas } from '../../../test/support/iso20022/schemas.ts'
import { type Shape, valuesOf } from '../../../test/support/iso20022/values.ts'
import { type DocumentOf, descriptionOf, MESSAGE_TYPES, type MessageType } from './messages.ts'
import { readMessage } from './read-message.ts'
import { writeRtp } from './rtp/envelope.ts'
import { rtpAdminId, rtpIds } from './rtp/ids.ts'
import { writeMessage } from './write-message.ts'

for (const type of MESSAGE_TYPES) {
  test(
    `${type}: the smallest message, and one with every element, conform to the schema and read back`,
    withSchemas,
    () => {
      proveOne(type, { optional: 'none' }, 20)
      for (let choice = 0; choice < widestChoice(type); choice += 1) proveOne(type, { optional: 'all', choice }, 1)
    },
  )

  test(`${type}: messages of every shape conform to the schema and read back`, withSchemas, () => {
    proveOne(type, { optional: 'some' }, 60)
  })
}

function proveOne(type: MessageType, shape: Shape, numRuns: number): void {
  const schemas = schemasOf(type)
  const property = fc.property(valuesOf(descriptionOf(type), shape), (document) => {
    const written = writeMessage(type, document as DocumentOf<typeof type>)
    assert.ok(written.ok, JSON.stringify(written))
    if (schemas) assertValid(written.value, { network: schemas })
    if (type.startsWith('admn.')) assertValidOverRtp(type, document as DocumentOf<typeof type>)
    const read = readMessage(written.value, { maxBytes: 64 * 1024 * 1024, maxElements: 1_000_000 })
    assert.ok(read.ok, JSON.stringify(read))
    assert.deepEqual(read.value.document, document)
  })
  fc.assert(property, { numRuns, endOnFailure: true })
}

/**
 * The schemas of admn messages are only in the form of RTP's envelope, which asks for ids of its
 * own form.
 */
function assertValidOverRtp<Type extends MessageType>(type: Type, document: DocumentOf<Type>): void {
  const participant = '061099995A1'
  const now = Temporal.Instant.from('2026-07-01T14:00:00Z')
  const messageId = rtpAdminId(participant, 'any', now)
  const ids: Record<string, string> = { MsgId: messageId, InstrId: rtpIds(participant, 'any', now).instructionId }
  const own = JSON.parse(JSON.stringify(document), (tag, value) => ids[tag] ?? value)
  const written = writeRtp(type, own, { messageId, participant, now })
  assert.ok(written.ok, JSON.stringify(written))
  assertValid(written.value, { network: 'rtp' })
}

/**
 * The schemas of ISO 20022, where they are published. Those of camt.035, camt.110, camt.111 and
 * remt.001 are published only as a network narrows them: `messages.test.ts` compares them.
 */
function schemasOf(type: MessageType): SchemaSet | undefined {
  return (['base', 'fednowBase'] as const).find((set) => existsSync(join(schemaFolder(set), `${type}.xsd`)))
}

/** So many rounds choose every member of every choice. */
function widestChoice(type: MessageType): number {
  const seen = new Set<object>()
  const widest = (description: ReturnType<typeof descriptionOf>): number => {
    if (!('members' in description) || seen.has(description)) return 0
    seen.add(description)
    const own = description.kind === 'choice' ? description.members.length : 1
    return Math.max(own, ...description.members.map((member) => widest(member.type)))
  }
  return widest(descriptionOf(type))
}
