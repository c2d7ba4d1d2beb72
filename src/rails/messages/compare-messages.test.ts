import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/support/test-service.ts'
import { readOpenHolds } from '../holds/rail-holds.store.ts'
import type { Link } from '../links/link.ts'
import { linkOf } from '../links/links.ts'
import { mayMessagesLeave } from './compare-messages.ts'
import { handOverMessages } from './hand-over-messages.ts'
import { insertMessages } from './messages.store.ts'

let service: TestService
before(async () => {
  service = await startTestService({ worker: false })
})
after(() => service.stop())

/** A live bank that reaches FedNow by directory. */
async function liveBank(code: string) {
  const { institution } = await service.createTenant(code, { sandbox: false })
  const networks = { FEDNOW: { link: 'Directory', isSigned: false } } as const
  return { ...institution, settings: { ...institution.settings, networks } }
}

test('a live institution hands messages over by directory, and its own evidence holds nothing', async () => {
  const bank = await liveBank('directory')
  const { app } = service
  const message = { rail: 'FEDNOW', messageType: 'pacs.008.001.08', messageId: '1', content: '<a/>' } as const
  const [id] = await app.db.transaction((tx) => insertMessages(tx, bank.tenantId, [message], app.clock.now()))
  const nothing = { onLeft: async () => {}, onExpired: async () => {} }
  assert.equal(await handOverMessages(app, bank, { rail: 'FEDNOW', ...nothing }), 1)
  const link = linkOf(app, bank, 'FEDNOW')!
  const left = await link.left!('1970-01-01T00:00:00Z')
  assert.ok(left.every((one) => one.id === id))
  assert.ok(left.length > 0)
  assert.equal(await mayMessagesLeave(app, bank, { rail: 'FEDNOW', link }), true)
})

test('after a restore, messages that left and the database lacks hold the rails', async () => {
  const bank = await liveBank('restored')
  const { app } = service
  const name = 'restored-00000000-0000-7000-8000-000000000001.xml'
  const id = '00000000-0000-7000-8000-000000000001'
  const link: Link = {
    ...{ recognisesParcels: true, batchSize: 1, handOver: async () => [], take: async () => 0 },
    left: async () => [{ id, name, at: '2026-07-01T10:00:00Z' }],
  }
  assert.equal(await mayMessagesLeave(app, bank, { rail: 'FEDNOW', link }), false)
  const [hold] = await app.db.read((db) => readOpenHolds(db, bank.tenantId))
  assert.deepEqual(
    [hold?.reason, hold?.differences],
    ['DatabaseOlder', [`the message ${name} left at 2026-07-01T10:00:00Z, and the database does not know it`]],
  )
})
