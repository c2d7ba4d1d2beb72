import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { bookSweeps } from '../../src/books/books.jobs.ts'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { businessDays, prepareDays } from '../../src/institution/prepare-days.ts'
import { defaultSettings } from '../../src/institution/settings.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { settleReversals } from '../../src/rails/ach/settle-reversals.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { falsify } from '../support/falsify.ts'
import { paymentLifeSweeps } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
  type TestTenant,
} from '../support/test-service.ts'

/** A Wednesday, 10:00 in New York. July 3 is a Friday, July 4 is not observed. */
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

async function openBank(code: string, sandbox = false): Promise<{ tenant: TestTenant; payer: Payer }> {
  clock.set(START)
  const tenant = await service.createTenant(code, { sandbox })
  await service.app.db.transaction((tx) => prepareDays(tx, tenant.institution, clock.now()))
  return { tenant, payer: await createPayer(service, { client: tenant.client }) }
}

/** Does what is due at the time, as the worker does. */
async function workAt({ institution }: TestTenant, at: string) {
  clock.set(at)
  for (let pass = 0; pass < 2; pass++)
    for (const { due, run } of [...paymentLifeSweeps, ...bookSweeps]) {
      const tenants = await service.app.db.read((db) => due(db, clock.now()))
      if (!tenants.includes(institution.tenantId)) continue
      const db = service.app.db.forTenant(institution.tenantId)
      await run({ ...service.app, db }, await readInstitutionOf(institution.tenantId))
    }
}
const readInstitutionOf = (tenantId: bigint) => service.app.db.read((db) => readInstitution(db, tenantId))

const call = (method: string, { client }: TestTenant, path: string, body?: object) =>
  service.call(method, path, body, { client })
