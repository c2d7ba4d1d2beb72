import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Addenda } from './addenda.ts'
import type { NachaEntry } from './file.ts'
import { altered, assertRoundTrip, iatHeader, refused, textOf } from './fixtures.ts'

const reserved = ''
const entrySequenceNumber = '0000001'
const iatAddenda: Addenda[] = [
  {
    record: 'addenda 10',
    transactionType: 'BUS',
    foreignPaymentAmount: 125_00n,
    foreignTraceNumber: '',
    receiverName: 'Ada Byron',
    reserved,
    entrySequenceNumber,
  },
  { record: 'addenda 11', originatorName: 'A', originatorStreetAddress: 'B', reserved, entrySequenceNumber },
  {
    record: 'addenda 12',
    originatorCityAndState: 'Boston*MA\\',
    originatorCountryAndPostalCode: 'US*02110\\',
    reserved,
    entrySequenceNumber,
  },
  {
    record: 'addenda 13',
    originatingDfiName: 'First of Boston',
    originatingDfiQualifier: '01',
    originatingDfiIdentification: '011000015',
    originatingDfiBranchCountry: 'US',
    reserved,
    entrySequenceNumber,
  },
  {
    record: 'addenda 14',
    receivingDfiName: 'Royal of Toronto',
    receivingDfiQualifier: '02',
    receivingDfiIdentification: 'ROYCCAT2',
    receivingDfiBranchCountry: 'CA',
    reserved,
    entrySequenceNumber,
  },
  { record: 'addenda 15', receiverIdentification: '', receiverStreetAddress: 'C', reserved, entrySequenceNumber },
  {
    record: 'addenda 16',
    receiverCityAndState: 'Toronto*ON\\',
    receiverCountryAndPostalCode: 'CA*M5H\\',
    reserved,
    entrySequenceNumber,
  },
]
const remark = (sequenceNumber: number): Addenda => ({
  record: 'addenda 17',
  paymentRelatedInformation: 'Invoice 17',
  sequenceNumber,
  entrySequenceNumber,
})

function iatFileOf(addenda: Addenda[], header: Partial<typeof iatHeader> = {}, addendaCount = addenda.length): string {
  const detail: NachaEntry['detail'] = {
    record: 'IAT entry detail',
    transactionCode: '22',
    receivingRouting: '021000021',
    addendaCount,
    reserved,
    amountCents: 125_00n,
    accountNumber: '998877-01',
    reservedAfterAccount: '',
    gatewayOfacScreening: '',
    secondaryOfacScreening: '',
    addendaIndicator: '1',
    traceNumber: '011000010000001',
  }
  return textOf({ ...iatHeader, ...header }, [{ detail, addenda }])
}

test('parseNachaFile: an IAT entry has addenda 10 to 16 in order, then at most two addenda 17', () => {
  assertRoundTrip(iatFileOf(iatAddenda))
  assertRoundTrip(iatFileOf([...iatAddenda, remark(1), remark(2)]))
  assertRoundTrip(iatFileOf([...iatAddenda, remark(1)], {}, 7))
  assert.equal(refused(iatFileOf([...iatAddenda, remark(1), remark(2), remark(3)])), '13 addendaType')
  assert.equal(refused(iatFileOf(iatAddenda.toSpliced(2, 1), {}, 7)), '3 addendaCount')
  assert.equal(refused(iatFileOf([...iatAddenda.toSpliced(2, 1), remark(1)])), '6 addendaType')
  assert.equal(refused(altered(iatFileOf(iatAddenda), 4, 4, 'XXX')), '4 transactionType')
  assert.equal(refused(iatFileOf(iatAddenda, { foreignExchangeIndicator: 'XX' })), '2 foreignExchangeIndicator')
})

test('parseNachaFile: an IAT return repeats the seven addenda before addenda 99', () => {
  const back: Addenda = {
    record: 'IAT addenda 99',
    returnReasonCode: 'R03',
    originalTraceNumber: '021000020000009',
    dateOfDeath: '',
    originalReceivingDfi: '01100001',
    originalEntryAmount: '0000012500',
    addendaInformation: '',
    traceNumber: '011000010000001',
  }
  assertRoundTrip(iatFileOf([...iatAddenda, back]))
  assert.equal(refused(iatFileOf([...iatAddenda.slice(0, 6), back])), '10 addendaType')
})
