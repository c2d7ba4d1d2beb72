import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import { contactBody, createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

test('who changes a contact after an approval does not redirect the approved payment', async () => {
  const customer = { legalEntityAccessSettings: { paymentDualApproval: true } }
  const payer = await createPayer(service, { customer })
  const legalEntityId = BigInt(payer.customerUID)
  const [maker, checker] = [
    await service.createClient(service.tenant, { legalEntityId }),
    await service.createClient(service.tenant, { legalEntityId }),
  ]
  const paymentDate = inDays(30)
  const body = creditBody(payer, { paymentDate })
  const { paymentUID } = dataOf(await service.call('POST', '/v3/payments/creditrequest', body, { client: maker }))
  const path = `/v3/payments/${paymentUID}`
  const seen = dataOf(await service.call('GET', path, undefined, { client: checker }))
  dataOf(await service.call('PUT', `${path}/approve`, {}, { client: checker }))

  const contactBank = { ...contactBody().contactBank, accountNo: '666000666' }
  const changed = contactBody({ name: 'Someone Else', contactBank })
  const contact = `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  dataOf(await service.call('PUT', contact, changed, { client: maker }))
  const now = dataOf(await service.call('GET', path, undefined, { client: checker }))
  const paid = ({ beneficiaryName, receiverAccountNumber }: Record<string, string>) => [
    beneficiaryName,
    receiverAccountNumber,
  ]
  assert.deepEqual(paid(now), paid(seen))
  assert.notEqual(now.receiverAccountNumber, '666000666')
})
