import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rail } from '../../kernel/rail.ts'
import { CARRIED_FIELDS, type CarriedField, type PaymentInformation } from './carried-fields.ts'
import { objectionToInformation } from './information.ts'

const RAILS = ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'] as const

/** The length on every rail of ISO 20022 messages. */
function iso(length: number): Partial<Record<Rail, number>> {
  return { FEDWIRE: length, RTP: length, FEDNOW: length, SWIFT: length }
}

/** The rails that carry a field, and the most characters of it. */
const carried: Record<CarriedField, Partial<Record<Rail, number>>> = {
  receiverIdentificationNumber: { ACH: 15, FEDWIRE: 35, FEDNOW: 35, SWIFT: 35 },
  referenceForBeneficiary: { ACH: 80, FEDWIRE: 16, RTP: 16, FEDNOW: 16, SWIFT: 16 },
  originatortoBeneficiary: { FEDWIRE: 140, RTP: 140, FEDNOW: 140, SWIFT: 140 },
  paymentRemittanceNotes: { FEDWIRE: 140, RTP: 140, FEDNOW: 140, SWIFT: 140 },
  remittanceMethod: { FEDWIRE: 35 },
  senderToReceiverNotes: { FEDWIRE: 210, SWIFT: 210 },
  transactionTypeCode: { ACH: 4, FEDWIRE: 35, SWIFT: 35 },
  companyEntryDescription: { ACH: 10 },
  localInstruments: { FEDWIRE: 35, SWIFT: 35 },
  proprietaryCode: { FEDWIRE: 35, SWIFT: 35 },
  addendaInformation: { ACH: 80 },
  fboName: iso(140),
  fboAccountNumber: {},
  fboAddress1: iso(70),
  fboAddress2: iso(70),
  fboTaxId: iso(35),
  fboCity: iso(35),
  fboState: iso(35),
  fboZip: iso(16),
  fboCountry: iso(2),
  // Only some SEC codes carry these.
  ...{ remittance: {}, authorizationType: {}, checkSerialNumber: {}, terminalCity: {}, terminalState: {} },
}

/** A party on whose behalf the sender pays. Every rail of messages carries all its fields. */
const fbo = {
  ...{ fboName: 'Harbor Foundation', fboAddress1: '9 Pier Road', fboAddress2: 'Floor 2', fboTaxId: '842345679' },
  ...{ fboCity: 'Portland', fboState: 'ME', fboZip: '04101', fboCountry: 'US' },
}

/** Codes that Fedwire lists. */
const CODES: readonly CarriedField[] = ['remittanceMethod', 'localInstruments']

for (const field of CARRIED_FIELDS)
  test(`${field} is carried up to its length, refused beyond, and refused where it would be lost`, () => {
    const among = field.startsWith('fbo') ? fbo : {}
    for (const rail of RAILS) {
      const length = carried[field][rail]
      const objection = (text: string) =>
        objectionToInformation(rail, { ...(carried.fboName[rail] && among), [field]: text })
      const ofInfo = field === 'addendaInformation' ? 'unstructuredAddendaInfo' : field
      const shown = field.startsWith('fbo') ? field : `additionalInfo.${ofInfo}`
      if (length === undefined) {
        assert.equal(objection('x'), `${rail} has no place for ${shown}`)
        continue
      }
      if (rail !== 'FEDWIRE' || !CODES.includes(field)) assert.equal(objection('x'.repeat(length)), undefined, rail)
      const says = `${rail} carries at most ${length} characters of ${shown}, which has ${length + 1}`
      assert.equal(objection('x'.repeat(length + 1)), says)
    }
  })

test('an empty field says nothing, so no rail refuses it', () => {
  for (const rail of RAILS) {
    const empty = Object.fromEntries(CARRIED_FIELDS.map((field) => [field, '']))
    assert.equal(objectionToInformation(rail, empty), undefined)
  }
})

test('characters are counted, not their halves', () => {
  assert.equal(objectionToInformation('FEDWIRE', { referenceForBeneficiary: '𝑎'.repeat(16) }), undefined)
})

test('two fields with one place are refused, because one of them would be lost', () => {
  assert.equal(
    objectionToInformation('RTP', { originatortoBeneficiary: 'a', paymentRemittanceNotes: 'b' }),
    'RTP has one place for additionalInfo.originatortoBeneficiary and additionalInfo.paymentRemittanceNotes, so send one of them',
  )
  assert.match(
    objectionToInformation('ACH', { referenceForBeneficiary: 'a', addendaInformation: 'b' })!,
    /^ACH has one place/,
  )
})