const get = async (tenant: TestTenant, path: string) => dataOf(await call('GET', tenant, path))
const pay = async (tenant: TestTenant, payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await call('POST', tenant, '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const days = (tenant: TestTenant) => get(tenant, '/v1/institution/ledger/days?page=1&limit=5')
const trialBalance = async (tenant: TestTenant, query = ''): Promise<Record<string, string>[]> =>
  get(tenant, `/v1/institution/ledger/trial-balance?page=1&limit=100${query}`)
const journal = async (tenant: TestTenant, date: string): Promise<Record<string, string>[]> =>
  (await get(tenant, `/v1/institution/ledger/journal?limit=1000&businessDate=${date}`)).entries
/** The closing balances that are not zero. */
const closing = async (tenant: TestTenant, date: string) =>
  Object.fromEntries(
    (await trialBalance(tenant, `&businessDate=${date}`))
      .filter((row) => row['closing'] !== '0.00')
      .map((row) => [row['account'], row['closing']]),
  )

async function assertBooksVerified({ institution }: TestTenant): Promise<void> {
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}

test('businessDays: no weekends, holidays or closed days, and each ends at the closing time across daylight saving time', () => {
  const settings = { ...defaultSettings({ sandbox: false, currency: 'USD' }), closedDays: ['2026-03-10'] }
  const of = (from: string, until: string, books = {}) =>
    businessDays(
      { timeZone: 'America/New_York', settings: { ...settings, books } },
      Temporal.PlainDate.from(from),
      Temporal.PlainDate.from(until),
    ).map(({ businessDate, closesAt }) => `${businessDate} ${closesAt}`)
  assert.deepEqual(of('2026-03-06', '2026-03-11'), [
    '2026-03-06 2026-03-07T05:00:00Z',
    '2026-03-09 2026-03-10T04:00:00Z',
    '2026-03-11 2026-03-12T04:00:00Z',
  ])
  assert.deepEqual(of('2026-10-30', '2026-11-02', { closeTime: '18:00' }), [
    '2026-10-30 2026-10-30T22:00:00Z',
    '2026-11-02 2026-11-02T23:00:00Z',
  ])
  assert.deepEqual(of('2026-12-25', '2026-12-27'), [])
})

test('a day is closed at its end: its balances are stored, balance, and do not change by later entries', async () => {
  const { tenant, payer } = await openBank('closing')
  await pay(tenant, payer, { paymentAmount: 10.25 })
  await workAt(tenant, '2026-07-02T03:59:59.000Z')
  assert.equal((await days(tenant))[0].status, 'Open')
  await workAt(tenant, '2026-07-02T04:00:00.000Z') // midnight in New York
  const [open, closed] = await days(tenant)
  assert.deepEqual([open.businessDate, open.status], ['2026-07-02', 'Open'])
  assert.deepEqual(
    [closed.businessDate, closed.status, closed.closesAt],
    ['2026-07-01', 'Closed', '2026-07-02T04:00:00.000Z'],
  )
  const first = { 'customers:USD:2000': '1000.00', 'settlement:USD': '-1000.00' }
  assert.deepEqual(await closing(tenant, '2026-07-01'), first)
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  assert.deepEqual(await closing(tenant, '2026-07-01'), first)
  const settled = { ...first, 'customers:USD:2000': '989.75', 'rail-settlement:ACH:USD': '10.25' }
  assert.deepEqual(await closing(tenant, '2026-07-02'), settled)
  assert.deepEqual(
    (await journal(tenant, '2026-07-02')).map(({ purpose, debit, credit, amount }) => [purpose, debit, credit, amount]),
    [
      ['payment', payer.accountUID, 'clearing:ACH:USD', '10.25'],
      ['settlement', 'clearing:ACH:USD', 'rail-settlement:ACH:USD', '10.25'],
    ],
  )
  await workAt(tenant, '2026-07-03T04:00:00.000Z')
  assert.deepEqual(await closing(tenant, '2026-07-02'), settled)
  await assertBooksVerified(tenant)
})

test('entries of a weekend and of a day after its closing time belong to the next business day', async () => {
  const { tenant, payer } = await openBank('weekend', true)
  dataOf(await call('PUT', tenant, '/v1/institution', { books: { closeTime: '18:00' }, closedDays: ['2026-07-02'] }))
  const deposit = async (at: string, amount: number) => {
    clock.set(at)
    const body = { direction: 'Credit', amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
    dataOf(await call('POST', tenant, `/v1/institution/accounts/${payer.accountUID}/adjustments`, body), 201)
  }
  await deposit('2026-07-01T21:59:59.000Z', 1)
  await deposit('2026-07-02T14:00:00.000Z', 2) // July 2 is a closed day
  await deposit('2026-07-03T21:00:00.000Z', 3)
  await deposit('2026-07-03T22:00:00.000Z', 4) // Friday, 18:00
  await deposit('2026-07-05T12:00:00.000Z', 5) // Sunday
  await workAt(tenant, '2026-07-07T12:00:00.000Z')
  const amountsOf = async (date: string) =>
    (await journal(tenant, date)).filter(({ purpose }) => purpose === 'adjustment').map(({ amount }) => amount)
  assert.deepEqual(await amountsOf('2026-07-01'), ['1000.00', '1.00'])
  assert.deepEqual(await amountsOf('2026-07-03'), ['2.00', '3.00'])
  assert.deepEqual(await amountsOf('2026-07-06'), ['4.00', '5.00'])
  assert.deepEqual(await closing(tenant, '2026-07-06'), {
    'customers:USD:2000': '1015.00',
    'settlement:USD': '-1015.00',
  })
  await assertBooksVerified(tenant)
})

test('the trial balance of the open day counts entries until now, or until a moment', async () => {
  const { tenant, payer } = await openBank('open', true)
  clock.set('2026-07-01T15:00:00.000Z')
  await pay(tenant, payer, { speed: 'Express', paymentAmount: 30 })
  await workAt(tenant, '2026-07-01T15:00:00.000Z')
  await workAt(tenant, '2026-07-01T15:00:05.000Z')
  const rows = await trialBalance(tenant)
  assert.deepEqual(
    rows.map(({ status }) => status),
    rows.map(() => 'Open'),
  )
  const of = (account: string, list = rows) => {
    const { opening, debits, credits, closing } = list.find((row) => row['account'] === account)!
    return [opening, debits, credits, closing]
  }
  assert.deepEqual(of('customers:USD:2000'), ['0.00', '30.00', '1000.00', '970.00'])
  assert.deepEqual(of('clearing:FEDWIRE:USD'), ['0.00', '30.00', '30.00', '0.00'])
  const before = await trialBalance(tenant, '&asOf=2026-07-01T14:30:00Z&currency=USD')
  assert.deepEqual(of('customers:USD:2000', before), ['0.00', '0.00', '1000.00', '1000.00'])
  assert.deepEqual(await trialBalance(tenant, '&currency=EUR'), [])
  for (const query of ['businessDate=2026-06-30', 'businessDate=2026-02-30'])
    assertRefused(await call('GET', tenant, `/v1/institution/ledger/journal?limit=1&${query}`), {
      ...{ status: 400, code: 'BOOKS001', says: query.endsWith('06-30') ? 'from 2026-07-01 on' : 'businessDate' },
    })
})

test('the close of a day explains suspense item by item: a balance without its item keeps the day open', async () => {
  const { tenant, payer } = await openBank('suspense', true)
  const uid = await pay(tenant, payer, { speed: 'Express', paymentAmount: 1_000 })
  await workAt(tenant, '2026-07-01T15:00:00.000Z')
  await workAt(tenant, '2026-07-01T15:00:05.000Z')
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await call('PATCH', tenant, path, { action: 'Close', reason: 'test' }))
  const returned = { achReturnCode: 'AC04', returnNotes: 'test' }
  dataOf(await call('PUT', tenant, `/v3/payments/${uid}/return`, returned))
  await owner.query('alter table suspense_items disable trigger user')
  const add = (amount: number) =>
    owner.query('update suspense_items set amount = amount + $2 where tenant_id = $1', [
      tenant.institution.tenantId,
      amount,
    ])
  await add(-1)
  await workAt(tenant, '2026-07-02T04:05:00.000Z')
  const dayOf = async () =>
    (await days(tenant)).find((day: { businessDate: string }) => day.businessDate === '2026-07-01')
  const kept = await dayOf()
  assert.equal(kept.status, 'NotProved')
  assert.match(JSON.stringify(kept.differences), /suspense:unposted:USD.*balance 1000.00, items that wait 999.99/)
  await add(1)
  await workAt(tenant, '2026-07-02T04:30:00.000Z')
  assert.equal((await dayOf()).status, 'Closed')
  assert.equal((await closing(tenant, '2026-07-01'))['suspense:unposted:USD'], '1000.00')
  const [{ itemUID }] = await get(tenant, '/v1/institution/suspense?page=1&limit=10')
  const body = { contraAccount: 'settlement', reason: 'test', externalReferenceId: 'test' }
  dataOf(await call('POST', tenant, `/v1/institution/suspense/${itemUID}/release`, body), 201)
  await workAt(tenant, '2026-07-03T04:05:00.000Z')
  assert.equal((await closing(tenant, '2026-07-02'))['suspense:unposted:USD'], undefined)
  await assertBooksVerified(tenant)
})

test('two workers that close at once close each day once', async () => {
  const { tenant } = await openBank('workers')
  clock.set('2026-07-11T12:00:00.000Z')
  const close = bookSweeps.find(({ name }) => name === 'books: close business days')!
  const closed = await Promise.all([1, 2, 3].map(() => close.run(service.app, tenant.institution)))
  assert.equal(
    closed.reduce((sum, count) => sum + count, 0),
    8,
  ) // July 1 to 10
  const events = await service.query(`select from events where tenant_id = $1 and type = 'ledger.day.closed'`, [
    tenant.institution.tenantId,
  ])
  assert.equal(events.length, 8)
  await assertBooksVerified(tenant)
})

test('a close waits for a transaction that has added entries to the day, and later entries get the next day', async () => {
  const { tenant } = await openBank('race')
  const { tenantId } = tenant.institution
  const openDay = async (client: pg.Client) =>
    (await client.query(`select ledger_open_day(${tenantId}, '2026-07-01T20:00:00.000Z')::text as day`)).rows[0].day
  await owner.query('begin')
  assert.equal(await openDay(owner), '2026-07-01')
  clock.set('2026-07-02T12:00:00.000Z')
  const close = bookSweeps.find(({ name }) => name === 'books: close business days')!
  let isClosed = false
  const closing = close.run(service.app, tenant.institution).finally(() => {
    isClosed = true
  })
  // The close is waiting for the lock of the day when another connection sees it wait.
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await owner.query(
      `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and classid = 1651470187`,
    )
    waiting = rows[0].count
  }
  assert.equal(isClosed, false)
  await owner.query('commit')
  assert.equal(await closing, 1)
  assert.equal(await openDay(owner), '2026-07-02', 'although the moment is before the end of July 1')
})

test('a day whose books do not agree stays open with the differences, keeps later days open, and closes when they agree', async () => {
  const { tenant } = await openBank('unproved')
  const { tenantId } = tenant.institution
  const change = (sign: string) =>
    falsify(
      owner,
      `update ledger_accounts set credits_posted = credits_posted ${sign} 7 where tenant_id = ${tenantId} and code = 'rail-settlement:RTP:USD'`,
    )
  await change('+')
  await workAt(tenant, '2026-07-03T12:00:00.000Z')
  const [, , unproved] = await days(tenant)
  assert.deepEqual([unproved.businessDate, unproved.status], ['2026-07-01', 'NotProved'])
  assert.deepEqual(unproved.differences, [
    {
      what: 'the totals of an account do not agree with its entries',
      id: 'rail-settlement:RTP:USD',
      detail: 'balance 0.07, by its entries 0.00',
    },
    { what: 'the trial balance is not zero', id: 'USD', detail: 'it is 0.07' },
  ])
  await workAt(tenant, '2026-07-03T12:16:00.000Z')
  const events = () =>
    service.query<{ type: string }>(`select type from events where tenant_id = $1 and type like 'ledger.day.%'`, [
      tenantId,
    ])
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['ledger.day.notProved'],
    'told once',
  )
  await change('-')
  await workAt(tenant, '2026-07-03T12:20:00.000Z')
  assert.equal((await days(tenant))[2].status, 'NotProved', 'until it is tried again')
  await workAt(tenant, '2026-07-03T12:31:00.000Z')
  assert.deepEqual(
    (await days(tenant)).map(({ status }: { status: string }) => status),
    ['Open', 'Closed', 'Closed'],
  )
})

