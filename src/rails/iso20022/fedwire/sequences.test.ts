import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { startTestService, type TestService } from '../../../../test/support/test-service.ts'
import { SequenceUsedUp, takeImads } from './sequences.store.ts'

const DAY = { endpoint: 'GIROTEST', cycleDate: Temporal.PlainDate.from('2026-03-10') }

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const tenantId = () => service.tenant.institution.tenantId
const take = (count: number, day = DAY) => service.app.db.transaction((tx) => takeImads(tx, tenantId(), day, count))

test('numbers begin at 1 for each endpoint and cycle day, and go on in order', async () => {
  assert.deepEqual(await take(2), ['20260310GIROTEST000001', '20260310GIROTEST000002'])
  assert.deepEqual(await take(1), ['20260310GIROTEST000003'])
  assert.deepEqual(await take(0), [])
  assert.deepEqual(await take(1, { ...DAY, endpoint: 'GIROTES2' }), ['20260310GIROTES2000001'])
  assert.deepEqual(await take(1, { ...DAY, cycleDate: DAY.cycleDate.add({ days: 1 }) }), ['20260311GIROTEST000001'])
})

test('a transaction that is rolled back leaves no gap', async () => {
  const day = { ...DAY, endpoint: 'ROLLBACK' }
  const failing = service.app.db.transaction(async (tx) => {
    await takeImads(tx, tenantId(), day, 5)
    throw new Error('the node dies')
  })
  await assert.rejects(failing, /the node dies/)
  assert.deepEqual(await take(1, day), ['20260310ROLLBACK000001'])
})

test('transactions at the same time get numbers without a gap or a double', async () => {
  const day = { ...DAY, endpoint: 'PARALLEL' }
  const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(1 + (index % 3), day)))
  const numbers = taken.flat().map((imad) => Number(imad.slice(-6)))
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    numbers.map((_, index) => index + 1),
  )
})

test('the number 999999 is the last of a cycle day', async () => {
  const day = { ...DAY, endpoint: 'LASTDAY1' }
  await take(999_998, day)
  await assert.rejects(take(2, day), SequenceUsedUp)
  assert.deepEqual(await take(1, day), ['20260310LASTDAY1999999'])
  await assert.rejects(take(1, day), SequenceUsedUp)
})
