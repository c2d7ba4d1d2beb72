import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { checkDigitOf } from '../../src/accounts/domain/account-number.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  accountBody,
  consumerBody,
  customerBody,
  startTestService,
  type TestClient,
  type TestService,
  unnumberedBody,
} from '../support/test-service.ts'

let service: TestService
let customerUID: string
let own: TestClient
before(async () => {
  service = await startTestService()
  customerUID = await createCustomer()
  own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
})
after(() => service.stop())

const createCustomer = async (): Promise<string> =>
  dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
const open = (body: object, client?: TestClient, version = '/v3') =>
  service.call('POST', `${version}/customers/${customerUID}/accounts`, body, { client })
const opened = async (body: object, client?: TestClient): Promise<string> =>
  dataOf(await open(body, client), 201).accountUID
const path = (accountUID: string, version = '/v3') => `${version}/customers/${customerUID}/accounts/${accountUID}`
const numberOf = async (accountUID: string): Promise<string> =>
  dataOf(await service.call('GET', path(accountUID))).accountNumber
const notYours = { status: 403, code: 'AUTH002', says: 'accountNumber: the institution gives the numbers' }
const quarantined = { status: 409, code: 'ACC001', says: 'a closed account had this accountNumber' }

for (const version of ['/v3', '/v2', ''])
  test(`a customer's client cannot choose an account number, over ${version || 'unversioned'} paths`, async () => {
    const body = accountBody({ externalReferenceId: randomUUID() })
    assertRefused(await open(body, own, version), notYours)
    // The name of another core does not help: the number is still one of this bank.
    assertRefused(await open({ ...body, systemOfRecords: 'Other Core' }, own, version), notYours)
  })

test("a customer's client cannot choose the number of a consumer's account", async () => {
  const reply = await service.call('POST', '/api/user-management/v1/consumers/users', consumerBody(), { client: own })
  assert.equal(reply.status, 400)
  assert.match(reply.body.message, /the institution gives the numbers/)
})

test('a client of the bank without Accounts.Choose_Account_Number cannot choose an account number', async () => {
  const client = await service.createClient(service.tenant, { entitlements: ['Accounts.Manage_Account'] })
  assertRefused(await open(accountBody(), client), notYours)
  const accountUID = await opened(unnumberedBody(), client)
  const { accountNumber } = accountBody()
  assertRefused(await service.call('PATCH', path(accountUID), { accountNumber }, { client }), notYours)
})

test('a customer cannot give a role the right to choose account numbers; a role of the bank can have it', async () => {
  const body = () => ({
    externalReferenceId: 'role',
    name: `Role ${randomUUID().replaceAll('-', '')}`,
    description: 'test',
    applications: [{ name: 'Accounts', entitlements: ['Choose_Account_Number'] }],
  })
  const roles = (uid: string) => `/api/user-management/v1/customers/${uid}/roles`
  for (const client of [own, service.tenant.client]) {
    const reply = await service.call('POST', roles(customerUID), body(), { client })
    assert.equal(reply.status, 400)
    assert.match(
      reply.body.message,
      /only a role of the institution's own entity can have Accounts\.Choose_Account_Number/,
    )
  }
  const ofBank = String(service.tenant.institution.legalEntityId)
  assert.equal((await service.call('POST', roles(ofBank), body())).status, 201)
})

test('numbers that the bank gives have a check digit and do not follow each other', async () => {
  const numbers: string[] = []
  for (let count = 0; count < 5; count++) numbers.push(await numberOf(await opened(unnumberedBody(), own)))
  for (const number of numbers) assert.equal(checkDigitOf(number.slice(0, -1)), number.at(-1))
  assert.equal(new Set(numbers.map((number) => number.slice(0, 6))).size, 5)
})

