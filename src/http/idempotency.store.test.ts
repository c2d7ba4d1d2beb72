import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../test/support/test-bank.ts'
import { fixedClock } from '../kernel/clock.ts'
import { claimKey, keepAnswer, purgeExpiredKeys } from './idempotency.store.ts'
import { fingerprintOf } from './idempotency.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()
const answer = { status: 201, response: { data: { id: '1' } }, etag: '"1"' }

let bank: TestBank
before(async () => {
  bank = await openTestBank(now)
})
after(() => bank.close())

const scope = (operation = 'createCustomer', clientId = 'client') => ({
  tenantId: bank.institution.tenantId,
  clientId,
  operation,
})
const claim = (key: string, body: unknown = {}) => ({ key, fingerprint: fingerprintOf(body) })

const take = (key: string, to = scope()) => bank.db.transaction((tx) => claimKey(tx, to, claim(key), now))
const takeAndAnswer = (key: string) =>
  bank.db.transaction(async (tx) => {
    const taken = await claimKey(tx, scope(), claim(key), now)
    await keepAnswer(tx, scope(), key, answer)
    return taken
  })

test('claimKey: the first request takes the key, the second gets the reply to the first', async () => {
  assert.equal(await takeAndAnswer('a'), 'taken')
  assert.deepEqual(await take('a'), { fingerprint: fingerprintOf({}).text, ...answer })
})

test('claimKey: a key belongs to one client and one operation', async () => {
  assert.equal(await takeAndAnswer('b'), 'taken')
  assert.equal(await take('b', scope('createContact')), 'taken')
  assert.equal(await take('b', scope('createCustomer', 'other')), 'taken')
})

test('claimKey: a rolled back request has not taken the key', async () => {
  const failed = bank.db.transaction(async (tx) => {
    await claimKey(tx, scope(), claim('c'), now)
    throw new Error('failed')
  })
  await assert.rejects(failed, /failed/)
  assert.equal(await take('c'), 'taken')
})

test('claimKey: of many concurrent requests one takes the key, and the others wait for its reply', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => takeAndAnswer('d').catch(() => 'failed')))
  assert.equal(all.filter((outcome) => outcome === 'taken').length, 1)
  assert.equal(all.filter((outcome) => typeof outcome === 'object').length, 7)
})

test('purgeExpiredKeys: a key is kept for at least a day and deleted after it expires, in bounded batches', async () => {
  await bank.db.read((db) => db.query('delete from idempotency_keys where tenant_id = $1', [bank.institution.tenantId]))
  for (const key of ['e', 'f', 'g']) await takeAndAnswer(key)
  const purge = (hours: number, limit = 10) =>
    bank.db.transaction((tx) => purgeExpiredKeys(tx, bank.institution.tenantId, now.add({ hours }), limit))
  assert.equal(await purge(24), 0)
  assert.equal(await purge(48), 0)
  assert.equal(await purge(49, 2), 2)
  assert.equal(await purge(49, 2), 1)
  assert.equal(await purge(49, 2), 0)
})

test('purgeExpiredKeys: the key of a payment never expires', async () => {
  await bank.db.read((db) =>
    db.query(
      `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, created_at)
       values ($1, 'client', 'createCreditPayment', 'h', '{}', $2)`,
      [bank.institution.tenantId, now.toString()],
    ),
  )
  const later = now.add({ hours: 24 * 365 * 50 })
  assert.equal(await bank.db.transaction((tx) => purgeExpiredKeys(tx, bank.institution.tenantId, later, 10)), 0)
})
