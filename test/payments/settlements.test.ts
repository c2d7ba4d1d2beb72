import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
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

/** A Wednesday, 10:00 in New York. */
const START = '2026-07-01T14:00:00.000Z'
const clock = fixedClock(START)

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

/** An institution with the calendar of the networks, and a customer with 1,000 dollars. */
async function openBank(code: string, sandbox = false): Promise<{ tenant: TestTenant; payer: Payer }> {
  clock.set(START)
  const tenant = await service.createTenant(code, { sandbox })
  return { tenant, payer: await createPayer(service, { client: tenant.client }) }
}

/** Does what is due at the time, as the worker does. */
const workAt = async ({ institution }: TestTenant, at?: string) => {
  if (at) clock.set(at)
  for (let pass = 0; pass < 2; pass++)
    for (const { due, run } of paymentLifeSweeps) {
      const tenants = await service.app.db.read((db) => due(db, clock.now()))
      if (tenants.includes(institution.tenantId)) await run(service.app, institution)
    }
}
const post = async ({ client }: TestTenant, path: string, body: object) =>
  dataOf(await service.call('POST', path, body, { client }))
const pay = async (tenant: TestTenant, payer: Payer, fields: object = {}): Promise<string> =>
  (await post(tenant, '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const act = async ({ client }: TestTenant, uid: string, action: string, body: object) =>
  dataOf(await service.call('PUT', `/v3/payments/${uid}/${action}`, body, { client }))

/** Posted credits less debits of the accounts in transit and of settlement that are not zero. */
async function balancesOf({ institution }: TestTenant): Promise<Record<string, bigint>> {
  const rows = await service.query<{ code: string; balance: bigint }>(
    `select code, credits_posted - debits_posted as balance from ledger_accounts
     where tenant_id = $1 and kind in ('clearing', 'rail-settlement') and credits_posted <> debits_posted`,
    [institution.tenantId],
  )
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]))
}

/** The settlements, with their transfers as amounts that the institution receives. */
const settlementsOf = ({ institution }: TestTenant) =>
  service.query<{ rail: string; at: string; amounts: string[] }>(
    `select s.rail, to_char(s.settled_at at time zone 'UTC', 'MM-DD HH24:MI') as at,
       array_agg(case d.kind when 'clearing' then '-' else '' end || t.amount order by t.id) as amounts
     from rail_settlements s
       join ledger_transfers t on t.tenant_id = s.tenant_id and t.reference_id = s.id
       join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
     where s.tenant_id = $1 group by s.tenant_id, s.id, s.rail, s.settled_at order by s.settled_at, s.rail, s.id`,
    [institution.tenantId],
  )

async function assertBooksVerified({ institution }: TestTenant): Promise<void> {
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [institution], (line) => said.push(line)), 0, said.join('\n'))
}

test('the entries of two ACH files that settle at one moment settle in one amount paid and one received', async () => {
  const { tenant, payer } = await openBank('ach')
  await pay(tenant, payer, { paymentAmount: 10.25 })
  await pay(tenant, payer, { paymentAmount: 5 })
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await pay(tenant, payer, { paymentAmount: 1 })
  await post(tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount: 7.5 }))
  await workAt(tenant, '2026-07-01T22:00:00.000Z')
  await workAt(tenant, '2026-07-02T12:29:59.000Z')
  assert.deepEqual(await balancesOf(tenant), {})
  assert.deepEqual(await settlementsOf(tenant), [])
  await workAt(tenant, '2026-07-02T12:30:00.000Z') // 8:30 in New York
  assert.deepEqual(await settlementsOf(tenant), [{ rail: 'ACH', at: '07-02 12:30', amounts: ['-1625', '750'] }])
  assert.deepEqual(await balancesOf(tenant), { 'rail-settlement:ACH:USD': 875n })
  await assertBooksVerified(tenant)
})