test('a reversed debit is listed with its amount in transit, and the day still closes', async () => {
  const { tenant, payer } = await openBank('transit')
  const uid = dataOf(
    await call('POST', tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount: 8 })),
  ).paymentUID
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  dataOf(await call('PUT', tenant, `/v3/payments/${uid}/reverse`, { reversalNotes: 'test' }))
  await workAt(tenant, '2026-07-03T04:00:00.000Z')
  assert.equal((await closing(tenant, '2026-07-02'))['clearing:ACH:USD'], '8.00')
  await workAt(tenant, '2026-07-06T12:30:00.000Z')
  await workAt(tenant, '2026-07-07T04:00:00.000Z')
  assert.equal((await closing(tenant, '2026-07-06'))['clearing:ACH:USD'], undefined)
  await assertBooksVerified(tenant)
})

test('a day is closed by hand by the clock of a sandbox that is set forward, and no later day', async () => {
  const { tenant } = await openBank('by-hand-ahead', true)
  const ahead = 36 * 3600 * 1000
  const { tenantId } = tenant.institution
  await owner.query(`update institutions set clock_offset_ms = ${ahead} where tenant_id = ${tenantId}`)
  const path = '/v1/institution/ledger/days/close'
  const closed = dataOf(await call('POST', tenant, path, {})).days
  assert.deepEqual(
    closed.map((day: Record<string, string>) => [day['businessDate'], day['status'], day['closedAt']]),
    [['2026-07-01', 'Closed', '2026-07-03T02:00:00.000Z']],
  )
  assertRefused(await call('POST', tenant, path, { businessDate: '2026-07-02' }), { status: 409, code: 'BOOKS002' })
})

