import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import { inDays } from '../support/clocks.ts'
import {
  createPayer,
  creditBody,
  customerBody,
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

const clientOf = ({ customerUID }: Pick<Payer, 'customerUID'>) =>
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

const suspend = ({ customerUID }: Pick<Payer, 'customerUID'>) =>
  service.call('PUT', `/v1/institution/customers/${customerUID}/suspend`, { reason: 'fraud' })
const statusOf = async ({ customerUID }: Pick<Payer, 'customerUID'>) =>
  dataOf(await service.call('GET', `/v2/customers/${customerUID}`)).status
const proposeName = ({ customerUID }: Pick<Payer, 'customerUID'>, client: TestClient, legalName: string) =>
  service.call('PUT', `/v2/customers/${customerUID}`, { legalName }, { client })

test('a customer that proposes a change of itself is suspended all the same', async () => {
  const payer = await createPayer(service)
  const client = await clientOf(payer)
  dataOf(await proposeName(payer, client, 'Renamed LLC'))
  assert.equal(await statusOf(payer), 'Pending')
  dataOf(await suspend(payer))
  assert.equal(await statusOf(payer), 'Suspended')
  assertRefused(await proposeName(payer, client, 'Renamed again LLC'), STOPPED)
  assertRefused(await pay('creditrequest', creditBody(payer), client), STOPPED)
})

test('neither the withdrawal nor the approval of that change lifts the suspension', async () => {
  for (const decision of ['reject', 'approve']) {
    const payer = await createPayer(service)
    const client = await clientOf(payer)
    const { approvalUID } = dataOf(await proposeName(payer, client, `Renamed ${decision} LLC`))
    dataOf(await suspend(payer))
    const path = `/v1/customers/${payer.customerUID}/approvals/customer/${approvalUID}`
    const { contentHash } = dataOf(await service.call('GET', path))
    assertRefused(await service.call('PUT', `${path}/reject`, { contentHash, reason: 'r' }, { client }), STOPPED)
    const decided = await service.call('PUT', `${path}/${decision}`, { contentHash, reason: 'r' })
    assert.equal(decided.status, decision === 'reject' ? 200 : 409, JSON.stringify(decided.body))
    assert.equal(await statusOf(payer), 'Suspended')
  }
})

test('a suspended customer with a change that waits is Pending once it is activated, and not Active', async () => {
  const payer = await createPayer(service)
  dataOf(await proposeName(payer, await clientOf(payer), 'Renamed later LLC'))
  dataOf(await suspend(payer))
  dataOf(await service.call('PUT', `/v1/institution/customers/${payer.customerUID}/activate`))
  assert.equal(await statusOf(payer), 'Pending')
})

test('a customer without an account, that pays from the accounts of those below it, is suspended', async () => {
  const holding = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  assert.equal(await statusOf(holding), 'New')
  const below = await createPayer(service, { customer: { parentEntityShortName: holding.shortName } })
  const client = await clientOf(holding)
  dataOf(await pay('creditrequest', creditBody(below), client))
  dataOf(await suspend(holding))
  assertRefused(await pay('creditrequest', creditBody(below), client), STOPPED)
})
