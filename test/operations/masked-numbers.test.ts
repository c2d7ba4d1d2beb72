import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { dataOf } from '../support/answers.ts'
import { type Given, makersOf, sampleRequest } from '../support/operation-samples.ts'
import {
  createPayer,
  creditBody,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

/**
 * Whoever lacks Customers.View_Account_Number sees no whole account number of anybody: not in the
 * reply of any operation, whatever its field is called.
 */

let service: TestService
let given: Given
let masked: TestClient
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service, { balance: 1_000_000 })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer)))
  given = { ...payer, paymentUID, ...(await makersOf(service, service.tenant)) }
  const entitlements = ENTITLEMENTS.filter((name) => name !== 'Customers.View_Account_Number')
  masked = await service.createClient(service.tenant, { entitlements })
})
after(() => service.stop())

/** What the reply is for: the bytes of a file or message, under an entitlement of their own. */
const WHOLE = new Set(['getRailFileContent', 'getRailMessageContent'])

/** Too short to be told from another number. */
const MIN_LENGTH = 8

/** Every account number that the bank knows, of customers, contacts and strangers. */
async function numbers(): Promise<string[]> {
  const { tenantId } = service.tenant.institution
  const read = (sql: string) => service.app.db.read((db) => db.query<{ accountNumber: string }>(sql, [tenantId]))
  const rows = await Promise.all(
    ['accounts', 'contacts', 'receipts', 'payment_requests'].map((table) =>
      read(`select tenant_id, id, account_number from ${table} where tenant_id = $1`),
    ),
  )
  const found = rows.flat().map(({ accountNumber }) => accountNumber)
  return [...new Set(found)].filter((number) => number !== null && number.length >= MIN_LENGTH)
}

async function replyTo(operation: Operation): Promise<string> {
  const { method, paths, body } = await sampleRequest(operation, given)
  const reply = await service.call(method, paths[0]!, body, { client: masked })
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return JSON.stringify(reply.body) ?? ''
}

for (const operation of operations.filter(({ id }) => !WHOLE.has(id)))
  test(`${operation.id} shows no whole account number without the entitlement`, async () => {
    const text = await replyTo(operation)
    const shown = (await numbers()).filter((number) => text.includes(number))
    assert.deepEqual(shown, [], text)
  })

test('the numbers that are looked for are those of the bank, and a masked reply has their last digits', async () => {
  const path = `/customers/${given.customerUID}/contacts/${given.contactUID}`
  const { contactBank } = dataOf(await service.call('GET', path))
  assert.ok((await numbers()).includes(contactBank.accountNo))
  const { contactBank: seen } = dataOf(await service.call('GET', path, undefined, { client: masked }))
  assert.equal(seen.accountNo, `****${contactBank.accountNo.slice(-4)}`)
})
