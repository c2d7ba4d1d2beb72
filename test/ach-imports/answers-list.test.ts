import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { batchHeader, changeBatch, forwardEntry, returnBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import type { TestClient } from '../support/test-service.ts'

let bank: AchBank
let payer: Awaited<ReturnType<AchBank['paid']>>
let files: string[]

/** A return of the payment in one file; a change and an acknowledgement in a later one. */
before(async () => {
  bank = await openAchBank()
  payer = await bank.paid()
  const { sent } = payer
  const settlesOn = bank.today()
  const first = await bank.receives([returnBatch(sent, 'R03', { sequence: 1, settlesOn })])
  bank.clock.advance({ seconds: 1 })
  const ack = { transactionCode: '24', amountCents: 0n, individualIdentification: '061099990009999' }
  const second = await bank.receives([
    changeBatch(sent, 'C04', 'ADA LUNDGREN', { sequence: 2, settlesOn }),
    { header: batchHeader(settlesOn, { serviceClass: '220', secCode: 'ACK' }), entries: [forwardEntry(3, ack)] },
  ])
  files = [first.file.id, second.file.id]
})
after(() => bank.service.stop())

const list = (query: string, client?: TestClient) =>
  bank.service.call('GET', `/v1/institution/ach-answers?${query}`, undefined, client ? { client } : {})
const traces = async (query: string): Promise<string[]> =>
  dataOf(await list(query)).map(({ traceNumber }: { traceNumber: string }) => traceNumber.slice(-1))

test('answers are listed newest first, by every filter, and page by page', async () => {
  const all = await traces('page=1&limit=10')
  assert.deepEqual(all.toSorted(), ['1', '2', '3'])
  assert.equal(all.at(-1), '1', 'the oldest is last')
  const pages = [await traces('page=1&limit=2'), await traces('page=2&limit=2'), await traces('page=3&limit=2')]
  assert.deepEqual(pages.flat(), all)
  const { pagination } = (await list('page=2&limit=2')).body
  assert.deepEqual([pagination.totalRecords, pagination.returnedRecords], [3, 1])
  const found = {
    'kind=Return': ['1'],
    'kind=Change': ['2'],
    'outcome=Exception': ['3'],
    [`fileUID=${files[0]}`]: ['1'],
    [`paymentUID=${payer.paymentUID}&kind=Change`]: ['2'],
    'kind=Return&outcome=Exception': [],
  }
  for (const [filter, expected] of Object.entries(found))
    assert.deepEqual(await traces(`page=1&limit=10&${filter}`), expected, filter)
  assert.deepEqual((await traces(`page=1&limit=10&paymentUID=${payer.paymentUID}`)).toSorted(), ['1', '2'])
})

test('an answer shows its entry, its payment, what became of it and why', async () => {
  const [answer] = dataOf(await list('page=1&limit=10&kind=Return'))
  const { kind, code, outcome, amount, direction, paymentUID, fileUID, originalTraceNumber, otherDfi } = answer
  assert.deepEqual(
    [kind, code, outcome, amount, direction, paymentUID, fileUID, originalTraceNumber, otherDfi],
    [
      ...['Return', 'R03', 'Applied', '40.00', 'Credit', payer.paymentUID, files[0]],
      ...[payer.sent.traceNumber, payer.sent.receivingRouting.slice(0, 8)],
    ],
  )
  const [change] = dataOf(await list('page=1&limit=10&kind=Change'))
  assert.deepEqual([change.code, change.correctedData, change.contactUID], ['C04', 'ADA LUNDGREN', payer.contactUID])
  const [exception] = dataOf(await list('page=1&limit=10&outcome=Exception'))
  assert.match(exception.reason, /no entry with the trace number 061099990009999/)
})

test('bad filters are refused by name, and no page is unbounded', async () => {
  for (const query of ['kind=Letter', 'outcome=Lost', 'paymentUID=1', 'fileUID=x', 'page=0', 'limit=100000']) {
    const whole = query.startsWith('page') ? `limit=10&${query}` : query.startsWith('limit') ? `page=1&${query}` : query
    const reply = await list(whole)
    assert.equal(reply.status, 400, query)
    assert.match(JSON.stringify(reply.body), new RegExp(query.split('=')[0]!), query)
  }
})

test('another institution sees none, and neither does a customer or a client without the entitlement', async () => {
  const { client: stranger } = await bank.service.createTenant('another')
  assert.deepEqual(dataOf(await list('page=1&limit=10', stranger)), [])
  assert.deepEqual(dataOf(await list(`page=1&limit=10&paymentUID=${payer.paymentUID}`, stranger)), [])
  const customer = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  assert.equal((await list('page=1&limit=10', customer)).status, 403)
  const entitlements = ENTITLEMENTS.filter((one) => one !== 'Institution.View_Institution')
  const limited = await bank.service.createClient(bank.service.tenant, { entitlements })
  assert.equal((await list('page=1&limit=10', limited)).status, 403)
})
