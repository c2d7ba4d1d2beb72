import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPayer, creditBody, startTestService, type TestService } from './support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

test('a payment holds its amount and is answered VALIDATED', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const created = await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 40.25 }))
  assert.equal(created.status, 200)
  assert.equal(created.body.status, 'Success')
  assert.equal(created.body.data.paymentStatus, 'VALIDATED')
  const account = await service.call(
    'GET',
    `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}?includeAccountBalance=true`,
  )
  assert.equal(account.body.data.availableBalance, '59.75')
  assert.equal(account.body.data.ledgerBalance, '100.00')
})