test('a day is closed by hand only when it is over, and at once after a close that was not proved', async () => {
  const { tenant } = await openBank('by-hand')
  const { tenantId } = tenant.institution
  const path = '/v1/institution/ledger/days/close'
  const close = (body: object = {}) => call('POST', tenant, path, body)
  const statusOf = async (body?: object) =>
    dataOf(await close(body)).days.map((day: Record<string, string>) => [day['businessDate'], day['status']])
  clock.set('2026-07-02T03:59:59.000Z')
  assertRefused(await close({ businessDate: '2026-07-01' }), {
    ...{ status: 409, code: 'BOOKS002', says: '2026-07-01 ends at 2026-07-02T04:00:00.000Z' },
  })
  assertRefused(await close({ businessDate: '2026-07-04' }), { status: 404, code: 'BOOKS002', says: 'no business day' })
  assert.deepEqual(await statusOf(), [], 'no day is over')
  const change = (sign: string) =>
    falsify(
      owner,
      `update ledger_accounts set credits_posted = credits_posted ${sign} 7 where tenant_id = ${tenantId} and code = 'rail-settlement:RTP:USD'`,
    )
  await change('+')
  await workAt(tenant, '2026-07-06T12:00:00.000Z')
  const [unproved, ...more] = dataOf(await close()).days
  assert.deepEqual(more, [], 'no later day is tried')
  assert.deepEqual([unproved.businessDate, unproved.status], ['2026-07-01', 'NotProved'])
  assert.equal(unproved.differences[0].id, 'rail-settlement:RTP:USD')
  await change('-')
  await workAt(tenant, '2026-07-06T12:00:01.000Z')
  assert.equal((await days(tenant)).at(-1).status, 'NotProved', 'the worker waits')
  const closed = [
    ['2026-07-01', 'Closed'],
    ['2026-07-02', 'Closed'],
  ]
  assert.deepEqual(await statusOf({ businessDate: '2026-07-02' }), closed)
  assert.deepEqual(
    await statusOf({ businessDate: '2026-07-02' }),
    closed.slice(1),
    'a repeated request changes nothing',
  )
  assert.deepEqual(await statusOf(), [['2026-07-03', 'Closed']])
  const actors = await service.query<{ actor: string }>(
    `select actor from audit_log where tenant_id = $1 and action = 'ledger.day.closed'`,
    [tenantId],
  )
  assert.deepEqual(
    actors.map(({ actor }) => actor === 'worker'),
    [false, false, false],
  )
  await assertBooksVerified(tenant)
})

