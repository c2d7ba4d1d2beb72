import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { assertOneLine, type GiroHome, openGiroHome } from '../support/giro-process.ts'
import {
  createPayer,
  customerBody,
  requestToken,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let home: GiroHome
before(async () => {
  service = await startTestService()
  home = await openGiroHome()
})
after(async () => {
  await home.close()
  await service.stop()
})

const run = (line: string) =>
  home.run(line.trim().split(' '), {
    GIRO_DATABASE_URL: service.databaseUrl,
    GIRO_ENCRYPTION_KEY: service.encryptionKey,
  })

interface Created {
  customerUID: string
  administrators: { name: string; apiKey: string; apiSecret: string }[]
  note: string
}

/** Creates an institution on the command line. */
async function create(code: string, flags: string): Promise<Created> {
  const line = `institution create --code ${code} --name ${code} --routing-number 061099995 ${flags}`
  const { code: exit, stdout, stderr } = await run(line)
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function signIn(code: string, credentials: { apiKey: string; apiSecret: string }): Promise<TestClient> {
  const reply = await requestToken(service.baseUrl, code, credentials)
  const { access_token: token } = (await reply.json()) as { access_token: string }
  return { ...credentials, token }
}

const get = async (path: string, client: TestClient) => dataOf(await service.call('GET', path, undefined, { client }))

test('a live institution starts with two administrators, dual control, and caps in its own currency', async () => {
  const { administrators, note } = await create('live', '')
  assert.deepEqual(
    administrators.map(({ name }) => name),
    ['Administrator 1', 'Administrator 2'],
  )
  assert.match(note, /what one changes, the other must approve/)
  const [one, other] = await Promise.all(administrators.map((credentials) => signIn('live', credentials)))
  const { dualControl, sandbox, adjustmentCaps } = await get('/v1/institution', one!)
  assert.deepEqual([dualControl, sandbox], [true, false])
  assert.deepEqual(adjustmentCaps, [{ currency: 'USD', perBooking: 100_000, perDay: 1_000_000 }])

  // Together they give the core banking system a client that pays.
  const body = { name: 'Core', entitlements: ['Payments.Initiate_Payments'] }
  const asked = await service.call('POST', '/v1/institution/api-clients', body, { client: one! })
  const { approvalUID } = dataOf(asked, 202)
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = await get(path, other!)
  const approve = (client: TestClient) => service.call('PUT', `${path}/approve`, { contentHash }, { client })
  assert.equal((await approve(one!)).status, 403)
  const approved = dataOf(await approve(other!))
  assert.deepEqual(approved.result.entitlements, ['Payments.Initiate_Payments'])
  const core = await signIn('live', { apiKey: approved.result.apiKey, apiSecret: approved.shownOnce.apiSecret })
  assert.ok(core.token)
})

test('an administrator manages customers and accounts, but cannot pay, approve payments, manage contacts or trade', async () => {
  const { administrators } = await create('roles', '--sandbox')
  const client = await signIn('roles', administrators[0]!)
  const body = customerBody({ relationshipManager: 'officer' })
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', body, { client }))
  for (const [method, path, entitlement] of [
    ['POST', '/payments/creditrequest', 'Payments.Initiate_Payments'],
    ['PUT', '/payments/0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d/approve', 'Payments.Approve_Payments'],
    ['POST', `/customers/${customerUID}/contacts`, 'Contacts.Manage_Contacts'],
    ['POST', '/v2/fx/quote', 'Foreign_Exchange.Create_Instruct_Trades'],
  ] as const) {
    const reply = await service.call(method, path, {}, { client })
    assert.equal(reply.status, 403, entitlement)
    assert.ok(JSON.stringify(reply.body).includes('does not have the entitlement'), entitlement)
  }
})

test('a sandbox with a single administrator needs no second person, and the command says what that gives up', async () => {
  const { administrators, note } = await create('alone', '--sandbox --single-administrator')
  assert.match(note, /One person can change everything alone/)
  assert.equal(administrators.length, 1)
  const client = await signIn('alone', administrators[0]!)
  const { dualControl } = await get('/v1/institution', client)
  assert.equal(dualControl, false)
  await createPayer(service, { client, customer: { relationshipManager: 'officer' } })
  const everything = { name: 'Core', entitlements: ENTITLEMENTS }
  assert.equal((await service.call('POST', '/v1/institution/api-clients', everything, { client })).status, 201)
})

test('a live institution refuses a single administrator', async () => {
  const line = 'institution create --code solo --name Solo --routing-number 061099995 --single-administrator'
  assertOneLine(await run(line), /a live institution needs two administrators/)
  assert.deepEqual(await service.query(`select code from institutions where code = 'solo'`), [])
})

test('the audit log has each administrator that the command line created', async () => {
  const { administrators } = await create('audited', '')
  const client = await signIn('audited', administrators[0]!)
  const records = await get('/v1/institution/audit?action=api-client.created&page=1&limit=10', client)
  assert.deepEqual(
    records.map(({ actor, after }: { actor: string; after: { name: string } }) => `${actor} ${after.name}`).sort(),
    ['operator Administrator 1', 'operator Administrator 2'],
  )
  for (const { apiSecret } of administrators) assert.ok(!JSON.stringify(records).includes(apiSecret))
})

test('an administrator changes their own secret alone, but not that of the other one', async () => {
  const { administrators } = await create('rotated', '')
  const [own, other] = administrators
  const client = await signIn('rotated', own!)
  const rotate = ({ apiKey }: { apiKey: string }) =>
    service.call('POST', `/v1/institution/api-clients/${apiKey}/rotate`, { overlapSeconds: 0 }, { client })
  dataOf(await rotate(other!), 202)
  assert.ok((await signIn('rotated', other!)).token)
  const { apiSecret } = dataOf(await rotate(own!))
  assert.notEqual(apiSecret, own!.apiSecret)
  assert.equal((await requestToken(service.baseUrl, 'rotated', own!)).status, 401)
})

test('one administrator cannot switch dual control off alone', async () => {
  const { administrators } = await create('kept', '')
  const client = await signIn('kept', administrators[0]!)
  const off = await service.call('PUT', '/v1/institution', { dualControl: false }, { client })
  const { approvalUID } = dataOf(off, 202)
  const path = `/v1/institution/approvals/${approvalUID}`
  const { contentHash } = await get(path, client)
  assertRefused(await service.call('PUT', `${path}/approve`, { contentHash }, { client }), {
    status: 403,
    code: 'APPROVAL001',
  })
  assert.equal((await get('/v1/institution', client)).dualControl, true)
})
