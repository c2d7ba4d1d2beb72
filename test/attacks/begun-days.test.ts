import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { falsify } from '../support/falsify.ts'
import { type LedgerBank, openLedgerBank } from '../support/ledger-bank.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// A setting with dates is changed while a day goes on, or after it. What has begun or is over stays
// as it was: its entries, its balances, its end, and what one person may still do on it.

/** A Wednesday, 10:00 in New York. July 4 is a Saturday and not observed. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)
let service: TestService
let owner: pg.Client
before(async () => {
  service = await startTestService({ clock, worker: false })
  owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.stop()
})
beforeEach(() => clock.set(START))

let banks = 0
const open = () => openLedgerBank(service, clock, `begun${++banks}`, { sandbox: true, balance: 1000 })
const change = ({ call }: LedgerBank, body: object) => call('PUT', '/v1/institution', body)
const refused = async (bank: LedgerBank, body: object, says: string) =>
  assertRefused(await change(bank, body), { status: 400, code: 'INST001', says })

const deposit = async ({ call, payer }: LedgerBank, amount: number, at: string) => {
  clock.set(at)
  const body = { direction: 'Credit', amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  return call('POST', `/v1/institution/accounts/${payer.accountUID}/adjustments`, body)
}
const balancesAt = async ({ call, payer }: LedgerBank, at: string): Promise<Record<string, string>> => {
  const { businessDate, balances } = dataOf(await call('GET', `/v3/accounts/${payer.accountUID}/balances?at=${at}`))
  const typed = balances.map(({ type, amount }: Record<string, string>) => [type, amount])
  return { businessDate, ...Object.fromEntries(typed) }
}
const daysOf = async ({ call }: LedgerBank): Promise<string[]> =>
  dataOf(await call('GET', '/v1/institution/ledger/days?page=1&limit=10')).map(
    ({ businessDate, status }: Record<string, string>) => `${businessDate} ${status}`,
  )
const filesOf = async ({ call }: LedgerBank): Promise<string[]> =>
  dataOf(await call('GET', '/v1/institution/ledger/exports?page=1&limit=10')).map(
    ({ businessDate }: Record<string, string>) => businessDate,
  )

async function verified({ tenant }: LedgerBank): Promise<string[]> {
  const said: string[] = []
  await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line))
  return said.filter((line) => !/accounts, |^No differences|^\d+ differences/.test(line))
}

test('a day is not closed while it goes on, and opens the next day with what it closed with', async () => {
  const bank = await open()
  await deposit(bank, 162, '2026-07-01T15:00:00.000Z')
  clock.set('2026-07-01T16:00:00.000Z')
  await refused(bank, { closedDays: ['2026-07-01'] }, 'closedDays cannot close 2026-07-01')
  dataOf(await change(bank, { closedDays: ['2026-07-03'] }))
  await bank.workAt('2026-07-03T12:00:00.000Z')
  assert.deepEqual(await daysOf(bank), ['2026-07-06 Open', '2026-07-02 Closed', '2026-07-01 Closed'])
  const [first, second] = [
    await balancesAt(bank, '2026-07-01T15:00:00.000Z'),
    await balancesAt(bank, '2026-07-02T15:00:00.000Z'),
  ]
  assert.deepEqual([first['CLBD'], second['OPBD']], ['1162.00', '1162.00'])
  assert.deepEqual(await verified(bank), [])
})

test('a day that begins on the evening before, or on a weekend, is not closed either', async () => {
  const bank = await open()
  dataOf(await change(bank, { books: { closeTime: '18:00' } }))
  clock.set('2026-07-02T21:59:00.000Z') // Thursday, a minute before its end
  await refused(bank, { closedDays: ['2026-07-03'] }, 'the business day 2026-07-03 has begun')
  clock.set('2026-07-02T21:58:59.000Z')
  dataOf(await change(bank, { closedDays: ['2026-07-03'] }))
  await deposit(bank, 5, '2026-07-04T14:00:00.000Z') // Saturday: of Monday
  await refused(bank, { closedDays: ['2026-07-03', '2026-07-06'] }, 'closedDays cannot close 2026-07-06')
  dataOf(await change(bank, { closedDays: ['2026-07-03', '2026-07-07'] }))
  await bank.workAt('2026-07-08T23:00:00.000Z')
  assert.deepEqual((await filesOf(bank)).toSorted(), ['2026-07-01', '2026-07-02', '2026-07-06', '2026-07-08'])
  assert.deepEqual(await verified(bank), [])
})

test('a closed day that is over stays closed, whatever the list says', async () => {
  const bank = await open()
  dataOf(await change(bank, { closedDays: ['2026-07-02', '2026-07-10'] }))
  clock.set('2026-07-02T16:00:00.000Z')
  await refused(bank, { closedDays: ['2026-07-10'] }, 'closedDays must name 2026-07-02, which is closed')
  await bank.workAt('2026-07-03T16:00:00.000Z')
  const kept = dataOf(await change(bank, { closedDays: ['2026-07-13'] })).closedDays
  assert.deepEqual(kept, ['2026-07-02', '2026-07-13'])
  await bank.workAt('2026-07-14T12:00:00.000Z')
  const files = (await filesOf(bank)).toSorted()
  assert.deepEqual(
    files.filter((day) => day < '2026-07-04' || day > '2026-07-09'),
    ['2026-07-01', '2026-07-03', '2026-07-10'],
  )
  const never = ['2026-06-29', '2026-07-02', '2026-07-09']
  await refused(bank, { closedDays: never }, 'closedDays cannot close 2026-06-29')
  await refused(bank, { closedDays: never }, 'closedDays cannot close 2026-07-09')
  assert.deepEqual(await verified(bank), [])
})

test('a new closing time is for the days that have not begun', async () => {
  const bank = await open()
  await deposit(bank, 1, '2026-07-01T23:00:00.000Z')
  dataOf(await change(bank, { books: { closeTime: '18:00' } }))
  await deposit(bank, 2, '2026-07-01T23:30:00.000Z')
  assert.equal((await balancesAt(bank, '2026-07-01T23:30:00.000Z'))['businessDate'], '2026-07-01')
  await deposit(bank, 4, '2026-07-02T21:00:00.000Z')
  dataOf(await change(bank, { books: { closeTime: null } }))
  await deposit(bank, 8, '2026-07-02T22:00:00.000Z') // 18:00: it ends as it began
  await bank.workAt('2026-07-06T12:00:00.000Z')
  const closings = await Promise.all(
    ['2026-07-01T15:00:00.000Z', '2026-07-02T15:00:00.000Z', '2026-07-03T15:00:00.000Z'].map(
      async (at) => (await balancesAt(bank, at))['CLBD'],
    ),
  )
  assert.deepEqual(closings, ['1003.00', '1007.00', '1015.00'])
  assert.deepEqual(await verified(bank), [])
})

test('a closing time gives nobody another amount of the day', async () => {
  const bank = await open()
  const caps = [{ currency: 'USD', perBooking: 100, perDay: 100 }]
  dataOf(await change(bank, { adjustmentCaps: caps }))
  dataOf(await deposit(bank, 90, '2026-07-02T15:00:00.000Z'), 201)
  for (const closeTime of ['11:00', '00:00', null]) {
    dataOf(await change(bank, { books: { closeTime } }))
    assertRefused(await deposit(bank, 90, '2026-07-02T15:30:00.000Z'), {
      status: 402,
      code: 'ACC001',
      says: '2026-07-02',
    })
  }
})

test('the time zone changes only while it is the same date in both', async () => {
  const bank = await open()
  clock.set('2026-07-02T02:00:00.000Z') // July 1, 22:00 in New York
  await refused(bank, { timeZone: 'Asia/Tokyo' }, 'where it is 2026-07-02: in America/New_York it is 2026-07-01')
  await refused(bank, { timeZone: 'Europe/Berlin' }, 'Change it from 2026-07-02T04:00:00Z on')
  clock.set('2026-07-02T05:00:00.000Z') // July 2, 01:00 in New York
  await refused(bank, { timeZone: 'America/Los_Angeles' }, 'Change it from 2026-07-02T07:00:00Z on')
  await deposit(bank, 3, '2026-07-02T14:00:00.000Z')
  dataOf(await change(bank, { timeZone: 'Asia/Tokyo' }))
  await deposit(bank, 4, '2026-07-02T15:30:00.000Z') // July 3 in Tokyo; the business day goes on
  assert.equal((await balancesAt(bank, '2026-07-02T15:30:00.000Z'))['businessDate'], '2026-07-02')
  await bank.workAt('2026-07-06T12:00:00.000Z')
  const [thursday, friday] = [
    await balancesAt(bank, '2026-07-02T15:30:00.000Z'),
    await balancesAt(bank, '2026-07-03T10:00:00.000Z'),
  ]
  assert.deepEqual([thursday['CLBD'], friday['businessDate'], friday['OPBD']], ['1007.00', '2026-07-03', '1007.00'])
  assert.deepEqual(await verified(bank), [])
})

test('a change that a second person approves is asked when it applies', async () => {
  const bank = await open()
  dataOf(await change(bank, { dualControl: true }))
  const { approvalUID } = dataOf(await change(bank, { closedDays: ['2026-07-02'] }), 202)
  clock.set('2026-07-02T14:00:00.000Z')
  const approver = await service.createClient(bank.tenant, {})
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = dataOf(await service.call('GET', path, undefined, { client: approver }))
  const reply = await service.call('PUT', `${path}/approve`, { contentHash }, { client: approver })
  assertRefused(reply, { status: 409, code: 'APPROVAL001', says: 'closedDays cannot close 2026-07-02' })
})

test('a rate that is set later says nothing of a day that was closed', async () => {
  const bank = await open()
  const rate = (mid: number, asOf: string) => ({
    rates: [{ baseCcy: 'EUR', quoteCcy: 'USD', bid: mid, mid, ask: mid, asOf }],
  })
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', rate(1.1, '2026-07-01T13:00:00.000Z')))
  await bank.workAt('2026-07-02T12:00:00.000Z')
  const before = (await filesOf(bank)).length
  dataOf(await bank.call('PUT', '/v1/institution/fx/rates', rate(1.2, '2026-07-01T20:00:00.000Z')))
  const future = await bank.call('PUT', '/v1/institution/fx/rates', rate(1.2, '2026-07-03T00:00:00.000Z'))
  assertRefused(future, { status: 400, code: 'FX002', says: 'asOf' })
  const older = await bank.call('PUT', '/v1/institution/fx/rates', rate(1.3, '2026-07-01T14:00:00.000Z'))
  assertRefused(older, { status: 400, code: 'FX002', says: 'asOf is before that of the current rate' })
  assert.equal((await filesOf(bank)).length, before)
  assert.deepEqual(await verified(bank), [])
})

test('the verifier names a day that was lost, an account that a day forgot, and an opening that differs', async () => {
  const bank = await open()
  const { tenantId } = bank.tenant.institution
  await bank.workAt('2026-07-03T12:00:00.000Z')
  assert.deepEqual(await verified(bank), [])
  const forget = (sql: string) => falsify(owner, `${sql} and tenant_id = ${tenantId}`)
  await forget(`delete from ledger_closings where business_date = '2026-07-02' and account = 'customers:USD:2000'`)
  assert.ok(
    (await verified(bank)).some((line) =>
      line.includes(
        'an opening balance is not the closing balance of the day before: 2026-07-02 customers:USD:2000: opening 0, closing before 100000',
      ),
    ),
    'an account that the next day does not have',
  )
  await forget(
    `update ledger_closings set opening = opening + 1, debits = debits + 1 where business_date = '2026-07-02' and account like 'settlement:%'`,
  )
  assert.ok((await verified(bank)).some((line) => line.includes('2026-07-02 settlement:USD: opening')))
})

test('entries of a day that was taken away stand in the next day, and the verifier names them', async () => {
  const bank = await open()
  const { tenantId } = bank.tenant.institution
  await deposit(bank, 162, '2026-07-02T15:00:00.000Z')
  await falsify(owner, `delete from ledger_days where business_date = '2026-07-02' and tenant_id = ${tenantId}`)
  assert.deepEqual(await verified(bank), [
    `${bank.tenant.institution.code}: the entries of a date are in no business day: 2026-07-02: 1 entries of 16200 USD`,
  ])
  await bank.workAt('2026-07-06T12:00:00.000Z')
  const [first, next] = [
    await balancesAt(bank, '2026-07-01T15:00:00.000Z'),
    await balancesAt(bank, '2026-07-03T15:00:00.000Z'),
  ]
  assert.deepEqual([first['CLBD'], next['OPBD'], next['CLBD']], ['1000.00', '1000.00', '1162.00'])
})
