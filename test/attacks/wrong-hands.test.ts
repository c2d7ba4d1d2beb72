import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { outstandingSweeps } from '../../src/outstanding/outstanding.jobs.ts'
import { verifyPayments } from '../../src/payments/history/verify-payments.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type CautiousBank, openCautiousBank } from '../support/cautious-customer.ts'
import { eventually } from '../support/eventually.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { ruleBody } from '../support/operation-samples.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import { contactBody, type Payer, type TestClient } from '../support/test-service.ts'

/** What an actor in the wrong hands set up is found and cancelled in one step. */

const MONDAY = '2027-01-04T17:00:00Z'
const OUTSTANDING = '/v1/institution/outstanding'
let bank: CautiousBank
before(async () => {
  bank = await openCautiousBank(MONDAY)
})
after(() => bank.service.stop())

type Actor = { apiKey: string } | { customerUID: string } | { userUID: string }

const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))
const look = async (actor: Actor, more = '') =>
  dataOf(await bank.call('GET', `${OUTSTANDING}?page=1&limit=1000&${new URLSearchParams(actor)}${more}`))
const askToCancel = (actor: Actor, client?: TestClient) =>
  bank.call('POST', `${OUTSTANDING}/cancel`, { ...actor, reason: 'the secret was stolen' }, client)
const view = async (uid: string) =>
  dataOf(await bank.call('GET', `${OUTSTANDING}/cancellations/${uid}?page=1&limit=1000`))

/** Passes of the worker over cancellations, until one finds nothing to do. */
async function workOff(): Promise<void> {
  const { app } = bank.service
  const sweep = sweepNamed(outstandingSweeps, 'outstanding: cancel what stopped actors set up')
  for (let pass = 0; pass < 100; pass++) {
    const institution = await app.db.read((db) => readInstitution(db, tenantId()))
    if ((await sweep.run(app, institution)) === 0) return
  }
  throw new Error('the cancellation does not end')
}
const tenantId = () => bank.service.tenant.institution.tenantId

async function runSweep(name: string): Promise<void> {
  const { app } = bank.service
  const institution = await app.db.read((db) => readInstitution(db, tenantId()))
  await sweepNamed(paymentLifeSweeps, `payments: ${name}`).run(app, institution)
}

/** The institution lets what a revoked client made go on. */
async function letContinue(work: () => Promise<void>): Promise<void> {
  const set = async (clientRevoked: string) =>
    dataOf(await bank.call('PUT', '/v1/institution', { stoppedMakers: { clientRevoked } }))
  await set('Continue')
  try {
    await work()
  } finally {
    await set('Hold')
  }
}

const untilLockWaits = (count: number) =>
  eventually(`${count} statements wait for a lock`, async () => (await countLockWaits(bank.service.query)) >= count)

async function cancelAll(actor: Actor) {
  const { cancellationUID } = dataOf(await askToCancel(actor))
  await workOff()
  return view(cancellationUID)
}