test('each wire and instant payment settles when its network reports it', async () => {
  const { tenant, payer } = await openBank('messages', true)
  const uids = []
  for (const [speed, paymentAmount] of Object.entries({ Express: 30, Instant: 20 }))
    uids.push(await pay(tenant, payer, { speed, paymentAmount }), await pay(tenant, payer, { speed, paymentAmount: 1 }))
  await workAt(tenant)
  assert.deepEqual(await balancesOf(tenant), {})
  await workAt(tenant, '2026-07-01T14:00:01.000Z')
  assert.deepEqual(await balancesOf(tenant), {
    'rail-settlement:FEDWIRE:USD': 31_00n,
    'rail-settlement:RTP:USD': 21_00n,
  })
  assert.deepEqual(
    (await settlementsOf(tenant)).map(({ rail, amounts }) => [
      rail,
      amounts.reduce((sum, one) => sum + Number(one), 0),
    ]),
    [
      ['FEDWIRE', -31_00],
      ['RTP', -21_00],
    ],
  )
  const [step] = await service.query<{ settlement: string; id: string }>(
    `select t.evidence ->> 'settlement' as settlement, s.id from payment_steps t
       join rail_settlements s on s.tenant_id = t.tenant_id and s.rail = 'FEDWIRE'
     where t.payment_id = $1 and t.to_status = 'PROCESSED'`,
    [uids[0]],
  )
  assert.equal(step!.settlement, step!.id, 'the payment names its settlement')
  await assertBooksVerified(tenant)
})

test('a return after settlement settles with it, in both directions, and leaves nothing in clearing', async () => {
  const { tenant, payer } = await openBank('returns', true)
  const wire = await pay(tenant, payer, { speed: 'Express', paymentAmount: 30 })
  const debit = (await post(tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount: 8 }))).paymentUID
  await workAt(tenant)
  await workAt(tenant, '2026-07-01T14:00:05.000Z')
  await workAt(tenant, '2026-07-01T14:00:09.000Z')
  assert.deepEqual(await balancesOf(tenant), {
    'rail-settlement:FEDWIRE:USD': 30_00n,
    'rail-settlement:ACH:USD': -8_00n,
  })
  const reason = { achReturnCode: 'R01', returnNotes: 'test' }
  await act(tenant, debit, 'return', reason)
  await act(tenant, wire, 'return', { ...reason, achReturnCode: 'AC04' })
  assert.deepEqual(await balancesOf(tenant), {})
  await assertBooksVerified(tenant)
})

test('the amount of a reversed debit stays in clearing until the reversing entry settles', async () => {
  const { tenant, payer } = await openBank('reversals')
  const uid = (await post(tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount: 8 }))).paymentUID
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  await act(tenant, uid, 'reverse', { reversalNotes: 'Collected twice' })
  const waiting = { 'clearing:ACH:USD': 8_00n, 'rail-settlement:ACH:USD': -8_00n }
  assert.deepEqual(await balancesOf(tenant), waiting)
  await assertBooksVerified(tenant)
  await workAt(tenant, '2026-07-02T18:15:00.000Z')
  await workAt(tenant, '2026-07-03T12:29:59.000Z')
  assert.deepEqual(await balancesOf(tenant), waiting)
  await workAt(tenant, '2026-07-03T12:30:00.000Z')
  assert.deepEqual(await balancesOf(tenant), {})
  await assertBooksVerified(tenant)
})

test('the time to reverse a debit counts the days of the network, and its clocks end when the entry leaves', async () => {
  const { tenant, payer } = await openBank('clocked', true)
  const clocksOf = async (uid: string) => {
    const path = `/v1/institution/obligations?page=1&limit=10&subjectUID=${uid}`
    const found: Record<string, string>[] = dataOf(
      await service.call('GET', path, undefined, { client: tenant.client }),
    )
    return found.map(({ kind, dueEastern, state }) => [kind, dueEastern, state])
  }
  const uids: string[] = []
  for (const paymentAmount of [8, 9, 10])
    uids.push((await post(tenant, '/payments/debitrequest', debitBody(payer, { paymentAmount }))).paymentUID)
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  const [early, last, late] = uids as [string, string, string]
  const reverse = (uid: string, body: object) =>
    service.call('PUT', `/v3/payments/${uid}/reverse`, body, { client: tenant.client })
  dataOf(await service.call('PUT', '/v1/institution', { closedDays: ['2026-07-08'] }, { client: tenant.client }))
  const future = await reverse(early, { discoveredAt: '2026-07-02T12:30:00.001Z' })
  assertRefused(future, { status: 400, code: 'PAYMENT003', says: 'discoveredAt must be at latest now' })
  const wire = await pay(tenant, payer, { speed: 'Express', paymentAmount: 1 })
  await workAt(tenant)
  await workAt(tenant, '2026-07-02T12:30:05.000Z')
  const sent = await reverse(wire, { discoveredAt: clock.now().toString() })
  assertRefused(sent, { status: 400, code: 'PAYMENT003', says: 'discoveredAt is for debits' })

  dataOf(await reverse(early, { discoveredAt: '2026-07-01T20:00:00Z' }))
  const due = [
    ['DiscoveredReversal', '2026-07-02 16:00', 'Open'],
    ['Reversal', '2026-07-09 22:45', 'Open'],
  ]
  assert.deepEqual(await clocksOf(early), due)
  await workAt(tenant, '2026-07-02T18:15:00.000Z')
  assert.deepEqual(
    await clocksOf(early),
    due.map(([kind, time]) => [kind, time, 'Met']),
  )

  // 22:45 in New York on the fifth banking day. The error was found more than a day ago.
  clock.set('2026-07-10T02:45:00.000Z')
  dataOf(await reverse(last, { discoveredAt: '2026-07-08T12:00:00Z' }))
  clock.set('2026-07-10T02:45:00.001Z')
  assertRefused(await reverse(late, {}), {
    status: 409,
    code: 'PAYMENT003',
    says: 'leaves after 2026-07-09 22:45 Eastern (Nacha Operating Rules, Subsection 2.10.1: ',
  })
  await workAt(tenant, '2026-07-10T02:45:00.000Z')
  assert.deepEqual(await clocksOf(last), [
    ['DiscoveredReversal', '2026-07-09 08:00', 'Missed'],
    ['Reversal', '2026-07-09 22:45', 'Met'],
  ])
})