test('ACH refuses characters that it would drop from an identifier, and spells out a reference', () => {
  for (const text of ['Zoë', 'a\u007f', '\u001f'])
    for (const field of ['receiverIdentificationNumber', 'addendaInformation'] as const)
      assert.match(objectionToInformation('ACH', { [field]: text })!, /printable ASCII only$/)
  for (const text of [' ', '~']) assert.equal(objectionToInformation('ACH', { addendaInformation: text }), undefined)
  assert.equal(objectionToInformation('ACH', { referenceForBeneficiary: 'Zoë' }), undefined)
  assert.equal(objectionToInformation('SWIFT', { receiverIdentificationNumber: 'Zoë' }), undefined)
})

test('ACH refuses a reference that becomes empty or too long when its characters are replaced', () => {
  const objection = (referenceForBeneficiary: string) => objectionToInformation('ACH', { referenceForBeneficiary })
  assert.match(objection('★★★')!, /cannot carry any character of additionalInfo.referenceForBeneficiary/)
  assert.equal(objection('ß'.repeat(40)), undefined)
  assert.match(objection(`${'ß'.repeat(40)}x`)!, /at most 80 characters of .+, which has 81 there$/)
})

test('a text that messages would cut or leave out once it is spelled in their characters is refused', () => {
  for (const rail of ['FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'] as const) {
    const objection = (referenceForBeneficiary: string) => objectionToInformation(rail, { referenceForBeneficiary })
    assert.equal(objection('ß'.repeat(8)), undefined)
    assert.match(objection(`${'ß'.repeat(8)}x`)!, /at most 16 characters of .+, which has 17 there$/)
    assert.match(objection('🏦')!, /cannot carry any character of additionalInfo.referenceForBeneficiary/)
  }
  const ofSwift = (referenceForBeneficiary: string) => objectionToInformation('SWIFT', { referenceForBeneficiary })
  assert.match(ofSwift('@@@@@')!, /which has 20 there$/)
  assert.match(ofSwift('//')!, /cannot carry any character/)
  assert.equal(objectionToInformation('FEDWIRE', { referenceForBeneficiary: '@@@@@//' }), undefined)
})

test('a party on whose behalf the sender pays has a name, and all that the rail needs of its address', () => {
  for (const rail of ['FEDWIRE', 'FEDNOW', 'SWIFT', 'RTP'] as const) {
    const objection = (changes: PaymentInformation) => objectionToInformation(rail, { ...fbo, ...changes })
    assert.equal(objection({}), undefined)
    assert.equal(objectionToInformation(rail, { fboName: 'x', fboTaxId: '1' }), undefined)
    assert.equal(objection({ fboName: '' }), `${rail} carries fboAddress1 only with fboName`)
    assert.equal(
      objection({ fboCity: '', fboCountry: '' }),
      `${rail} carries fboAddress1 only with fboCity, fboCountry`,
    )
    for (const field of ['fboAddress1', 'fboState', 'fboZip'] as const) {
      const lacks = field === 'fboAddress1' ? 'fboAddress2' : 'fboAddress1'
      assert.equal(objection({ [field]: '' }), rail === 'RTP' ? `RTP carries ${lacks} only with ${field}` : undefined)
    }
  }
})

test('Fedwire knows its codes, and between banks it carries nothing about customers', () => {
  const objection = (information: PaymentInformation) => objectionToInformation('FEDWIRE', information)
  assert.equal(objection({ localInstruments: 'CTRD', remittanceMethod: 'EMAL', ...fbo }), undefined)
  assert.match(objection({ localInstruments: 'x' })!, /knows no additionalInfo.localInstruments x: send one of CTRC,/)
  assert.match(objection({ remittanceMethod: 'x' })!, /knows no additionalInfo.remittanceMethod x: send one of FAXI,/)
  assert.equal(objection({ localInstruments: 'BTRC', originatortoBeneficiary: 'x', proprietaryCode: 'x' }), undefined)
  for (const field of ['receiverIdentificationNumber', 'fboName', 'remittanceMethod'] as const)
    assert.match(objection({ localInstruments: 'BTRC', [field]: 'x' })!, /^FEDWIRE BTRC has no place for /)
})
