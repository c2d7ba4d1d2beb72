import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ENTITLEMENTS, isOfInstitution } from '../../src/tokens/entitlements.ts'
import { dataOf } from '../support/answers.ts'
import { customerBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const namesIn = (applications: { name: string; entitlements: string[] }[]) =>
  applications.flatMap(({ name, entitlements }) => entitlements.map((entitlement) => `${name}.${entitlement}`)).sort()

test('the institution sees every entitlement, and a customer those that its roles can have', async () => {
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const path of ['/applications', '/v1/applications', '/api/user-management/v1/applications']) {
    assert.deepEqual(namesIn((await service.call('GET', path)).body.applications), [...ENTITLEMENTS].sort())
    const own = (await service.call('GET', path, undefined, { client })).body.applications
    assert.deepEqual(namesIn(own), ENTITLEMENTS.filter((one) => !isOfInstitution(one)).sort())
  }
})

test('a role with an application as it is listed is taken', async () => {
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const { applications } = (await service.call('GET', '/applications', undefined, { client })).body
  const body = { externalReferenceId: 'all', name: 'Everything', description: 'all', applications }
  const path = `/api/user-management/v1/customers/${customerUID}/roles`
  assert.equal((await service.call('POST', path, body)).status, 201)
})
