import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readInstitution } from '../../src/institution/institution.store.ts'
import { outstandingSweeps } from '../../src/outstanding/outstanding.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { assertOneLine, type GiroHome, openGiroHome } from '../support/giro-process.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/** `giro outstanding`, for an operator without an administrator at hand. */

let service: TestService
let home: GiroHome
let payer: Payer
before(async () => {
  service = await startTestService({ worker: false })
  home = await openGiroHome()
  payer = await createPayer(service, { balance: 1000 })
})
after(async () => {
  await home.close()
  await service.stop()
})

const run = (...flags: string[]) =>
  home.run(['outstanding', ...flags], {
    GIRO_DATABASE_URL: service.databaseUrl,
    GIRO_ENCRYPTION_KEY: service.encryptionKey,
  })
const ofThis = (...flags: string[]) => run('--institution', service.tenant.institution.code, ...flags)

async function printed(...flags: string[]) {
  const { code, stdout, stderr } = await ofThis(...flags)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return JSON.parse(stdout)
}
const REASON = ['--reason', 'the secret was stolen']

/** A client of the customer, with two payments of next week. */
async function thief(): Promise<{ client: TestClient; uids: string[] }> {
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const uids = []
  for (let count = 0; count < 2; count++) {
    const body = creditBody(payer, { paymentAmount: 1, paymentDate: inDays(7) })
    uids.push(dataOf(await service.call('POST', '/payments/creditrequest', body, { client })).paymentUID)
  }
  return { client, uids }
}
const revoke = async ({ apiKey }: TestClient) =>
  dataOf(await service.call('POST', `/v1/institution/api-clients/${apiKey}/revoke`))

async function statesOf(uids: string[]): Promise<string[]> {
  const rows = await service.query<{ status: string }>(
    'select distinct status from payment_states where payment_id = any($1::uuid[])',
    [uids],
  )
  return rows.map(({ status }) => status)
}
async function workOff(): Promise<void> {
  const { app, tenant } = service
  const institution = await app.db.read((db) => readInstitution(db, tenant.institution.tenantId))
  for (const { run: sweep } of outstandingSweeps)
    for (let passes = 0; (await sweep(app, institution)) > 0; passes++) assert.ok(passes < 10, 'it does not end')
}

test('outstanding prints what a client, or its customer, set up, with the totals of all of it', async () => {
  const { client, uids } = await thief()
  const shown = await printed('--client', client.apiKey)
  const totals = [{ kind: 'Payment', remedy: 'Cancel', count: 2, currency: 'USD', amount: '2.00' }]
  assert.deepEqual([shown.apiKey, shown.isStopped, shown.summary], [client.apiKey, false, { totals }])
  assert.deepEqual(shown.items.map(({ uid }: { uid: string }) => uid).sort(), uids.toSorted())
  const ofCustomer = await printed('--customer', payer.customerUID)
  assert.deepEqual([ofCustomer.customerUID, ofCustomer.summary.totals], [payer.customerUID, totals])
  await revoke(client)
  assert.equal((await printed('--client', client.apiKey)).isStopped, true)
  assert.deepEqual(await statesOf(uids), ['FUTURE_DATED'], 'to look cancels nothing')
})

test('outstanding --cancel lets the workers cancel what a revoked client set up, and can be repeated', async () => {
  const { client, uids } = await thief()
  const other = await thief()
  await revoke(client)
  const cancel = ['--client', client.apiKey, '--cancel', ...REASON]
  const begun = await printed(...cancel)
  assert.deepEqual([begun.status, begun.requestedBy, begun.reason], ['Running', 'operator', 'the secret was stolen'])
  assert.deepEqual(
    begun.summary.totals.map(({ outcome, count }: Record<string, unknown>) => [outcome, count]),
    [['Open', 2]],
  )
  assert.equal((await printed(...cancel)).cancellationUID, begun.cancellationUID)
  await workOff()
  assert.deepEqual([await statesOf(uids), await statesOf(other.uids)], [['CANCELLED'], ['FUTURE_DATED']])
  assert.deepEqual((await printed('--client', client.apiKey)).summary.totals, [])
  const records = await service.query<{ action: string }>(
    `select action from audit_log where subject_id = $1 and actor = 'operator'`,
    [begun.cancellationUID],
  )
  assert.deepEqual(
    records.map(({ action }) => action),
    ['outstanding.cancellation.requested'],
  )
})

test('outstanding --cancel is refused for an actor that nobody stopped, and cancels nothing', async () => {
  const { client, uids } = await thief()
  const actors = [
    ['--client', client.apiKey],
    ['--customer', payer.customerUID],
  ]
  for (const actor of actors)
    assertOneLine(await ofThis(...actor, '--cancel', ...REASON), /nobody stopped this actor\. First revoke/)
  await workOff()
  assert.deepEqual(await statesOf(uids), ['FUTURE_DATED'])
  const begun = await service.query('select from outstanding_cancellations where actor_id = any($1)', [
    [client.apiKey, payer.customerUID],
  ])
  assert.equal(begun.length, 0)
})

test('outstanding names what does not exist', async () => {
  const ownEntity = String(service.tenant.institution.legalEntityId)
  const unknown: [string[], RegExp][] = [
    [['--client', 'nobody'], /no API client has this apiKey/],
    [['--user', '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'], /no user has this userId/],
    [['--user', 'nobody'], /no user has this userId/],
    [['--customer', '999999999999999999'], /no customer has this customerUID/],
    [['--customer', ownEntity], /the institution as a whole is no actor/],
  ]
  for (const [actor, says] of unknown) {
    assertOneLine(await ofThis(...actor), says)
    assertOneLine(await ofThis(...actor, '--cancel', ...REASON), says)
  }
  assertOneLine(await run('--institution', 'nowhere', '--client', 'nobody'), /institution nowhere does not exist/)
})

test('outstanding refuses wrong arguments in one line', async () => {
  const { apiKey } = service.tenant.client
  const one = ['--client', apiKey]
  const wrong: [string[], RegExp][] = [
    [[], /exactly one of --client, --user and --customer/],
    [[...one, '--customer', payer.customerUID], /exactly one of --client, --user and --customer/],
    [['--customer', 'acme'], /--customer.* digits/],
    [['--customer', '1'.repeat(30)], /--customer.* digits/],
    [[...one, '--cancel'], /--cancel needs a --reason/],
    [[...one, '--cancel', '--reason', ''], /--reason.* 1 to 200 characters/],
    [[...one, '--cancel', '--reason', 'x'.repeat(201)], /--reason.* 1 to 200 characters/],
    [[...one, ...REASON], /--reason is for --cancel/],
    [[...one, '--kind', 'Payment'], /unknown option '--kind'/],
    [[...one, 'Payment'], /too many arguments/],
    [['--client'], /argument missing/],
  ]
  for (const [flags, says] of wrong) assertOneLine(await ofThis(...flags), says)
  assertOneLine(await run(...one), /required option '--institution <code>'/)
})
