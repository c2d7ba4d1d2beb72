import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createIdentityProvider, exchange, signIn } from '../support/identity-provider.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

const BASE = '/api/user-management/v1/customers'
let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService()
  customerUID = await newCustomer()
})
after(() => service.stop())

async function newCustomer(): Promise<string> {
  const { customerUID: id } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  const applications = [{ name: 'Payments', entitlements: ['View_Payments'] }]
  const body = { externalReferenceId: 'r', name: 'Clerk', description: 'r', applications }
  assert.equal((await service.call('POST', `${BASE}/${id}/roles`, body)).status, 201)
  return String(id)
}

const create = (loginId: string, id = customerUID) =>
  service.call('POST', `${BASE}/${id}/users`, {
    ...{ externalReferenceId: 'u', loginId, firstName: 'Ada', lastName: 'Lund', email: 'ada@x.example' },
    roleNames: ['Clerk'],
  })
async function active(loginId: string): Promise<string> {
  const reply = await create(loginId)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  const path = `${BASE}/${customerUID}/users/${reply.body.userId}/activate`
  assert.equal((await service.call('PUT', path)).status, 204)
  return reply.body.userId
}
const found = async (loginId: string): Promise<string[]> => {
  const reply = await service.call('POST', `${BASE}/${customerUID}/users/search`, { loginId })
  return reply.body.data.map(({ userId }: { userId: string }) => userId)
}

test('logins that differ in case alone are one user, in every customer and when they come at once', async () => {
  const userId = await active('Ada.Lund')
  for (const loginId of ['ada.lund', 'ADA.LUND', 'Ada.Lund'])
    for (const id of [customerUID, await newCustomer()])
      assertRefused(await create(loginId, id), { status: 409, code: '', says: 'already has this loginId' })
  for (const loginId of ['ada.lund', 'ADA.LUND', 'Ada.Lund']) assert.deepEqual(await found(loginId), [userId])
  const at = await Promise.all(['Rush', 'rush', 'RUSH', 'rUSH'].map((loginId) => create(loginId)))
  assert.deepEqual(at.map(({ status }) => status).sort(), [201, 409, 409, 409])
  assertRefused(await create('MANAGER'), { status: 409, code: '' })
})

test('a relationship manager is named by its login in any case', async () => {
  const named = (relationshipManager: string) =>
    service.call('POST', '/v2/customers', customerBody({ relationshipManager }))
  assert.equal((await named('Manager')).status, 200)
  assertRefused(await named('Manager2'), { status: 400, code: 'CUST001', says: 'Manager2' })
})

test('users whose logins differed in case before keep them, and only the exact spelling signs them in', async () => {
  const [first, later] = [await active('old.twin'), await active('other.twin')]
  await service.query(`update users set login_twin = 'First' where id = $1`, [first])
  await service.query(`update users set login_id = 'Old.Twin', login_twin = 'Later' where id = $1`, [later])
  const alone = await active('Alone')
  const provider = await createIdentityProvider(service)
  const { client } = service.tenant
  const path = `/v1/institution/api-clients/${client.apiKey}`
  dataOf(await service.call('PUT', path, { identityProvider: provider.registration }))
  const userOf = async (loginId: string) => {
    const { token } = await signIn(service, client, await provider.assert(loginId))
    return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub
  }
  assert.deepEqual([await found('old.twin'), await found('Old.Twin'), await found('OLD.TWIN')], [[first], [later], []])
  assert.deepEqual([await userOf('old.twin'), await userOf('Old.Twin')], [first, later])
  assert.equal((await exchange(service, client, await provider.assert('OLD.TWIN'))).status, 400)
  assert.equal(await userOf('Alone'), alone)
  for (const other of ['ALONE', 'alone', 'old.Twin'])
    assert.equal((await exchange(service, client, await provider.assert(other))).status, 400, other)
  for (const loginId of ['OLD.TWIN', 'old.twin']) assertRefused(await create(loginId), { status: 409, code: '' })
})

test('a sign that folds into an ASCII letter names no login', async () => {
  const plain = await active('anSer')
  const longS = '\u017F'
  assert.deepEqual([await found('ANSER'), await found(`an${longS}er`)], [[plain], []])
})