test('a reversal that no file can carry stops no other, and leaves once it can be written', async () => {
  const { tenant, payer } = await openBank('odd-reversals')
  const odd = await createPayer(service, { client: tenant.client })
  const uids: string[] = []
  for (const one of [odd, payer])
    uids.push((await post(tenant, '/payments/debitrequest', debitBody(one, { paymentAmount: 8 }))).paymentUID)
  await workAt(tenant, '2026-07-01T18:15:00.000Z')
  await workAt(tenant, '2026-07-02T12:30:00.000Z')
  for (const uid of uids) await act(tenant, uid, 'reverse', { reversalNotes: 'Collected twice' })
  const setCompany = (id: string | null) =>
    service.query('update customers set ach_company_id = $2 where id = $1', [odd.customerUID, id])
  // The API does not let this value in.
  await setCompany('ZÜRICH0001')
  const inFiles = () =>
    service.query<{ paymentId: string }>(
      'select payment_id from ach_reversals where payment_id = any($1::uuid[]) and file_id is not null order by 1',
      [uids],
    )
  await workAt(tenant, '2026-07-02T18:15:00.000Z')
  assert.deepEqual(await inFiles(), [{ paymentId: uids[1] }])
  await workAt(tenant, '2026-07-02T22:00:00.000Z')
  assert.equal((await inFiles()).length, 1)
  await setCompany(null)
  await workAt(tenant, '2026-07-06T18:15:00.000Z')
  assert.equal((await inFiles()).length, 2)
  await assertBooksVerified(tenant)
})

test('verification names a settlement that is not the sum of its payments, and a clearing account that was not settled', async () => {
  const { tenant, payer } = await openBank('differing', true)
  await pay(tenant, payer, { speed: 'Express', paymentAmount: 30 })
  await workAt(tenant)
  await workAt(tenant, '2026-07-01T14:00:01.000Z')
  await assertBooksVerified(tenant)
  const owner = new pg.Client({ connectionString: service.databaseUrl })
  await owner.connect()
  const { tenantId } = tenant.institution
  await falsify(
    owner,
    `update ledger_transfers set amount = amount - 100 where tenant_id = ${tenantId} and purpose = 'settlement'`,
  )
  for (const [side, code] of [
    ['debits', 'clearing:FEDWIRE:USD'],
    ['credits', 'rail-settlement:FEDWIRE:USD'],
  ])
    await falsify(
      owner,
      `update ledger_accounts set ${side}_posted = ${side}_posted - 100 where tenant_id = ${tenantId} and code = '${code}'`,
    )
  await owner.end()
  const said: string[] = []
  assert.equal(await verifyLedgers(service.app.db, [tenant.institution], (line) => said.push(line)), 2)
  assert.match(
    said.join('\n'),
    /a settlement is not the sum of what it settles: .*: moved 2900 and 0, its items are 3000/,
  )
  assert.match(
    said.join('\n'),
    /exactly the items that wait for settlement: clearing:FEDWIRE:USD: balance 100, waiting 0/,
  )
})
