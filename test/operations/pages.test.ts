import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TSchema } from 'typebox'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type Given, makersOf, sampleRequest } from '../support/operation-samples.ts'
import { callChanged } from '../support/request-checks.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

/** A list gives its first page to a caller that names none; the search of customers needs one. */

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

const fieldsOf = (schema: TSchema | undefined) =>
  (schema as { properties?: Record<string, { default?: number }> } | undefined)?.properties ?? {}
const lists = operations.filter(({ query }) => 'limit' in fieldsOf(query))

for (const operation of lists) {
  const { id, query } = operation
  test(`${id}: ${id === 'searchCustomers' ? 'needs page and limit' : 'has a first page by default'}`, async () => {
    const sample = await sampleRequest(operation, given)
    const asked = new URLSearchParams(sample.paths[0]!.split('?')[1])
    for (const name of ['page', 'limit', 'records']) asked.delete(name)
    const { page, limit, ...body } = (sample.body ?? {}) as Record<string, unknown>
    const reply = await callChanged(service, operation, sample, { query: asked, ...(sample.body ? { body } : {}) })
    if (id === 'searchCustomers')
      return assertRefused(reply, { status: 400, code: 'CUST001', says: 'page is required; limit is required' })
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    const { pagination } = reply.body as { pagination?: { pageReturned: number; pageSize: number } }
    if ('page' in fieldsOf(query)) assert.deepEqual([pagination!.pageReturned, pagination!.pageSize], [1, 10])
  })
}

test('a page and a limit that are sent count, also one alone, and wrong ones are refused as before', async () => {
  const pageOf = async (query: string) => {
    const reply = await service.call('GET', `/v1/institution/ledger/accounts?${query}`)
    const { pageReturned, pageSize } = (reply.body as { pagination: Record<string, number> }).pagination
    return [pageReturned, pageSize]
  }
  assert.deepEqual(await pageOf('limit=3'), [1, 3])
  assert.deepEqual(await pageOf('page=2'), [2, 10])
  assert.deepEqual(await pageOf('page=2&limit=1000'), [2, 1000])
  for (const query of ['limit=0', 'limit=1001', 'page=0', 'page=', 'limit=ten', 'page=1e0'])
    for (const path of ['ledger/days', 'ledger/trial-balance', 'ledger/journal', 'ledger/exports'])
      if (path !== 'ledger/journal' || query.startsWith('limit'))
        assert.equal((await service.call('GET', `/v1/institution/${path}?${query}`)).status, 400, `${path}?${query}`)
})
