import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { type BreakingDatabase, startBreakingDatabase } from '../support/breaking-database.ts'
import { manualTime } from '../support/manual-time.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let payer: Payer
/** Counts the messages to the database on their way. */
let proxy: BreakingDatabase
before(async () => {
  const reach = async (url: string) => {
    proxy = await startBreakingDatabase(url)
    return proxy.url
  }
  // The service reads nothing by itself while the time stands still.
  service = await startTestService({ worker: false, reach, time: manualTime() })
  payer = await createPayer(service)
})
after(async () => {
  await service.stop()
  await proxy.close()
})

/** The fewest of some runs: what a run wakes can send messages of its own. */
async function fewest(work: () => Promise<unknown>, prepare: () => Promise<unknown> = async () => {}): Promise<number> {
  const counts: number[] = []
  for (let run = 0; run < 4; run++) {
    await prepare()
    const before = proxy.messages()
    await work()
    counts.push(proxy.messages() - before)
  }
  return Math.min(...counts)
}

const pay = async () => dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
const get = (path: string) => async () => dataOf(await service.call('GET', path))

test('a payment and a read send as many messages after the worker used their connection as before', async () => {
  const { paymentUID } = await pay()
  /** As a sweep does on the connection that was used last. */
  const workerLooks = () => service.app.db.read((db) => db.query('select from institutions'))
  for (const work of [pay, get(`/payments/${paymentUID}`)]) {
    const alone = await fewest(work)
    assert.ok(alone > 0)
    assert.equal(await fewest(work, workerLooks), alone)
  }
})

test('a search reads its page and its total together, and the days with the institution', async () => {
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const { paymentUID } = await pay()
  const { paymentDate } = await get(`/payments/${paymentUID}`)()
  const search = '/v3/payments/search?limit=1'
  const dates = `fromDate=${paymentDate}&toDate=${paymentDate}`
  const find = async (query: string, options = {}) => {
    const { status, body } = await service.call('GET', `${search}&${query}`, undefined, options)
    assert.equal(status, 200)
    assert.match(JSON.stringify(body), /"paymentUID"/i)
  }
  // Begin with the institution; ids with the total; rows; commit.
  assert.equal(await fewest(() => find('currency=USD')), 4)
  assert.equal(await fewest(() => find(dates)), 4)
  assert.equal(await fewest(() => find(dates, { client })), 5, 'and the senders, who depend on the institution')
})

test('the first page of the transactions of an account comes with the account', async () => {
  const path = `/v3/accounts/${payer.accountUID}/transactions`
  // Begin with account and entries; what is behind the entries; commit.
  assert.equal(await fewest(get(path)), 3)
  assert.equal(await fewest(get(`${path}?fromDate=2026-01-01`)), 5)
})