test('a client without Manage_Institution closes no day', async () => {
  const { tenant } = await openBank('viewer')
  await workAt(tenant, '2026-07-01T15:00:00.000Z')
  clock.set('2026-07-02T04:00:00.000Z')
  const viewer = await service.createClient(tenant, { entitlements: ['Institution.View_Institution'] })
  const reply = await service.call('POST', '/v1/institution/ledger/days/close', {}, { client: viewer })
  assert.equal(reply.status, 403)
  assert.equal((await days(tenant))[1].status, 'Open')
})

test('a reversed debit that comes back before its reversing entry left is not in transit, and the day closes', async () => {
  const { tenant, payer } = await openBank('withdrawn')
  const uid = dataOf(
    await call('POST', tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount: 8 })),
  ).paymentUID
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T22:30:00.000Z')
  // After the last collection of July 2, so that the reversing entry waits for a file of July 6.
  dataOf(await call('PUT', tenant, `/v3/payments/${uid}/reverse`, { reversalNotes: 'test' }))
  await workAt(tenant, '2026-07-03T04:00:00.000Z')
  assert.equal((await closing(tenant, '2026-07-02'))['clearing:ACH:USD'], '8.00')
  clock.set('2026-07-03T13:00:00.000Z')
  dataOf(await call('PUT', tenant, `/v3/payments/${uid}/return`, { achReturnCode: 'R01', returnNotes: 'test' }))
  await workAt(tenant, '2026-07-04T04:00:00.000Z')
  const [, friday] = await days(tenant)
  assert.deepEqual([friday.businessDate, friday.status, friday.differences], ['2026-07-03', 'Closed', []])
  assert.equal((await closing(tenant, '2026-07-03'))['clearing:ACH:USD'], undefined)
  await assertBooksVerified(tenant)
})

