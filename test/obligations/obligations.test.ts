import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { fixedClock } from '../../src/kernel/clock.ts'
import { obligationSweeps } from '../../src/obligations/obligations.jobs.ts'
import {
  dueAt,
  meetObligations,
  type ObligationKey,
  type ObligationKind,
  openObligations,
  ruleOf,
} from '../../src/obligations/obligations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestService, type TestTenant } from '../support/test-service.ts'

const START = '2026-07-06T14:00:00Z'
const clock = fixedClock(START)
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(() => service.stop())

let codes = 0
/** A bank of its own, so that each test sees only its obligations. */
async function newBank(): Promise<TestTenant> {
  clock.set(START)
  return service.createTenant(`obliged${++codes}`)
}

const keyOf = (id: string, kind: ObligationKind = 'ReceiptReturn'): ObligationKey => ({
  kind,
  subject: { kind: 'receipt', id },
})

/** Starts clocks of receipts that settled on a day. */
async function open(
  { institution }: TestTenant,
  ids: readonly string[],
  settledOn = '2026-07-06',
  kind?: ObligationKind,
) {
  const from = Temporal.PlainDate.from(settledOn)
  const due = ids.map((id) => {
    const key = keyOf(id, kind)
    return { ...key, dueAt: dueAt(key.kind, from, institution), rule: ruleOf(key.kind, from, institution) }
  })
  await service.app.db.transaction((tx) => openObligations(tx, institution.tenantId, due, clock.now()))
}

const meet = ({ institution: { tenantId } }: TestTenant, ids: readonly string[], by = 'ada') =>
  service.app.db.transaction((tx) =>
    meetObligations(
      tx,
      tenantId,
      ids.map((id) => keyOf(id)),
      by,
      clock.now(),
    ),
  )

async function work({ institution }: TestTenant): Promise<number> {
  let marked = 0
  for (const sweep of obligationSweeps) marked += await sweep.run(service.app, institution)
  return marked
}

const list = ({ client }: TestTenant, filter = '') =>
  service.call('GET', `/v1/institution/obligations?page=1&limit=100${filter}`, undefined, { client })
const listed = async (tenant: TestTenant, filter?: string) => dataOf(await list(tenant, filter))

test('an obligation is met at its exact time, and a millisecond later it is missed and done late', async () => {
  const bank = await newBank()
  await open(bank, ['in time', 'late'])
  clock.set('2026-07-08T06:15:00Z')
  await meet(bank, ['in time'])
  assert.equal(await work(bank), 1, 'only the announcement of the other')
  clock.set('2026-07-08T06:15:00.001Z')
  await meet(bank, ['late'], 'eve')
  const [met, missed] = (await listed(bank)).sort((a: { state: string }, b: { state: string }) =>
    a.state.localeCompare(b.state),
  )
  assert.deepEqual([met.state, met.metBy, met.metAt, met.missedAt], ['Met', 'ada', met.dueAt, undefined])
  assert.deepEqual([missed.state, missed.metBy], ['Missed', 'eve'])
  assert.equal(missed.metAt, '2026-07-08T06:15:00.001Z')
  assert.equal(missed.dueEastern, '2026-07-08 02:15')
  assert.match(missed.rule, /Nacha Operating Rules, Subsection 3\.8/)
})

test('what is opened or met again changes nothing, and what no rule started is not met', async () => {
  const bank = await newBank()
  await open(bank, ['one', 'one'])
  await open(bank, ['one'], '2026-07-20')
  await meet(bank, ['one', 'one', 'two'])
  const [first, ...others] = await listed(bank)
  clock.advance({ hours: 1 })
  await meet(bank, ['one'], 'eve')
  assert.deepEqual(others, [])
  assert.deepEqual(await listed(bank), [first])
})

test('a clock that was met starts again with the new time, and both are shown', async () => {
  const bank = await newBank()
  await open(bank, ['one'])
  await meet(bank, ['one'])
  await open(bank, ['one', 'one'], '2026-07-20')
  await open(bank, ['one'], '2026-07-27')
  const shown = (await listed(bank)).map(({ state, dueAt }: { state: string; dueAt: string }) => [state, dueAt])
  assert.deepEqual(shown, [
    ['Met', '2026-07-08T06:15:00.000Z'],
    ['Open', '2026-07-22T06:15:00.000Z'],
  ])
  clock.set('2026-07-22T06:15:01Z')
  await work(bank)
  await meet(bank, ['one'], 'eve')
  const states = (await listed(bank)).map(({ state, metBy }: { state: string; metBy: string }) => [state, metBy])
  assert.deepEqual(states, [
    ['Met', 'ada'],
    ['Missed', 'eve'],
  ])
})

