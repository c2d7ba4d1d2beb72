import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { approvePending } from '../support/second-person.ts'
import { contactBody, createPayer, creditBody, type TestClient } from '../support/test-service.ts'

// Another bank corrects where payments go. Who had set it, or applied the correction alone, does
// not approve them: nobody else has agreed.

const OWN = { status: 403, code: 'PAYMENT003', says: 'you set bank details of the contact' }
let bank: AchBank
let sequence = 0
before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

const call = (client: TestClient, method: string, path: string, body?: object) =>
  bank.service.call(method, path, body, { client })

/** A customer with clients of its own. */
async function customer() {
  const payer = await createPayer(bank.service, { balance: 1_000, contact: { contactType: 'Consumer' } })
  const legalEntityId = BigInt(payer.customerUID)
  const clientOf = () => bank.service.createClient(bank.service.tenant, { legalEntityId })
  const [ada, bob, eve] = [await clientOf(), await clientOf(), await clientOf()]
  const ask = async (settings: object) => {
    const body = { legalEntityAccessSettings: settings }
    const reply = dataOf(await bank.call('PUT', `/v2/customers/${payer.customerUID}`, body))
    if (reply.approvalUID) await approvePending(bank.service, payer.customerUID)
  }
  const setAccount = async (client: TestClient, accountNo: string) => {
    const body = contactBody({ contactType: 'Consumer', contactBank: { ...contactBody().contactBank, accountNo } })
    dataOf(await call(client, 'PUT', `/v2/customers/${payer.customerUID}/contacts/${payer.contactUID}`, body))
  }
  /** The bank of the contact answers a payment with another account number. */
  const corrects = async (accountNo: string): Promise<string> => {
    const { sent } = await bank.pay(payer)
    const answering = { sequence: ++sequence, settlesOn: bank.today() }
    const { answers } = await bank.receives([changeBatch(sent, 'C01', accountNo, answering)])
    return answers[0]!.outcome
  }
  const pay = async (client: TestClient): Promise<string> =>
    dataOf(await call(client, 'POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 10 }))).paymentUID
  const decide = (client: TestClient, uid: string) => call(client, 'PUT', `/payments/${uid}/approve`, {})
  /** Approves the correction that waits. */
  const approveCorrection = async (client: TestClient) => {
    const queue = `/v1/customers/${payer.customerUID}/approvals/contact`
    const [{ approvalUID, contentHash }] = dataOf(await call(client, 'GET', `${queue}?page=1&limit=10&status=Pending`))
    dataOf(await call(client, 'PUT', `${queue}/${approvalUID}/approve`, { contentHash }))
  }
  return { ...payer, ada, bob, eve, ask, setAccount, corrects, pay, decide, approveCorrection }
}
const dualControl = (isOn: boolean) =>
  bank.service.query('update institutions set dual_control = $2 where tenant_id = $1', [
    bank.service.tenant.institution.tenantId,
    isOn,
  ])

test('who gave a contact an account stays its setter when the bank of that account corrects it', async () => {
  const { ada, bob, eve, ...payer } = await customer()
  await payer.setAccount(eve, '700100200388')
  assert.equal(await payer.corrects('700100200389'), 'Applied')
  await payer.ask({ paymentDualApproval: true })
  const uid = await payer.pay(ada)
  assertRefused(await payer.decide(eve, uid), OWN)
  dataOf(await payer.decide(bob, uid))
})

test('nor does a second correction make the setter independent, and a colleague who sets it again does', async () => {
  const { ada, bob, eve, ...payer } = await customer()
  await payer.setAccount(eve, '700100200388')
  await payer.corrects('700100200389')
  await payer.corrects('700100200390')
  await payer.setAccount(bob, '700100200391')
  await payer.ask({ paymentDualApproval: true })
  const uid = await payer.pay(ada)
  assertRefused(await payer.decide(bob, uid), OWN)
  dataOf(await payer.decide(eve, uid))
})

test('who approves a correction is its setter: only the other bank had asked for it', async () => {
  const { ada, bob, eve, ...payer } = await customer()
  await payer.ask({ beneDualApproval: true, paymentDualApproval: false })
  assert.equal(await payer.corrects('700100200389'), 'Proposed')
  await payer.approveCorrection(eve)
  await payer.ask({ paymentDualApproval: true })
  const uid = await payer.pay(ada)
  assertRefused(await payer.decide(eve, uid), OWN)
  dataOf(await payer.decide(bob, uid))
})

for (const isOn of [true, false])
  test(`an administrator who approves a correction is its setter under dual control alone (${isOn})`, async () => {
    const { ada, bob, ...payer } = await customer()
    const insider = await bank.service.createClient(bank.service.tenant, {})
    await payer.ask({ beneDualApproval: true })
    assert.equal(await payer.corrects('700100200389'), 'Proposed')
    await dualControl(isOn)
    await payer.approveCorrection(insider)
    await dualControl(false)
    await payer.ask({ paymentDualApproval: true })
    const uid = await payer.pay(ada)
    if (isOn) assertRefused(await payer.decide(insider, uid), OWN)
    else dataOf(await payer.decide(insider, uid))
    if (isOn) dataOf(await payer.decide(bob, uid))
  })

test('a change that a colleague proposed and a second person approved is of nobody, as before', async () => {
  const { ada, bob, eve, ...payer } = await customer()
  await payer.ask({ beneDualApproval: true })
  await payer.setAccount(bob, '700100200388')
  await payer.approveCorrection(eve)
  await payer.ask({ paymentDualApproval: true })
  dataOf(await payer.decide(eve, await payer.pay(ada)))
  dataOf(await payer.decide(bob, await payer.pay(ada)))
})
