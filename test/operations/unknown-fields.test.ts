import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { accountBody, customerBody, startTestService, type TestService } from '../support/test-service.ts'

// An operation that ignores unknown fields (docs/decisions/0008) must not act on them: no schema
// has checked them.

let service: TestService
let customerUID: string
before(async () => {
  service = await startTestService()
  customerUID = dataOf(await service.call('POST', '/v2/customers', customerBody())).customerUID
})
after(() => service.stop())

const accountsPath = (version: string) => `/${version}/customers/${customerUID}/accounts`
const bodyV2 = (fields: object) => accountBody({ externalReferenceId: 'account-1', ...fields })

test('an update of a customer never changes its shortName', async () => {
  const path = `/v2/customers/${customerUID}`
  const before = dataOf(await service.call('GET', path))
  for (const shortName of ['another-name', { a: 1 }, null])
    dataOf(await service.call('PUT', path, { shortName, customerUID: '1', status: 'Suspended' }))
  assert.deepEqual(dataOf(await service.call('GET', path)), before)
})

test('an account created by v2 ignores fields that only v3 has', async () => {
  const ofV3 = {
    additionalAttributes: 'none',
    action: 'Explode',
  }
  const { accountUID } = dataOf(await service.call('POST', accountsPath('v2'), bodyV2(ofV3)))
  const path = `${accountsPath('v2')}/${accountUID}`
  dataOf(await service.call('PUT', path, { accountName: 'Renamed', ...ofV3 }))
  const account = dataOf(await service.call('GET', `${accountsPath('v3')}/${accountUID}`))
  assert.deepEqual([account.accountName, account.status, account.additionalAttributes], ['Renamed', 'Active', []])
})

test('a status change of an account by v2 changes nothing else', async () => {
  const { accountUID } = dataOf(await service.call('POST', accountsPath('v2'), bodyV2({ accountName: 'Operating' })))
  const path = `${accountsPath('v2')}/${accountUID}`
  dataOf(await service.call('PATCH', path, { action: 'Suspend', reason: 'stolen', accountName: 5, currency: 'EUR' }))
  const account = dataOf(await service.call('GET', path))
  assert.deepEqual([account.status, account.name, account.currency], ['Suspended', 'Operating', 'USD'])
})

test('an unknown query parameter is refused by name: it would not filter', async () => {
  const query = `page=1&limit=1&customerUID=${customerUID}`
  dataOf(await service.call('GET', `/v2/customers?${query}`))
  const reply = await service.call('GET', `/v2/customers?${query}&belongingTo=1&id=1`)
  assertRefused(reply, { status: 400, code: 'CUST001', says: 'belongingTo is not a field of this request' })
})

test('no body has alternatives of objects or lists, where unknown fields would be missed', () => {
  const alternatives = (schema: unknown): object[] => {
    if (schema === null || typeof schema !== 'object') return []
    const { anyOf = [] } = schema as { anyOf?: { properties?: object; items?: object }[] }
    return [
      ...anyOf.filter(({ properties, items }) => properties ?? items),
      ...Object.values(schema).flatMap(alternatives),
    ]
  }
  for (const { id, body, query } of operations) assert.deepEqual(alternatives([body, query]), [], id)
})

test('errors in the path and in the body are named together', async () => {
  const reply = await service.call('PUT', '/v2/customers/none', { legalName: 5 })
  assertRefused(reply, {
    status: 400,
    code: 'CUST001',
    says: 'customerUID must be digits; legalName must be of type string',
  })
})