test('an obligation is announced 24 hours before its time, and missed after it, once each', async () => {
  const bank = await newBank()
  await open(bank, ['one'], '2026-07-07')
  const [announce, miss] = obligationSweeps
  const { institution } = bank
  const nextOf = (sweep = announce!) =>
    service.app.db.read(async (db) => String(await sweep.next?.(db, institution, clock.now())))
  assert.equal(await nextOf(), '2026-07-08T06:15:00Z')
  assert.equal(await nextOf(miss), '2026-07-09T06:15:00.001Z')
  clock.set('2026-07-08T06:14:59Z')
  assert.equal(await work(bank), 0)
  clock.set('2026-07-08T06:15:00Z')
  assert.equal(await work(bank), 1)
  clock.set('2026-07-09T06:15:00Z')
  assert.equal(await work(bank), 0, 'its exact time is not over')
  clock.set('2026-07-09T06:15:01Z')
  assert.equal(await work(bank), 1)
  assert.equal(await work(bank), 0)
  assert.equal(await nextOf(), 'undefined')
  assert.equal(await nextOf(miss), 'undefined')
  const [one] = await listed(bank, '&state=missed')
  assert.deepEqual([one.warnedAt, one.missedAt], ['2026-07-08T06:15:00.000Z', '2026-07-09T06:15:01.000Z'])
  const actions = await service.query<{ action: string }>(
    `select action from audit_log where tenant_id = $1 and action like 'obligation.%' order by id`,
    [institution.tenantId],
  )
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['obligation.dueSoon', 'obligation.missed'],
  )
})

test('a clock of less than 24 hours is announced when half of it has passed', async () => {
  const bank = await newBank()
  clock.set('2026-07-08T02:15:00Z')
  await open(bank, ['one'])
  clock.set('2026-07-08T04:14:59Z')
  assert.equal(await work(bank), 0)
  clock.set('2026-07-08T04:15:00Z')
  assert.equal(await work(bank), 1)
})

test('dueSoonHours of the institution decides when new obligations are announced', async () => {
  const bank = await newBank()
  const set = await service.call(
    'PUT',
    '/v1/institution',
    { obligations: { dueSoonHours: 2 } },
    { client: bank.client },
  )
  assert.deepEqual(dataOf(set).obligations, { dueSoonHours: 2 })
  await open(bank, ['one'])
  clock.set('2026-07-08T04:14:59Z')
  assert.equal(await work(bank), 0)
  clock.set('2026-07-08T04:15:00Z')
  assert.equal(await work(bank), 1)
})

test('the list is filtered by time, state, kind and item, and divided into pages, the earliest first', async () => {
  const bank = await newBank()
  await open(bank, ['later'], '2026-07-08')
  await open(bank, ['sooner', 'met'])
  await open(bank, ['sooner'], '2026-07-06', 'ExtendedReturn')
  await meet(bank, ['met'])
  const idsOf = async (filter: string) =>
    (await listed(bank, filter)).map(({ subjectUID }: { subjectUID: string }) => subjectUID)
  assert.deepEqual(await idsOf('&kind=ReceiptReturn'), ['sooner', 'met', 'later'])
  assert.deepEqual(await idsOf('&dueBefore=2026-07-08T06:15:00Z'), [])
  assert.deepEqual(await idsOf('&dueBefore=2026-07-08T06:15:01Z&state=Open'), ['sooner'])
  assert.deepEqual(await idsOf('&state=Met'), ['met'])
  assert.deepEqual(await idsOf('&subjectUID=sooner'), ['sooner', 'sooner'])
  const path = '/v1/institution/obligations?page=2&limit=3'
  const page = await service.call('GET', path, undefined, { client: bank.client })
  assert.equal(page.body.pagination.totalRecords, 4)
  assert.equal(page.body.data.length, 1)
  for (const filter of ['&dueBefore=soon', '&state=Forgotten', '&kind=Wish'])
    assertRefused(await list(bank, filter), { status: 400, code: 'INST001' })
})

test('a client of a customer, or without the entitlement, does not see obligations, nor does another bank', async () => {
  const bank = await newBank()
  await open(bank, ['one'])
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody(), { client: bank.client }))
  const entitlements = ['Institution.View_Institution', 'Payments.View_Payments'] as const
  const legalEntityId = BigInt(customerUID)
  const customers = await service.createClient(bank, { legalEntityId, entitlements })
  const without = await service.createClient(bank, { entitlements: ['Payments.View_Payments'] })
  for (const client of [customers, without])
    assertRefused(await list({ ...bank, client }), { status: 403, code: 'AUTH002' })
  assert.deepEqual(await listed(service.tenant), [])
})

test('five hundred obligations are opened and met in one statement each', async () => {
  const bank = await newBank()
  const ids = Array.from({ length: 500 }, (_, at) => `receipt ${at}`)
  await open(bank, ids)
  await meet(bank, ids)
  const reply = await list(bank, '&state=Met')
  assert.equal(reply.body.pagination.totalRecords, 500)
})

test('the events say what was met and missed', async () => {
  const bank = await newBank()
  await open(bank, ['met', 'missed'])
  await meet(bank, ['met'])
  clock.set('2026-07-09T00:00:00Z')
  await work(bank)
  const rows = await service.query<{ type: string }>(
    `select type from events where tenant_id = $1 and type like 'obligation.%' order by id`,
    [bank.institution.tenantId],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['obligation.met', 'obligation.dueSoon', 'obligation.missed'],
  )
})
