import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'
import { createPayer } from '../support/test-service.ts'

let bank: AchBank
let sequence = 0
const answering = (detail?: object) => ({ sequence: ++sequence, settlesOn: bank.today(), ...(detail && { detail }) })

before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

type Payer = Awaited<ReturnType<AchBank['paid']>>

const contactOf = async ({ customerUID, contactUID }: Payer) =>
  dataOf(await bank.call('GET', `/v2/customers/${customerUID}/contacts/${contactUID}`))

/** What a notification of change about the payment did. */
async function notified(payer: Payer, code: string, data: string, wrong: { sent?: object; detail?: object } = {}) {
  const { answers } = await bank.receives([
    changeBatch({ ...payer.sent, ...wrong.sent }, code, data, answering(wrong.detail)),
  ])
  assert.equal(answers.length, 1)
  return answers[0]!
}

test('each notification of change corrects its details of the contact, and the next payment uses them', async () => {
  const cases: [code: string, data: string, bank: object][] = [
    ['C01', '998877665', { accountNo: '998877665' }],
    ['C02', '011000015', { nationalCode: '011000015' }],
    ['C03', '011000015   998877665', { nationalCode: '011000015', accountNo: '998877665' }],
    ['C05', '37', { accountType: 'Savings' }],
    ['C06', '998877665           32', { accountNo: '998877665', accountType: 'Savings' }],
    [
      'C07',
      '01100001599887766500    32'.slice(0, 19) + '       32',
      { nationalCode: '011000015', accountType: 'Savings' },
    ],
  ]
  for (const [code, data, corrected] of cases) {
    const payer = await bank.paid()
    const answer = await notified(payer, code, data)
    assert.deepEqual([answer.outcome, answer.reason], ['Applied', null], code)
    const { contactBank, status } = await contactOf(payer)
    assert.equal(status, 'Active')
    for (const [field, value] of Object.entries(corrected)) assert.equal(contactBank[field], value, `${code} ${field}`)
    const next = await bank.pay(payer, { paymentAmount: 10 })
    assert.equal(next.sent.accountNumber, contactBank.accountNo, code)
    assert.equal(next.sent.receivingRouting, contactBank.nationalCode, code)
  }
  const payer = await bank.paid()
  assert.equal((await notified(payer, 'C04', 'ADA LOVELACE LUND')).outcome, 'Applied')
  assert.equal((await contactOf(payer)).name, 'ADA LOVELACE LUND')
})

/** Approves what waits for the customer, as another client. */
async function approvePending(customerUID: string): Promise<void> {
  const { service } = bank
  const checker = await service.createClient(service.tenant, {})
  const query = new URLSearchParams({ page: '1', limit: '10', customerUID, status: 'Pending' })
  const [pending, ...others] = dataOf(await bank.call('GET', `/v1/institution/approvals?${query}`))
  assert.deepEqual(others, [])
  const { approvalUID, contentHash } = pending
  const path = `/v1/institution/approvals/${approvalUID}/approve`
  dataOf(await service.call('PUT', path, { contentHash }, { client: checker }))
}

test('a customer with dual approval of contacts gets a proposal, and payments use it once a second person approves', async () => {
  const customer = { legalEntityAccessSettings: { beneDualApproval: true } }
  const opened = await createPayer(bank.service, { balance: 100, customer, contact: { contactType: 'Consumer' } })
  await approvePending(opened.customerUID)
  const payer = { ...opened, ...(await bank.pay(opened)) }
  assert.equal((await notified(payer, 'C01', '998877665')).outcome, 'Proposed')
  assert.notEqual((await contactOf(payer)).contactBank.accountNo, '998877665')
  const again = await notified(payer, 'C01', '998877666')
  assert.equal(again.outcome, 'Exception', 'nothing replaces a proposal that waits')
  await approvePending(payer.customerUID)
  assert.equal((await contactOf(payer)).contactBank.accountNo, '998877665')
  const next = await bank.pay(payer, { paymentAmount: 10 })
  assert.equal(next.sent.accountNumber, '998877665')
})

test('a notification that cannot be right is refused with its code, and changes nothing', async () => {
  const payer = await bank.paid()
  const before = await contactOf(payer)
  const cases: [code: string, data: string, wrong: { sent?: object; detail?: object }, refusedAs: string][] = [
    ['C01', '998877665', { sent: { traceNumber: '061099990009999' } }, 'C62'],
    ['C01', '998877665', { sent: { receivingRouting: '011000015' } }, 'C67'],
    ['C01', '998877665', { detail: { accountNumber: '55555' } }, 'C68'],
    ['C01', '*', {}, 'C65'],
    ['C02', '011000016', {}, 'C65'],
    ['C03', '011000015', {}, 'C65'],
    ['C05', '99', {}, 'C69'],
  ]
  for (const [code, data, wrong, refusedAs] of cases) {
    const answer = await notified(payer, code, data, wrong)
    assert.deepEqual([answer.outcome, answer.answerCode], ['Refused', refusedAs], `${code} ${data} ${answer.reason}`)
  }
  assert.deepEqual(await contactOf(payer), before)
})

test('a contact that was changed since the payment is left to a person, and one that is right already needs nothing', async () => {
  const payer = await bank.paid()
  assert.equal((await notified(payer, 'C01', '998877665')).outcome, 'Applied')
  assert.equal((await notified(payer, 'C01', '998877665')).outcome, 'Noted')
  const other = await notified(payer, 'C01', '111222333')
  assert.equal(other.outcome, 'Exception')
  assert.match(other.reason ?? '', /changed since/)
  assert.equal((await contactOf(payer)).contactBank.accountNo, '998877665')
})

test('a correction is in the audit log with its cause, and its obligation is met at once', async () => {
  const payer = await bank.paid()
  const answer = await notified(payer, 'C01', '998877665')
  const [record] = await bank.service.query<{ actor: string; after: object }>(
    `select actor, after from audit_log where action = 'contact.updated' and subject_id = $1 order by id desc limit 1`,
    [payer.contactUID],
  )
  assert.equal(record?.actor, 'worker')
  assert.match(JSON.stringify(record?.after), /"notificationOfChange":"C01"/)
  const path = `/v1/institution/obligations?page=1&limit=10&subjectUID=${answer.id}`
  const [obligation] = dataOf(await bank.call('GET', path))
  assert.deepEqual([obligation.kind, obligation.state], ['NotificationOfChange', 'Met'])
})
