import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { returnBatch } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer } from '../support/test-service.ts'

let bank: AchBank
let sequence = 0
before(async () => {
  bank = await openAchBank()
})
after(async () => {
  const { app, tenant, stop } = bank.service
  const said: string[] = []
  const differences = await verifyLedgers(app.db, [tenant.institution], (line) => said.push(line))
  await stop()
  assert.equal(differences, 0, said.join('\n'))
})

async function comesBack(paymentUID: string, code: string) {
  const sent = await bank.sentEntryOf(paymentUID)
  await bank.receives([returnBatch(sent, code, { sequence: ++sequence, settlesOn: bank.today() })])
  assert.equal(await bank.statusOf(paymentUID), 'RETURNED')
}

const again = (paymentUID: string, options: object = {}) =>
  bank.service.call('POST', `/v3/payments/${paymentUID}/reinitiate`, undefined, options)

async function sentAgain(paymentUID: string): Promise<string> {
  const made = dataOf(await again(paymentUID))
  assert.equal(made.paymentStatus, 'FUTURE_DATED')
  bank.clock.advance({ seconds: 3 })
  await bank.work()
  return String(made.paymentUID)
}

async function descriptionOf(paymentUID: string): Promise<string> {
  const [row] = await bank.service.query<{ content: string; batch: number }>(
    `select f.content, e.batch_number as batch from ach_entries e join ach_files f on f.tenant_id = e.tenant_id and f.id = e.file_id
     where e.payment_id = $1`,
    [paymentUID],
  )
  const header = row!.content.split('\n').filter((line) => line.startsWith('5'))[row!.batch - 1]!
  return header.slice(53, 63)
}

test('a debit that came back for want of funds is sent again twice as RETRY PYMT, and a third time is refused', async () => {
  const creditor = await bank.collected()
  assert.equal(await descriptionOf(creditor.paymentUID), 'PAYMENT   ')
  await comesBack(creditor.paymentUID, 'R01')
  const second = await sentAgain(creditor.paymentUID)
  assert.equal(await descriptionOf(second), 'RETRY PYMT')
  assert.equal(await bank.statusOf(second), 'PROCESSED')
  assert.equal(await bank.ledgerBalance(creditor), '40.00')
  await comesBack(second, 'R09')
  const refused = { status: 409, code: 'PAYMENT003' }
  assertRefused(await again(creditor.paymentUID), {
    ...refused,
    says: new RegExp(`payment ${second} has sent it again`),
  })
  const third = await sentAgain(second)
  await comesBack(third, 'R01')
  assertRefused(await again(third), { ...refused, says: /sent again 2 times/ })
  assert.equal(await bank.ledgerBalance(creditor), '0.00')
})

test('a return for another reason, and a payment that did not come back, are refused with the rule', async () => {
  const creditor = await bank.collected()
  const refused = { status: 409, code: 'PAYMENT003' }
  assertRefused(await again(creditor.paymentUID), { ...refused, says: /must be RETURNED/ })
  await comesBack(creditor.paymentUID, 'R10')
  assertRefused(await again(creditor.paymentUID), { ...refused, says: /R10, and only R01 and R09.*2\.13\.4/ })
  const stopped = await bank.collected()
  await comesBack(stopped.paymentUID, 'R01')
  const offer = async (...secCodes: string[]) =>
    dataOf(await bank.call('PUT', '/v1/institution', { ach: { secCodes } }))
  await offer('CCD')
  assertRefused(await again(stopped.paymentUID), { ...refused, says: /it cannot be collected now.*only CCD/ })
  await offer('PPD', 'CCD')
  const payer = await bank.paid()
  assertRefused(await again(payer.paymentUID), { ...refused, says: /only ACH debits/ })
})

test('of two requests at once, one sends the debit again; a key gives the same payment, and a stranger sees none', async () => {
  const creditor = await bank.collected()
  await comesBack(creditor.paymentUID, 'R01')
  const stranger = await createPayer(bank.service, { balance: 0 })
  const other = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(stranger.customerUID) })
  assert.equal((await again(creditor.paymentUID, { client: other })).status, 404)
  const keyed = { headers: { 'idempotent-key': 'retry-1' } }
  const [one, two] = await Promise.all([again(creditor.paymentUID, keyed), again(creditor.paymentUID)])
  assert.deepEqual([one.status, two.status].toSorted(), [200, 409])
  if (one.status === 200)
    assert.equal(dataOf(await again(creditor.paymentUID, keyed)).paymentUID, dataOf(one).paymentUID)
})