async function statesOf(client: TestClient): Promise<Record<string, number>> {
  const rows = await bank.service.query<{ status: string; count: string }>(
    `select s.status, count(*) from payment_states s join payments p on p.tenant_id = s.tenant_id and p.id = s.payment_id
     where p.created_by = $1 group by s.status`,
    [client.apiKey],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

const newCustomer = () => bank.customer({})
const payMany = (payer: Payer, client: TestClient, count: number, fields: object = {}) =>
  Promise.all(Array.from({ length: count }, () => bank.pay(payer, client, { paymentAmount: 1, ...fields })))

async function heldOf({ customerUID, accountUID }: Payer): Promise<string> {
  const [row] = await bank.service.query<{ held: string }>(
    `select (debits_pending + credits_pending)::text as held from ledger_accounts where id = $1`,
    [accountUID],
  )
  assert.ok(row, customerUID)
  return row.held
}

test('a thousand payments that a revoked client scheduled are found, counted, and cancelled in one step', async () => {
  const { ada: thief, bob, ...payer } = await newCustomer()
  await payMany(payer, thief, 1000)
  const [innocent] = await payMany(payer, bob, 1)
  await revoke(thief)
  const { isStopped, summary, items } = await look({ apiKey: thief.apiKey })
  const found = { kind: 'Payment', remedy: 'Cancel', count: 1000, currency: 'USD', amount: '1000.00' }
  assert.deepEqual([isStopped, summary.totals, items.length], [true, [found], 1000])
  const done = await cancelAll({ apiKey: thief.apiKey })
  assert.equal(done.status, 'Done')
  assert.deepEqual(done.summary.totals, [
    { kind: 'Payment', outcome: 'Cancelled', count: 1000, currency: 'USD', amount: '1000.00' },
  ])
  assert.deepEqual(await statesOf(thief), { CANCELLED: 1000 })
  assert.equal(await bank.statusOf(innocent!), 'FUTURE_DATED')
  const [{ records }] = (await bank.service.query<{ records: string }>(
    `select count(distinct subject_id) as records from audit_log where action = 'payment.cancelled' and actor = $1
       and subject_id = any($2)`,
    [bank.service.tenant.client.apiKey, items.map(({ uid }: { uid: string }) => uid)],
  )) as [{ records: string }]
  assert.equal(Number(records), 1000)
  assert.deepEqual((await look({ apiKey: thief.apiKey })).summary.totals, [])
})

test("a thief's second client is found, and what that one set up, too", async () => {
  const { ...payer } = await newCustomer()
  const thief = await bank.service.createClient(bank.service.tenant, {})
  const asked = { name: 'accomplice', entitlements: ['Payments.Initiate_Payments'], customerUID: payer.customerUID }
  const second = dataOf(await bank.call('POST', '/v1/institution/api-clients', asked, thief), 201)
  const clients = async () => (await look({ apiKey: thief.apiKey }, '&kind=ApiClient')).items
  assert.deepEqual(
    (await clients()).map(({ uid, remedy }: { uid: string; remedy: string }) => [uid, remedy]),
    [[second.apiKey, 'Revoke']],
  )
  // One whose secret it was shown counts as well, whoever created it.
  const third = await bank.clientOf(payer)
  dataOf(await bank.call('POST', `/v1/institution/api-clients/${third.apiKey}/rotate`, { overlapSeconds: 0 }, thief))
  assert.deepEqual(
    new Set((await clients()).map(({ uid }: { uid: string }) => uid)),
    new Set([second.apiKey, third.apiKey]),
  )
  await revoke(thief)
  const done = await cancelAll({ apiKey: thief.apiKey })
  assert.deepEqual(
    done.items.map(({ kind, outcome, remedy }: Record<string, string>) => [kind, outcome, remedy]),
    [
      ['ApiClient', 'NotCancelled', 'Revoke'],
      ['ApiClient', 'NotCancelled', 'Revoke'],
    ],
  )
})

test('a series that a thief only extended is cancelled with all its payments, as one it began', async () => {
  const { ada, bob: thief, ...payer } = await newCustomer()
  const series = await bank.begin(payer, ada, 2, { paymentAmount: 1 })
  const own = await bank.begin(payer, thief, 3, { paymentAmount: 1 })
  dataOf(await bank.setEnd(series, 40, thief))
  await revoke(thief)
  const { summary } = await look({ apiKey: thief.apiKey }, '&kind=Series')
  assert.deepEqual(summary.totals, [{ kind: 'Series', remedy: 'Cancel', count: 2, currency: 'USD', amount: '2.00' }])
  const done = await cancelAll({ apiKey: thief.apiKey })
  assert.equal(done.status, 'Done')
  await bank.workAt('2027-01-05T17:00:00Z')
  const ids = [series.recurranceId, own.recurranceId]
  const rows = await bank.service.query<{ status: string }>(
    'select status from payment_recurrences where number = any($1::bigint[])',
    [ids],
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['Cancelled', 'Cancelled'],
  )
  bank.clock.set(MONDAY)
})

test("a thief's rule, webhook, proposal and payment file are switched off and rejected", async () => {
  const { ada: thief, ...payer } = await newCustomer()
  const make = async (path: string, body: object, status = 200) =>
    dataOf(await bank.call('POST', path, body, thief), status)
  const { ruleUID } = await make('/v2/positivepay/rules', ruleBody(payer.accountNumber))
  const hooks = `/v1/customers/${payer.customerUID}/webhooks`
  const { webhookUID } = await make(hooks, { url: 'https://thief.example/hook', eventTypes: ['payment.*'] }, 201)
  const content = `externalReferenceId,amount,currency,speed,contactUID\nfile-1,0.01,USD,Economy,${payer.contactUID}`
  const files = `/v1/payments/customers/${payer.customerUID}/files/csv`
  const { fileUID } = await make(files, { fileName: 'f.csv', content, senderAccountUID: payer.accountUID }, 201)
  await bank.ask(payer, { beneDualApproval: true })
  const { approvalUID } = await make(`/customers/${payer.customerUID}/contacts`, contactBody())
  await revoke(thief)
  const found = (await look({ apiKey: thief.apiKey })).items.map(({ kind, uid }: Record<string, string>) => [kind, uid])
  assert.deepEqual(found, [
    ['PaymentFile', fileUID],
    ['Proposal', approvalUID],
    ['PositivePayRule', String(ruleUID)],
    ['Webhook', webhookUID],
  ])
  const done = await cancelAll({ apiKey: thief.apiKey })
  assert.deepEqual(new Set(done.items.map(({ outcome }: { outcome: string }) => outcome)), new Set(['Cancelled']))
  const read = async (path: string) => dataOf(await bank.call('GET', path))
  assert.equal((await read(`/v1/institution/approvals/${approvalUID}`)).status, 'Rejected')
  assert.equal((await read(`${hooks}/${webhookUID}`)).status, 'Disabled')
  assert.equal((await read(`${files}/${fileUID}`)).status, 'REJECTED')
  const [rule] = await bank.service.query<{ status: string }>('select status from positive_pay_rules where id = $1', [
    ruleUID,
  ])
  assert.equal(rule?.status, 'Suspended')
})

test('a suspended customer stands for all its clients, and those of customers below it', async () => {
  const parent = await newCustomer()
  const { shortName } = dataOf(await bank.call('GET', `/v2/customers/${parent.customerUID}`))
  const child = await bank.customer({}, { parentEntityShortName: shortName })
  await payMany(parent, parent.ada, 1)
  await payMany(child, child.bob, 2)
  const actor = { customerUID: String(parent.customerUID) }
  assertRefused(await askToCancel(actor), { status: 409, code: 'INST001', says: 'nobody stopped this actor' })
  dataOf(await bank.call('PUT', `/v1/institution/customers/${parent.customerUID}/suspend`, { reason: 'fraud' }))
  const done = await cancelAll(actor)
  assert.deepEqual(done.summary.totals, [
    { kind: 'Payment', outcome: 'Cancelled', count: 3, currency: 'USD', amount: '3.00' },
  ])
})

test('nobody cancels for an actor that nobody stopped, nor for one whose secret only expired', async () => {
  const { ada, ...payer } = await newCustomer()
  const [uid] = await payMany(payer, ada, 1)
  const notStopped = { status: 409, code: 'INST001', says: 'nobody stopped this actor' }
  assertRefused(await askToCancel({ apiKey: ada.apiKey }), notStopped)
  await bank.service.query(`update api_clients set expires_at = now() - interval '1 second' where client_id = $1`, [
    ada.apiKey,
  ])
  assertRefused(await askToCancel({ apiKey: ada.apiKey }), notStopped)
  assertRefused(await askToCancel({ customerUID: payer.customerUID }), notStopped)
  const own = String(bank.service.tenant.institution.legalEntityId)
  assertRefused(await askToCancel({ customerUID: own }), { status: 400, code: 'INST001', says: 'no actor' })
  await workOff()
  assert.equal(await bank.statusOf(uid!), 'FUTURE_DATED')
})

test('what a request made that was admitted before the stop, and committed after, is found and cancelled, too', async () => {
  const { ada: thief, ...payer } = await newCustomer()
  await payMany(payer, thief, 2)
  // As the database is when such a request commits. A node remembers the revocations of the last
  // minutes, and would refuse the request.
  const setRevoked = (at: string | null) =>
    tamper(bank.service, 'update api_clients set revoked_at = $2 where client_id = $1', [thief.apiKey, at])
  await setRevoked('2020-01-01')
  const { cancellationUID, summary } = dataOf(await askToCancel({ apiKey: thief.apiKey }))
  assert.equal(summary.totals[0].count, 2)
  await setRevoked(null)
  await payMany(payer, thief, 1)
  await setRevoked('2020-01-01')
  await workOff()
  assert.deepEqual(await statesOf(thief), { CANCELLED: 3 })
  assert.equal((await view(cancellationUID)).summary.totals[0].count, 3)
})

test('somebody of the customer neither sees nor cancels it, and nor does a client without the duty', async () => {
  const { ada: thief, bob, ...payer } = await newCustomer()
  const [uid] = await payMany(payer, thief, 1)
  await revoke(thief)
  assertRefused(await askToCancel({ apiKey: thief.apiKey }, bob), { status: 403, code: 'AUTH002' })
  const path = `${OUTSTANDING}?page=1&limit=10&apiKey=${thief.apiKey}`
  assertRefused(await bank.call('GET', path, undefined, bob), { status: 403, code: 'AUTH002' })
  const clerk = await bank.service.createClient(bank.service.tenant, { entitlements: ['Institution.View_Institution'] })
  assertRefused(await askToCancel({ apiKey: thief.apiKey }, clerk), { status: 403, code: 'AUTH002' })
  await workOff()
  assert.equal(await bank.statusOf(uid!), 'FUTURE_DATED')
})

test('a cancellation stops when its actor may act again, and when the one that asked for it is revoked', async () => {
  const { ada: thief, ...payer } = await newCustomer()
  const [first] = await payMany(payer, thief, 1)
  const actor = { customerUID: String(payer.customerUID) }
  const set = async (step: string) =>
    dataOf(
      await bank.call('PUT', `/v1/institution/customers/${payer.customerUID}/${step}`, {
        ...(step === 'suspend' && { reason: 'fraud' }),
      }),
    )
  await set('suspend')
  const early = dataOf(await askToCancel(actor))
  await set('activate')
  await workOff()
  const stopped = await view(early.cancellationUID)
  assert.deepEqual([stopped.status, stopped.statusReason], ['Stopped', 'the actor may act again'])
  await set('suspend')
  const colleague = await bank.service.createClient(bank.service.tenant, {})
  const { cancellationUID } = dataOf(await askToCancel(actor, colleague))
  await revoke(colleague)
  await workOff()
  const { status, statusReason } = await view(cancellationUID)
  assert.equal(status, 'Stopped')
  assert.match(statusReason, /may no longer act/)
  assert.equal(await bank.statusOf(first!), 'FUTURE_DATED')
  assert.equal((await cancelAll(actor)).status, 'Done')
  assert.equal(await bank.statusOf(first!), 'CANCELLED')
})

test('a repeated request returns the cancellation that runs, and one that is over can be repeated', async () => {
  const { ada: thief, ...payer } = await newCustomer()
  await payMany(payer, thief, 2)
  await revoke(thief)
  const actor = { apiKey: thief.apiKey }
  const [one, two] = [dataOf(await askToCancel(actor)), dataOf(await askToCancel(actor))]
  assert.equal(one.cancellationUID, two.cancellationUID)
  const racing = await Promise.all(Array.from({ length: 3 }, () => workOff()))
  assert.equal(racing.length, 3)
  assert.equal((await view(one.cancellationUID)).status, 'Done')
  const again = await cancelAll(actor)
  assert.deepEqual([again.status, again.summary.totals], ['Done', []])
})

test('a cancellation that waits for a file that is just collected neither loses nor doubles money', async () => {
  const { ada: thief, ...payer } = await newCustomer()
  const uids = await payMany(payer, thief, 60, { paymentDate: '2027-01-04', speed: 'Economy' })
  await letContinue(async () => {
    await runSweep('release payments')
    await revoke(thief)
    const { cancellationUID } = dataOf(await askToCancel({ apiKey: thief.apiKey }))
    bank.clock.advance({ seconds: 10 })
    const other = new pg.Client({ connectionString: bank.service.databaseUrl })
    await other.connect()
    try {
      // The file has taken the payments, and cannot commit yet.
      await other.query('begin; lock table giro.ach_files in exclusive mode')
      const collecting = runSweep('collect ACH entries')
      await untilLockWaits(1)
      const cancelling = workOff()
      await untilLockWaits(2)
      await other.query('rollback')
      await Promise.all([collecting, cancelling])
    } finally {
      await other.end()
    }
    assert.deepEqual(await statesOf(thief), { READY_TO_TRANSMIT: uids.length })
    const { status, items } = await view(cancellationUID)
    assert.equal(status, 'Done')
    const outcomes = items.map(({ outcome, remedy }: Record<string, string>) => `${outcome} ${remedy}`)
    assert.deepEqual([outcomes.length, new Set(outcomes)], [uids.length, new Set(['NotCancelled RequestReturn'])])
    assert.equal(await heldOf(payer), '6000')
    assert.deepEqual(await bank.service.app.db.read((db) => verifyPayments(db, tenantId())), [])
  })
})

test('what is in a committed file, but not yet handed over, is not cancelled, leaves once, and says what to do', async () => {
  const { ada: thief, ...payer } = await newCustomer()
  await payMany(payer, thief, 3, { paymentDate: '2027-01-04', speed: 'Economy' })
  await letContinue(async () => {
    await runSweep('release payments')
    await revoke(thief)
    // Noted before the file was committed.
    const { cancellationUID, items } = dataOf(await askToCancel({ apiKey: thief.apiKey }))
    assert.deepEqual(new Set(items.map(({ remedy }: { remedy: string }) => remedy)), new Set(['Cancel']))
    bank.clock.advance({ seconds: 10 })
    await runSweep('collect ACH entries')
    assert.deepEqual(await statesOf(thief), { READY_TO_TRANSMIT: 3 })
    const [{ remedy }] = (await look({ apiKey: thief.apiKey })).summary.totals
    assert.equal(remedy, 'RequestReturn')
    await workOff()
    const done = await view(cancellationUID)
    for (const item of done.items)
      assert.deepEqual(
        [item.outcome, item.remedy, item.why],
        ['NotCancelled', 'RequestReturn', 'the payment is already in a file to the ACH operator'],
      )
    assert.equal(await heldOf(payer), '300')
    await bank.workAt('2027-01-04T17:05:00Z')
    assert.ok(!(await statesOf(thief)).CANCELLED)
  })
})
