import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../../test/support/fast-check.ts'
import { assertValid, withSchemas } from '../../../../test/support/iso20022/schemas.ts'
import { type Correspondent, defaultSettings, type Institution } from '../../../institution/institution.ts'
import type { Instruction } from '../../network.ts'
import type { MessageType } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import { checkTransfer, coverTransfer, customerTransfer } from './credit-transfer.ts'
import { asPossibleDuplicate, type Outgoing, writeSwift } from './envelope.ts'
import { breachOf, creditTransferOf } from './usage-rules.ts'

const now = Temporal.Instant.from('2026-07-01T14:00:00Z')
const serial: Correspondent = {
  ...{ currency: 'EUR', bic: 'DEUTDEFF', accountNumber: 'DE89370400440532013000', settlementMethod: 'Serial' },
  ...{ charges: ['OUR', 'SHA', 'BEN'], answerDays: 2 },
}
const yen = { ...serial, currency: 'JPY', bic: 'BOTKJPJT', accountNumber: '653-0412345' }

function bankWith(correspondents: NonNullable<Institution['settings']['correspondents']>): Institution {
  const settings = { ...defaultSettings({ sandbox: false, currency: 'USD' }), correspondents }
  const profile = { code: 'acme', name: 'Acme Bank', timeZone: 'America/New_York', currency: 'USD' }
  const codes = { routingNumber: '061099995', bic: 'ACMEUS33', sandbox: false, dualControl: false }
  return { tenantId: 1n, legalEntityId: 1n, version: 1n, ...profile, ...codes, settings } as unknown as Institution
}
const bank = bankWith([serial, yen])

const address = { streetName: 'Hauptstrasse', buildingNumber: '1', townName: 'Berlin', country: 'DE' }
const instruction: Instruction = {
  ...{ paymentId: '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e77', rail: 'SWIFT', uetr: '019a2f51-6b1e-4cc4-8f3a-2b8f3c1d9e77' },
  ...{ endToEndId: 'INV-7', amount: 125_050n, currency: 'EUR', valueDate: Temporal.PlainDate.from('2026-07-03') },
  chargeBearer: 'SHAR',
  debtor: { name: 'Zoë Smith', address: { ...address, townName: 'New York', country: 'US' } },
  debtorAccount: { number: '100200300', isIban: false },
  debtorBank: { bic: 'ACMEUS33' },
  creditor: { name: 'Müller GmbH & Co.', address },
  creditorAccount: { number: 'DE89370400440532013000', isIban: true },
  creditorBank: { bic: 'COBADEFF' },
  remittance: ['Invoice 7'],
}

/** The messages of an instruction, each checked against the schema and the rules of CBPR+. */
function written(institution: Institution, given: Instruction): { xml: string; outgoing: Outgoing<MessageType> }[] {
  const way = checkTransfer(institution, given)
  assert.ok(way.ok, JSON.stringify(way))
  const transfer = { institution, instruction: given, ...way.value, messageId: 'AAAAAAAAAAAAAAA1', now }
  const references = { messageId: 'AAAAAAAAAAAAAAA2', InstrId: transfer.messageId }
  const isSerial = way.value.correspondent.settlementMethod === 'Serial'
  const all = [customerTransfer(transfer), ...(isSerial ? [] : [coverTransfer(transfer, references)])]
  return (all as Outgoing<MessageType>[]).map((outgoing) => {
    assert.equal(breachOf(outgoing.document), undefined)
    const xml = writeSwift(institution, outgoing, now)
    const read = readMessage(xml)
    assert.ok(read.ok, JSON.stringify(read))
    if (read.value.type === 'pacs.008.001.08') assert.ok(creditTransferOf(read.value.document).ok)
    assert.deepEqual(JSON.parse(JSON.stringify(read.value.document)), JSON.parse(JSON.stringify(outgoing.document)))
    if (withSchemas.skip === false) for (const part of partsOf(xml)) assertValid(part, { network: 'base' })
    return { xml, outgoing }
  })
}

/** The header and the document, which the published schemas describe each alone. */
function partsOf(xml: string): string[] {
  const [header, document] = [xml.indexOf('<AppHdr'), xml.indexOf('<Document')]
  return [xml.slice(header, document), xml.slice(document, xml.indexOf('</Envelope>'))]
}

function transactionOf(institution: Institution, given: Instruction) {
  const { type, document } = written(institution, given)[0]!.outgoing as Outgoing<'pacs.008.001.08'>
  assert.equal(type, 'pacs.008.001.08')
  return { ...document.FIToFICstmrCdtTrf, transaction: document.FIToFICstmrCdtTrf.CdtTrfTxInf[0]! }
}

test('serial: the message goes to the correspondent, which debits our account', () => {
  const { GrpHdr, transaction } = transactionOf(bank, instruction)
  assert.deepEqual(GrpHdr.SttlmInf, { SttlmMtd: 'INDA', SttlmAcct: { Id: { IBAN: 'DE89370400440532013000' } } })
  assert.equal(transaction.InstdAgt?.FinInstnId.BICFI, 'DEUTDEFF')
  assert.equal(transaction.CdtrAgt.FinInstnId.BICFI, 'COBADEFF')
  assert.deepEqual(transaction.IntrBkSttlmAmt, { Ccy: 'EUR', value: '1250.50' })
  assert.equal(transaction.IntrBkSttlmDt, '2026-07-03')
  assert.equal(transaction.PmtId.UETR, instruction.uetr)
  assert.deepEqual(
    [transaction.InstdAmt, transaction.XchgRate, transaction.ChrgsInf],
    [undefined, undefined, undefined],
  )
  assert.deepEqual([transaction.Dbtr.Nm, transaction.Cdtr.Nm], ['Zoe Smith', 'Muller GmbH & Co.'])
})