test('numbers that the bank gives follow its scheme, which it can change', async () => {
  const tenant = await service.createTenant(`scheme-${randomUUID()}`)
  const { client } = tenant
  const change = (scheme: object) => service.call('PUT', '/v1/institution', { accountNumbers: { scheme } }, { client })
  dataOf(await change({ prefix: '4400', length: 14 }))
  assertRefused(await change({ prefix: '44000000', length: 8 }), { status: 400, code: 'INST001', says: 'six digits' })
  const { customerUID: uid } = dataOf(await service.call('POST', '/v2/customers', customerBody(), { client }))
  const { accountUID } = dataOf(
    await service.call('POST', `/v3/customers/${uid}/accounts`, unnumberedBody(), { client }),
    201,
  )
  const account = dataOf(
    await service.call('GET', `/v3/customers/${uid}/accounts/${accountUID}`, undefined, { client }),
  )
  assert.match(account.accountNumber, /^4400[0-9]{10}$/)
})

for (const [how, giveUp] of [
  ['deleted', (uid: string) => service.call('DELETE', path(uid, '/v2'))],
  ['renumbered', (uid: string) => service.call('PATCH', path(uid), { accountNumber: accountBody().accountNumber })],
] as const)
  test(`nobody can take the number of a ${how} account, not even the bank's administrator`, async () => {
    const body = accountBody()
    const accountUID = await opened(body)
    dataOf(await giveUp(accountUID))
    assertRefused(await open(body), quarantined)
    const other = await opened(unnumberedBody())
    const { accountNumber } = body
    assertRefused(await service.call('PATCH', path(other), { accountNumber }), quarantined)
    assert.notEqual(await numberOf(other), accountNumber)
  })

test('an account that was renumbered can take its own old number back', async () => {
  const body = accountBody()
  const accountUID = await opened(body)
  for (const { accountNumber } of [accountBody(), body])
    dataOf(await service.call('PATCH', path(accountUID), { accountNumber }))
  assert.equal(await numberOf(accountUID), body.accountNumber)
})

test('a number stays in quarantine until the last day of the seventh year after the closing, not the deletion', async () => {
  const body = accountBody()
  const accountUID = await opened(body)
  dataOf(await service.call('PATCH', path(accountUID), { action: 'Close', reason: 'test' }))
  const closedAt = (years: number, days: number) =>
    service.query(
      `update retired_account_numbers set retired_at = $4::timestamptz - make_interval(years => $2) + make_interval(days => $3)
       where account_id = $1`,
      [accountUID, years, days, service.app.clock.now()],
    )
  await closedAt(7, 1)
  dataOf(await service.call('DELETE', path(accountUID, '/v2')))
  assertRefused(await open(body), quarantined)
  await closedAt(7, -1)
  await opened(body)
})

test('a deletion at the same moment does not free the number', async () => {
  for (let round = 0; round < 5; round++) {
    const body = accountBody()
    const accountUID = await opened(body)
    const [, taken] = await Promise.all([service.call('DELETE', path(accountUID, '/v2')), open(body)])
    assert.equal(taken.status, 409)
  }
})

test('an account at another bank keeps its number, and can be linked again', async () => {
  const elsewhere = accountBody({ systemOfRecords: 'External', routingNumber: '091000019' })
  const accountUID = await opened(elsewhere, own)
  assert.equal(await numberOf(accountUID), elsewhere.accountNumber)
  dataOf(await service.call('DELETE', path(accountUID, '/v2'), undefined, { client: own }))
  await opened(elsewhere, own)
})

test('a customer cannot move its account at another bank to the number of an account of this bank', async () => {
  const accountUID = await opened(accountBody({ systemOfRecords: 'External', routingNumber: '091000019' }), own)
  const { routingNumber } = service.tenant.institution
  const moved = { systemOfRecords: 'Other Core', routingNumber, accountNumber: accountBody().accountNumber }
  assertRefused(await service.call('PATCH', path(accountUID), moved, { client: own }), {
    status: 403,
    code: 'CUST001',
    says: 'routingNumber',
  })
})
