import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import type { NewMessage } from '../network.ts'
import { findMessage, findSent, insertMessages, readContent } from './messages.store.ts'
import { claimMessages, giveBack, markInDoubt, markLeft } from './outgoing.store.ts'
import { claimReceived, keepReceived, markAllProcessed, markDouble } from './received.store.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

const now = () => service.app.clock.now()

const message = (messageId: string, more: Partial<NewMessage> = {}): NewMessage => ({
  ...{ rail: 'FEDWIRE', messageType: 'pacs.008.001.08', messageId, content: `<Document>${messageId} é</Document>` },
  ...more,
})
async function bank(code: string): Promise<bigint> {
  return (await service.createTenant(code)).institution.tenantId
}
const insert = (tenantId: bigint, messages: readonly NewMessage[]) =>
  service.app.db.transaction((tx) => insertMessages(tx, tenantId, messages, now()))
const claim = (tenantId: bigint, { limit = 10, leaseMs = 10_000, claimedBy = 'one' } = {}) =>
  service.app.db.transaction((tx) => claimMessages(tx, tenantId, { rail: 'FEDWIRE', claimedBy, leaseMs, limit }, now()))
const keep = (tenantId: bigint, contents: readonly string[]) => {
  const arrived = contents.map((content) => ({ content: Buffer.from(content) }))
  return service.app.db.transaction((tx) => keepReceived(tx, tenantId, { rail: 'FEDWIRE', arrived }, now()))
}
const find = async (tenantId: bigint, id: string) => (await service.app.db.read((db) => findMessage(db, tenantId, id)))!

test('messages are claimed in the order in which they were stored, with their bytes, each by one worker', async () => {
  const tenantId = await bank('order')
  await insert(
    tenantId,
    ['1', '2', '3'].map((id) => message(id)),
  )
  await insert(tenantId, [message('4'), message('5', { rail: 'SWIFT' })])
  const first = await claim(tenantId, { limit: 2 })
  const second = await claim(tenantId)
  assert.deepEqual(
    [first, second].map((some) => some.map(({ messageId }) => messageId)),
    [
      ['1', '2'],
      ['3', '4'],
    ],
  )
  assert.equal(Buffer.from(first[0]!.content).toString(), '<Document>1 é</Document>')
  assert.deepEqual(await claim(tenantId), [])
})

test('a claim that ended is taken over with a higher token, and its holder confirms nothing any more', async () => {
  const tenantId = await bank('fencing')
  await insert(tenantId, [message('1')])
  const [slow] = await claim(tenantId, { leaseMs: 0 })
  const [next] = await claim(tenantId, { claimedBy: 'two' })
  assert.deepEqual([slow!.token, next!.token, next!.openTokens], [1, 2, [1]])
  const { db } = service.app
  const left = (claim: typeof slow) =>
    db.transaction((tx) => markLeft(tx, tenantId, [{ ...claim!, evidence: 'e' }], now()))
  assert.deepEqual(await left(slow), new Set())
  assert.deepEqual(await db.transaction((tx) => markInDoubt(tx, tenantId, [{ ...slow!, doubt: 'd' }])), new Set())
  assert.deepEqual(await left(next), new Set([next!.id]))
  assert.equal((await find(tenantId, next!.id)).status, 'HandedOver')
})

test('what the transport refused waits before it is claimed again; what only stayed does not', async () => {
  const tenantId = await bank('refused')
  await insert(tenantId, [message('1'), message('2')])
  const [refused, stayed] = await claim(tenantId)
  await service.app.db.transaction((tx) => giveBack(tx, tenantId, [{ ...refused!, retryInSeconds: 60 }, stayed!]))
  const again = await claim(tenantId)
  assert.deepEqual(
    again.map(({ messageId, openTokens, attempts }) => [messageId, openTokens, attempts]),
    [['2', [], 0]],
  )
})

test('an id of a message is sent once; a copy by the rules of the network is another one', async () => {
  const tenantId = await bank('ids')
  await insert(tenantId, [message('1')])
  await assert.rejects(insert(tenantId, [message('1')]), /rail_messages_sent_id/)
  await insert(tenantId, [message('1', { copy: 1, content: 'copy' })])
  assert.equal((await service.app.db.read((db) => findSent(db, tenantId, 'FEDWIRE', '1')))?.content, 'copy')
})

test('the same bytes are kept once: what comes again, at once or later, is a double of the first', async () => {
  const tenantId = await bank('doubles')
  const [first, double] = await keep(tenantId, ['same', 'same', 'other'])
  const [later] = await keep(tenantId, ['same'])
  const claimed = await service.app.db.transaction((tx) => claimReceived(tx, tenantId, 'FEDWIRE', 10))
  assert.deepEqual(
    claimed.map(({ id, doubleOf, content }) => [id, doubleOf, content.toString()]),
    [
      [first, null, 'same'],
      [double, first, 'same'],
      [claimed[2]!.id, null, 'other'],
      [later, first, 'same'],
    ],
  )
  const read = await service.app.db.read(async (db) => readContent(db, await find(tenantId, later!)))
  assert.equal(read.toString(), 'same')
})

test('bytes that are no text are kept as they came, and the database shows none in the clear', async () => {
  const tenantId = await bank('bytes')
  const content = Buffer.from([0, 255, 254, 60, 0, 80, 65, 85, 76])
  const [id] = await service.app.db.transaction((tx) =>
    keepReceived(tx, tenantId, { rail: 'SWIFT', arrived: [{ content }] }, now()),
  )
  const row = await find(tenantId, id!)
  assert.deepEqual(await service.app.db.read((db) => readContent(db, row)), content)
  const [stored] = await service.query<{ sealed: Buffer }>('select sealed from rail_messages where id = $1', [id])
  assert.ok(!stored!.sealed.includes('PAUL'))
})

test('two messages of one id are processed once; the second is a double', async () => {
  const tenantId = await bank('processed')
  const [first, second] = await keep(tenantId, ['one', 'two'])
  const read = { messageType: 'pacs.002.001.10', messageId: 'same', uetr: randomUUID() }
  const { db } = service.app
  await db.transaction((tx) => markAllProcessed(tx, tenantId, [{ id: first!, read }], now()))
  await assert.rejects(
    db.transaction((tx) => markAllProcessed(tx, tenantId, [{ id: second!, read }], now())),
    /processed_id/,
  )
  await db.transaction((tx) => markDouble(tx, tenantId, second!, { read, doubleOf: first! }, now()))
  assert.deepEqual(await find(tenantId, second!).then(({ status, doubleOf }) => [status, doubleOf]), ['Double', first])
})