test('cover: the message goes to the beneficiary bank, and its money to the correspondent with the same UETR', () => {
  const institution = bankWith([{ ...serial, settlementMethod: 'Cover' }])
  const given = { ...instruction, intermediaryBank: { bic: 'BNPAFRPP' } }
  const [customer, cover] = written(institution, given).map(({ outgoing }) => outgoing)
  const { GrpHdr, CdtTrfTxInf } = (customer as Outgoing<'pacs.008.001.08'>).document.FIToFICstmrCdtTrf
  assert.deepEqual([customer!.to, cover!.to, cover!.usage], ['COBADEFF', 'DEUTDEFF', 'cov'])
  assert.equal(GrpHdr.SttlmInf.SttlmMtd, 'COVE')
  assert.equal(GrpHdr.SttlmInf.InstgRmbrsmntAgt?.FinInstnId.BICFI, 'DEUTDEFF')
  const money = (cover as Outgoing<'pacs.009.001.08'>).document.FICdtTrf.CdtTrfTxInf[0]!
  const ids = { InstrId: 'AAAAAAAAAAAAAAA2', EndToEndId: 'AAAAAAAAAAAAAAA1', UETR: instruction.uetr }
  assert.deepEqual(JSON.parse(JSON.stringify(money.PmtId)), ids)
  assert.equal(money.CdtrAgt?.FinInstnId.BICFI, 'BNPAFRPP')
  assert.deepEqual(money.UndrlygCstmrCdtTrf?.Cdtr, CdtTrfTxInf[0]!.Cdtr)
})

test('charges: BEN names what was deducted, even nothing; OUR names none; both amounts are exact', () => {
  const charged = transactionOf(bank, {
    ...instruction,
    chargeBearer: 'CRED',
    charges: { amount: 1_000n, currency: 'EUR' },
  }).transaction
  assert.deepEqual(charged.InstdAmt, { Ccy: 'EUR', value: '1260.50' })
  assert.deepEqual(charged.ChrgsInf?.[0]?.Amt, { Ccy: 'EUR', value: '10.00' })
  const none = transactionOf(bank, { ...instruction, chargeBearer: 'CRED' }).transaction
  assert.deepEqual([none.InstdAmt?.value, none.ChrgsInf?.[0]?.Amt.value], ['1250.50', '0.00'])
  const ours = transactionOf(bank, { ...instruction, chargeBearer: 'DEBT' }).transaction
  assert.deepEqual([ours.ChrgBr, ours.ChrgsInf], ['DEBT', undefined])
})

test('a payment between two currencies names what the customer instructed and the rate', () => {
  const { transaction } = transactionOf(bank, {
    ...instruction,
    ...{ amount: 15_000n, currency: 'JPY' },
    instructed: { amount: 10_000n, currency: 'USD', exchangeRate: '150' },
  })
  assert.deepEqual(transaction.IntrBkSttlmAmt, { Ccy: 'JPY', value: '15000' })
  assert.deepEqual([transaction.InstdAmt, transaction.XchgRate], [{ Ccy: 'USD', value: '100.00' }, '150'])
})

test('what cannot be written is said in words for the customer', () => {
  const refusals: [Institution, Partial<Instruction>, RegExp][] = [
    [bank, { currency: 'GBP' }, /no correspondent for GBP/],
    [bank, { creditorBank: { name: 'A bank' } }, /has no BIC/],
    [bankWith([{ ...serial, charges: ['OUR'] }]), {}, /SHA is not agreed for EUR: use OUR/],
    [bank, { amount: 100_000_000_000_000n }, /at most 14 digits/],
    [bank, { remittance: ['x'.repeat(141)] }, /more than 140 characters/],
    [bank, { instructionForNextBank: 'x'.repeat(211) }, /six lines of 35/],
  ]
  for (const [institution, changed, says] of refusals) {
    const checked = checkTransfer(institution, { ...instruction, ...changed })
    assert.match(checked.ok ? 'accepted' : checked.refusal, says)
  }
})

test('the same message once more is marked as a possible duplicate, and is otherwise the same', () => {
  const { xml } = written(bank, instruction)[0]!
  const again = asPossibleDuplicate(xml)
  assert.match(again, /<PssblDplct>true<\/PssblDplct>/)
  assert.equal(again.replace('<PssblDplct>true</PssblDplct>', ''), xml)
})

test('any texts of a customer make a message that conforms to the schema and the rules', withSchemas, () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 140 })
  const line = fc.option(fc.string({ unit: 'grapheme', maxLength: 70 }), { nil: undefined })
  fc.assert(
    fc.property(name, name, line, line, fc.string({ maxLength: 35 }), (debtor, creditor, street, town, endToEndId) => {
      const place = { ...(street && { streetName: street }), ...(town && { townName: town }), country: 'DE' }
      const parties = { debtor: { name: debtor }, creditor: { name: creditor, address: place } }
      written(bank, { ...instruction, ...parties, endToEndId, remittance: [creditor.slice(0, 40)] })
    }),
    { numRuns: 150 },
  )
})
