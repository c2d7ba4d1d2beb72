import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let colleague: TestClient
let desk: TestClient
before(async () => {
  service = await startTestService({ worker: false })
  colleague = await service.createClient(service.tenant, {})
  desk = await service.createClient(service.tenant, {})
})
after(() => service.stop())

const calledNumber = '(207) 555-0100'
const callBacks = (fedWireFeature: object) => ({ accountFeatures: { fedWireFeature } })
const setCallBacks = ({ customerUID, accountUID }: Payer, wire: object, client?: TestClient) =>
  service.call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, callBacks(wire), { client })

async function calledPayer(wire: object = { enableCallbacks: 'Yes', callbackLimit: 100 }): Promise<Payer> {
  const payer = await createPayer(service, { balance: 10_000 })
  dataOf(await setCallBacks(payer, wire))
  const phoneNumber = '+1 207 555 0100'
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, { phoneNumber }, { client: desk }))
  return payer
}

const wire = async (payer: Payer, paymentAmount: number, speed = 'Express') =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount, speed })))
const decide = (action: string, uid: string, body: object, client: TestClient = colleague) =>
  service.call('PUT', `/payments/${uid}/${action}`, body, { client })

test('a wire above the limit waits for a call-back; exactly the limit and other rails do not', async () => {
  const payer = await calledPayer()
  assert.equal((await wire(payer, 100)).paymentStatus, 'VALIDATED')
  assert.equal((await wire(payer, 100.01, 'Economy')).paymentStatus, 'VALIDATED')
  const { paymentUID, paymentStatus } = await wire(payer, 100.01)
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  const body = creditBody(payer, { paymentAmount: 100.01, speed: 'Express' })
  const preview = dataOf(await service.call('POST', '/v3/payments/creditrequest/preview', body))
  assert.equal(preview.approvals.institutionApproval, true)

  const missing = { status: 400, code: 'PAYMENT003', says: 'requires a call-back' }
  for (const empty of [{}, { notes: '' }, { notes: ' ' }]) {
    const reply = await decide('approve', paymentUID, empty)
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
  }
  assertRefused(await decide('approve', paymentUID, {}), missing)
  const own = await decide('approve', paymentUID, { notes: 'called' }, service.tenant.client)
  assertRefused(own, { status: 403, code: 'PAYMENT003', says: 'you submitted this payment' })
  const notes = 'Called Ada Lund, 10:15'
  assertRefused(await decide('approve', paymentUID, { notes }), missing)
  assertRefused(await decide('approve', paymentUID, { calledNumber }), missing)
  assert.equal(dataOf(await decide('approve', paymentUID, { notes, calledNumber })).paymentStatus, 'VALIDATED')
  const { entries } = dataOf(await service.call('GET', `/payments/${paymentUID}/timeline`))
  const approval = entries.find(({ kind }: { kind: string }) => kind === 'approval')
  assert.deepEqual([approval.by, approval.side, approval.notes], [colleague.apiKey, 'Institution', notes])
})

test('call-backs without a limit apply to every wire, and a limit without call-backs to none', async () => {
  assert.equal((await wire(await calledPayer({ enableCallbacks: true }), 0.01)).paymentStatus, 'PENDING_APPROVAL')
  assert.equal((await wire(await calledPayer({ callbackLimit: 1 }), 100)).paymentStatus, 'VALIDATED')
})

test('a rejection needs no call-back', async () => {
  const { paymentUID } = await wire(await calledPayer(), 100.01)
  assert.equal(dataOf(await decide('reject', paymentUID, {})).paymentStatus, 'REJECTED')
})

test("the customer's people cannot approve in place of the call-back, nor its client switch it off", async () => {
  const payer = await calledPayer()
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const { paymentUID } = await wire(payer, 500)
  const notes = 'Called'
  assertRefused(await decide('approve', paymentUID, { notes }, client), { status: 403, code: 'PAYMENT003' })
  for (const lift of [{ enableCallbacks: 'No' }, { callbackLimit: 1000 }])
    assertRefused(await setCallBacks(payer, lift, client), {
      status: 403,
      code: 'CUST001',
      says: Object.keys(lift)[0]!,
    })
  assert.equal(dataOf(await decide('approve', paymentUID, { notes, calledNumber })).paymentStatus, 'VALIDATED')
})
