import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkedLink, readMessageSchemas } from './checked-link.ts'
import type { Delivery, Link, Parcel } from './link.ts'

const VALID = '<A xmlns="urn:a">a</A>'
const INVALID = '<A xmlns="urn:a">b</A>'
const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><xs:element name="A">
  <xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a"/></xs:restriction></xs:simpleType>
</xs:element></xs:schema>`

function parcelOf(id: string, content: string, more: Partial<Parcel> = {}): Parcel {
  const names = { messageType: 'a', messageId: id, paymentId: null }
  const claim = { token: 1, openTokens: [], isRepeated: false, mayLeave: true }
  return { id, rail: 'FEDNOW', ...names, content: Buffer.from(content), ...claim, ...more }
}

/** A link that remembers what it carries, and brings two messages. */
function linkWith(carried: string[]): Link {
  return {
    recognisesParcels: true,
    batchSize: 7,
    async handOver(parcels) {
      carried.push(...parcels.map(({ id }) => id))
      return parcels.map(({ id }) => ({ kind: 'left', evidence: id }))
    },
    async take(_, keep) {
      const contents = [VALID, INVALID].map((text) => Buffer.from(text))
      await keep(contents.map((content, at) => ({ name: String(at), content, sizeBytes: content.length })))
      return contents.length
    },
  }
}

async function withSchemas(
  use: (schemas: NonNullable<ReturnType<ReturnType<typeof readMessageSchemas>>>) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'giro-schemas-'))
  try {
    assert.throws(() => readMessageSchemas(folder), /has none of the folders FEDWIRE, FEDNOW/)
    await mkdir(join(folder, 'FEDNOW'))
    await writeFile(join(folder, 'FEDNOW', 'a.xsd'), SCHEMA)
    const schemas = readMessageSchemas(folder)
    assert.equal(schemas('RTP'), undefined)
    await use(schemas('FEDNOW')!)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('what does not conform to the schemas of its network stays; the rest leaves, in its order', async () => {
  await withSchemas(async (schemas) => {
    const carried: string[] = []
    const link = checkedLink(linkWith(carried), schemas)
    const outcomes = await link.handOver(
      [parcelOf('1', VALID), parcelOf('2', INVALID), parcelOf('3', VALID)],
      () => true,
    )
    assert.deepEqual(carried, ['1', '3'])
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['left', 'refused', 'left'],
    )
    assert.match(outcomes[1]!.kind === 'refused' ? outcomes[1]!.why : '', /the schema of FEDNOW refuses it: .*'b'/s)
  })
})

test('of what may have left before, the link finds out whether it has', async () => {
  await withSchemas(async (schemas) => {
    const carried: string[] = []
    const link = checkedLink(linkWith(carried), schemas)
    await link.handOver(
      [parcelOf('1', INVALID, { openTokens: [1] }), parcelOf('2', INVALID, { mayLeave: false })],
      () => true,
    )
    assert.deepEqual(carried, ['1', '2'])
  })
})

test('what comes in and does not conform is kept, and not read', async () => {
  await withSchemas(async (schemas) => {
    const kept: Delivery[] = []
    const taken = await checkedLink(linkWith([]), schemas).take(10, async (deliveries) => void kept.push(...deliveries))
    assert.equal(taken, 2)
    assert.equal(kept[0]!.refusal, undefined)
    assert.match(kept[1]!.refusal!.why, /does not conform to its schema/)
    assert.equal(kept[1]!.content!.toString(), INVALID)
  })
})