test('reversals of one settlement moment that settle before and after a close leave both days proved', async () => {
  const { tenant, payer } = await openBank('halves')
  const uids: string[] = []
  for (const paymentAmount of [8, 5])
    uids.push(
      dataOf(await call('POST', tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount }))).paymentUID,
    )
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  for (const uid of uids) dataOf(await call('PUT', tenant, `/v3/payments/${uid}/reverse`, { reversalNotes: 'test' }))
  await workAt(tenant, '2026-07-03T04:00:00.000Z')
  assert.equal((await closing(tenant, '2026-07-02'))['clearing:ACH:USD'], '13.00')
  // The worker settles one of them on July 6, and is down until the day is over.
  clock.set('2026-07-06T12:30:00.000Z')
  const { tenantId } = tenant.institution
  assert.equal(await service.app.db.transaction((tx) => settleReversals(tx, tenantId, 1, clock.now())), 1)
  await workAt(tenant, '2026-07-07T04:00:00.000Z')
  const [open, halved] = await days(tenant)
  assert.deepEqual([open.businessDate, halved.businessDate, halved.status], ['2026-07-07', '2026-07-06', 'Closed'])
  assert.ok(['8.00', '5.00'].includes((await closing(tenant, '2026-07-06'))['clearing:ACH:USD']!))
  await workAt(tenant, '2026-07-08T04:00:00.000Z')
  assert.equal((await closing(tenant, '2026-07-07'))['clearing:ACH:USD'], undefined)
  await assertBooksVerified(tenant)
})

test('an account that changes its master GL account moves its balance in the trial balance of the day', async () => {
  const { tenant, payer } = await openBank('gl')
  await workAt(tenant, '2026-07-02T12:00:00.000Z')
  const path = `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`
  dataOf(await call('PATCH', tenant, path, { masterGl: '2100' }))
  const numbers = [
    { account: 'settlement', glAccount: 'FED-1' },
    { account: 'settlement:USD', glAccount: 'FED-2' },
  ]
  dataOf(await call('PUT', tenant, '/v1/institution', { books: { glAccounts: numbers } }))
  await workAt(tenant, '2026-07-03T12:00:00.000Z')
  const moved = (await trialBalance(tenant, '&businessDate=2026-07-02')).filter((row) => row['reclassified'] !== '0.00')
  assert.deepEqual(
    moved.map((row) => [row['glAccount'], row['reclassified'], row['closing']]),
    [
      ['2000', '-1000.00', '0.00'],
      ['2100', '1000.00', '1000.00'],
    ],
  )
  const accounts = await get(tenant, '/v1/institution/ledger/accounts?page=1&limit=100&currency=USD')
  const shown = accounts.find(({ account }: { account: string }) => account === 'settlement:USD')
  assert.deepEqual([shown.glAccount, shown.balance, shown.type], ['FED-2', '-1000.00', 'Asset'])
  await assertBooksVerified(tenant)
})

test('numbers of the general ledger name accounts of the chart, each once', async () => {
  const { tenant } = await openBank('numbers')
  for (const account of ['nothing', 'clearing:USD', 'clearing:ACH:usd', 'fees:USD:X', 'toString'])
    assertRefused(
      await call('PUT', tenant, '/v1/institution', { books: { glAccounts: [{ account, glAccount: '1' }] } }),
      { status: 400, code: 'INST001', says: 'chart of accounts' },
    )
  const twice = ['fees', 'fees'].map((account) => ({ account, glAccount: '1' }))
  assertRefused(await call('PUT', tenant, '/v1/institution', { books: { glAccounts: twice } }), {
    status: 400,
    code: 'INST001',
    says: 'twice',
  })
})
