import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { insertRow } from '../../src/db/rows.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let path: string
before(async () => {
  service = await startTestService()
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  path = `/v2/customers/${customerUID}/notes?page=1&limit=10`
  const note = { tenantId: service.tenant.institution.tenantId, customerId: BigInt(customerUID), author: 'officer' }
  await service.app.db.transaction(async (tx) => {
    for (const writtenOn of ['2026-07-02', '2026-07-01'])
      await insertRow(tx, 'customer_notes', { ...note, writtenOn, content: `Met on ${writtenOn}.` })
  })
})
after(() => service.stop())

const datesFor = async (query: string) =>
  dataOf(await service.call('GET', path + query)).map(({ writtenOn }: { writtenOn: string }) => writtenOn)

test('the notes of a customer are listed from the oldest, with author and content', async () => {
  const reply = await service.call('GET', path)
  const [first] = dataOf(reply)
  const { noteUID, ...note } = first
  assert.match(noteUID, /^[1-9][0-9]*$/)
  assert.deepEqual(note, { writtenOn: '2026-07-01', author: 'officer', content: 'Met on 2026-07-01.' })
  assert.equal(reply.body.pagination.totalRecords, 2)
})

test('fromDate and toDate are inclusive', async () => {
  assert.deepEqual(await datesFor('&fromDate=2026-07-01&toDate=2026-07-02'), ['2026-07-01', '2026-07-02'])
  assert.deepEqual(await datesFor('&fromDate=2026-07-02'), ['2026-07-02'])
  assert.deepEqual(await datesFor('&toDate=2026-07-01'), ['2026-07-01'])
})

test('a toDate before fromDate and a date that does not exist are refused', async () => {
  const refused = { status: 400, code: 'CUST001' }
  const ask = (query: string) => service.call('GET', path + query)
  assertRefused(await ask('&fromDate=2026-07-02&toDate=2026-07-01'), { ...refused, says: 'toDate is before fromDate' })
  assertRefused(await ask('&fromDate=2026-02-30'), { ...refused, says: 'fromDate must be a date' })
})
