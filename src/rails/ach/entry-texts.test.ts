import assert from 'node:assert/strict'
import { test } from 'node:test'
import { achName, achReference, alteredFields, entryTextsOf, type WrittenPayment } from './entry-texts.ts'

const payment: WrittenPayment = {
  secCode: 'PPD',
  receiverName: 'Ada Lovelace',
  companyName: 'Harbor Coffee Ltd',
  externalReferenceId: 'invoice-118',
}

test('achReference: 15 characters stay as they are', () => {
  assert.equal(achReference('invoice-2026-11', 15), 'invoice-2026-11')
})

test('achReference: references equal in their first 15 characters stay distinguishable', () => {
  const [one, other] = ['invoice-2026-0000001', 'invoice-2026-0000002'].map((text) => achReference(text, 15))
  for (const text of [one, other]) assert.match(text!, /^invoice--[0-9A-HJKMNP-TV-Z]{6}$/)
  assert.notEqual(one, other)
  assert.equal(achReference('invoice-2026-0000001', 15), one, 'the same reference is written the same way')
})

test('achReference: references that ASCII spells alike stay distinguishable', () => {
  for (const [one, other] of [
    ['Zoë-7', 'Zoe-7'],
    ['Straße 9', 'Strasse 9'],
    ['INV 1', 'INV  1'],
    ['INV 1', 'INV 1 '],
    ['a🙂1', 'a1'],
    ['請求書', '请求书'],
    ['ß'.repeat(20), 'ß'.repeat(19)],
  ] as const)
    assert.notEqual(achReference(one, 15), achReference(other, 15), `${one} and ${other}`)
  assert.match(achReference('Zoë-7', 15), /^Zoe-7-[0-9A-HJKMNP-TV-Z]{6}$/)
  assert.equal(achReference('Zoe-7', 15), 'Zoe-7')
})

test('entryTextsOf: an identifier is written as it was given, with all its blanks', () => {
  const given = { receiverIdentificationNumber: 'A  1', addendaInformation: ' TXP*12  3*0\\\\' }
  const { individualIdentification, addenda05 } = entryTextsOf({ ...payment, ...given })
  assert.deepEqual(
    [individualIdentification, addenda05],
    [given.receiverIdentificationNumber, given.addendaInformation],
  )
})

test('achReference: ten thousand references with one beginning are all written differently', () => {
  const written = Array.from({ length: 10_000 }, (_, at) => achReference(`payroll 2026-07 ${at}`, 15))
  assert.equal(new Set(written).size, written.length)
  for (const text of written) assert.ok(text.length <= 15)
})

test('achReference: one without an ASCII form is its hash, and none where there is no place', () => {
  assert.match(achReference('★★★', 15), /^[0-9A-Z]{6}$/)
  assert.equal(achReference('invoice', 0), '')
})

test('achName: a name of zeros is empty', () => {
  assert.equal(achName('0 00', 22), '')
  assert.equal(achName('李明', 22), 'LiMing')
})

test('entryTextsOf: CTX has 16 characters of the name, and CIE the name of the payer', () => {
  const long = { ...payment, receiverName: 'An electricity company' }
  assert.equal(entryTextsOf({ ...long, secCode: 'CTX' }).individualName, 'An electricity c')
  const bill = { ...long, secCode: 'CIE', receiverIdentificationNumber: 'customer 1234567890123' }
  const { individualName, individualIdentification } = entryTextsOf(bill)
  assert.deepEqual([individualName, individualIdentification], ['Harbor Coffee L', 'customer 1234567890123'])
})

test('alteredFields: what the entry says as the payment does is not altered', () => {
  assert.deepEqual(alteredFields({ ...payment, referenceForBeneficiary: 'Invoice 118' }), [])
  assert.deepEqual(alteredFields({ ...payment, secCode: 'ARC', externalReferenceId: 'x'.repeat(40) }), [])
})

test('alteredFields: every text that is spelled otherwise or cut off, with what the entry says', () => {
  const altered = alteredFields({
    ...payment,
    receiverName: 'Zoë Groß and her five sisters',
    externalReferenceId: 'invoice-2026-0000001',
    referenceForBeneficiary: '½ of 5 €',
  })
  assert.deepEqual(altered, [
    { field: 'name', written: 'Zoe Gross and her five' },
    { field: 'externalReferenceId', written: achReference('invoice-2026-0000001', 15) },
    { field: 'additionalInfo.referenceForBeneficiary', written: '1/2 of 5 EUR' },
  ])
  const named = { ...payment, externalReferenceId: 'x'.repeat(40), receiverIdentificationNumber: 'member 7' }
  assert.deepEqual(alteredFields(named), [])
})
