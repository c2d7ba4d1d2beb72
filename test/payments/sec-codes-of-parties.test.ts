import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { writtenBatchOf } from '../support/ach-files.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { createPayer, creditBody, debitBody } from '../support/test-service.ts'

/** The SEC code follows from both parties, and a person's tax id is in no file. */

const TAX_ID = '842-34-5678'
const NOT_ALLOWED = { status: 400, code: 'PAYMENT002' }
const DIGITS = '842345678'

let bank: AchBank
before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

const payerOf = (customerType: 'Consumer' | 'Corporate', contactType: 'Consumer' | 'Company', fields: object = {}) =>
  createPayer(bank.service, {
    balance: 100,
    customer: { customerType, taxId: TAX_ID, ...fields },
    contact: { contactType },
  })
type OfPayer = Awaited<ReturnType<typeof payerOf>>
const credit = (payer: OfPayer, fields: object = {}) =>
  bank.call('POST', '/payments/creditrequest', creditBody(payer, { paymentAmount: 10, ...fields }))
const debit = (payer: OfPayer, fields: object = {}) =>
  bank.call('POST', '/payments/debitrequest', debitBody(payer, { paymentAmount: 10, ...fields }))

let cents = 10_00n
/** The header of the batch with the entry of a payment, and all that leaves with it. */
async function headerOf(pay: (fields: object) => ReturnType<typeof credit>) {
  cents += 1n
  dataOf(await pay({ paymentAmount: Number(cents) / 100 }))
  await bank.work()
  const batch = await writtenBatchOf(bank.service, cents)
  const text = JSON.stringify(batch, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  assert.ok(batch.header.record === 'batch header')
  return { ...batch.header, text }
}

test("a person's credit to a person is WEB, and names the person by the bank's number", async () => {
  const payer = await payerOf('Consumer', 'Consumer')
  const { secCode, companyIdentification, text } = await headerOf((fields) => credit(payer, fields))
  assert.equal(secCode, 'WEB')
  assert.equal(companyIdentification, `9${payer.customerUID.padStart(9, '0')}`)
  assert.ok(!text.includes(DIGITS), 'the tax id is nowhere in the file')
})

test("a person's credit to a company is CIE, with the payer's number at the biller", async () => {
  const payer = await payerOf('Consumer', 'Company')
  assertRefused(await credit(payer), { ...NOT_ALLOWED, says: /CIE needs additionalInfo\.receiverIdentificationNumber/ })
  const additionalInfo = { receiverIdentificationNumber: '88-1' }
  const { secCode, text } = await headerOf((fields) => credit(payer, { additionalInfo, ...fields }))
  assert.equal(secCode, 'CIE')
  assert.ok(!text.includes(DIGITS))
})

test("an organization's credits are PPD and CCD, and name it by its tax id", async () => {
  for (const [contactType, secCode] of [
    ['Consumer', 'PPD'],
    ['Company', 'CCD'],
  ] as const) {
    const payer = await payerOf('Corporate', contactType)
    const header = await headerOf((fields) => credit(payer, fields))
    assert.deepEqual([header.secCode, header.companyIdentification], [secCode, `1${DIGITS}`])
  }
})

test('a code that is asked for fits both parties, or is refused with the rule', async () => {
  const refusals = [
    [await payerOf('Consumer', 'Consumer'), credit, 'PPD', /a person pays people by WEB and companies by CIE/],
    [await payerOf('Consumer', 'Company'), credit, 'CCD', /a person pays people by WEB and companies by CIE/],
    [await payerOf('Corporate', 'Consumer'), credit, 'CCD', /contactType Company/],
    [await payerOf('Corporate', 'Consumer'), debit, 'CCD', /contactType Company/],
    [await payerOf('Corporate', 'Consumer'), credit, 'WEB', /an organization pays people by PPD/],
    [await payerOf('Consumer', 'Consumer'), debit, 'WEB', /debits are originated by organizations/],
  ] as const
  for (const [payer, ask, secCode, says] of refusals) {
    const reply = await ask(payer, { additionalInfo: { secCode } })
    assertRefused(reply, { ...NOT_ALLOWED, says: says })
  }
})

test('a person collects nothing by ACH', async () => {
  for (const contactType of ['Consumer', 'Company'] as const)
    assertRefused(await debit(await payerOf('Consumer', contactType)), {
      ...NOT_ALLOWED,
      says: /debits are originated by organizations/,
    })
})

test('an ACH company ID that the bank agreed on stands for a person, too', async () => {
  const payer = await payerOf('Consumer', 'Consumer', { achCompanyID: '9TEST00001' })
  const { companyIdentification } = await headerOf((fields) => credit(payer, fields))
  assert.equal(companyIdentification, '9TEST00001')
})
