import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import {
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

let service: TestService
/** A suspended customer, its client, and a customer below it with its own client. */
let parent: Payer
let parentClient: TestClient
let child: Payer
let childClient: TestClient

before(async () => {
  service = await startTestService()
  parent = await createPayer(service)
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${parent.customerUID}`))
  child = await createPayer(service, { customer: { parentEntityShortName: shortName } })
  parentClient = await clientOf(parent)
  childClient = await clientOf(child)
  await setState('suspend')
})
after(() => service.stop())

const clientOf = ({ customerUID }: Payer) =>
  service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
const setState = async (step: 'suspend' | 'activate') =>
  dataOf(
    await service.call(
      'PUT',
      `/v1/institution/customers/${parent.customerUID}/${step}`,
      step === 'suspend' ? { reason: 'fraud' } : undefined,
    ),
  )
const pay = (path: string, body: object, client: TestClient) =>
  service.call('POST', `/v3/payments/${path}`, body, { client })
const STOPPED = { status: 403, code: 'AUTH003', says: 'is suspended' }

test('the client of a suspended customer cannot pay, transfer or collect from the accounts of its children', async () => {
  const own = transferBody({ from: child.accountUID, to: parent.accountUID })
  assertRefused(await pay('creditrequest', creditBody(child), parentClient), STOPPED)
  assertRefused(await pay('creditrequest', creditBody(child, { paymentDate: inDays(300) }), parentClient), STOPPED)
  assertRefused(await pay('booktransfer', own, parentClient), STOPPED)
  assertRefused(await pay('debitrequest', debitBody(child), parentClient), STOPPED)
  const preview = dataOf(await pay('creditrequest/preview', creditBody(child), parentClient))
  assert.equal(preview.wouldBeRefused, true)
})

test('the child itself cannot pay either, and the bank still pays from its accounts', async () => {
  assertRefused(await pay('creditrequest', creditBody(child), childClient), STOPPED)
  dataOf(await pay('creditrequest', creditBody(child), service.tenant.client))
})

test('once the bank lifts the suspension, the parent and the child pay from the accounts of its children again', async () => {
  await setState('activate')
  dataOf(await pay('creditrequest', creditBody(child), parentClient))
  dataOf(await pay('creditrequest', creditBody(child), childClient))
  await setState('suspend')
})
