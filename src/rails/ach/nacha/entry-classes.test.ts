import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Addenda } from './addenda.ts'
import type { BatchHeader } from './batch-header.ts'
import type { NachaEntry } from './file.ts'
import { altered, assertRoundTrip, domesticHeader, refused, standardDetail, textOf } from './fixtures.ts'
import { parseNachaFile } from './parse-file.ts'

const changeOfAccount: Addenda = {
  record: 'addenda 98',
  changeCode: 'C01',
  originalTraceNumber: '021000020000009',
  reserved: '',
  originalReceivingDfi: '01100001',
  correctedData: '1918171614',
  reservedAfterData: '',
  traceNumber: '011000010000001',
}
const returned: Addenda = {
  record: 'addenda 99',
  returnReasonCode: 'R03',
  originalTraceNumber: '021000020000009',
  dateOfDeath: '',
  originalReceivingDfi: '01100001',
  addendaInformation: '',
  traceNumber: '011000010000001',
}
const terminal: Addenda = {
  record: 'addenda 02',
  referenceInformationOne: 'REF',
  referenceInformationTwo: '',
  terminalIdentification: 'T1',
  transactionSerialNumber: '000017',
  transactionDate: '0229',
  authorizationCode: '',
  terminalLocation: 'Market Street',
  terminalCity: 'Boston',
  terminalState: 'MA',
  traceNumber: '011000010000001',
}
const payment = (sequenceNumber: number): Addenda => ({
  record: 'addenda 05',
  paymentRelatedInformation: 'Thanks',
  sequenceNumber,
  entrySequenceNumber: '0000001',
})

const withAddenda = { ...standardDetail, addendaIndicator: '1' }
const { individualIdentification, individualName, discretionaryData, ...account } = standardDetail

/** A file with one batch: the standard header changed by `header`, and one entry. */
function fileOf(header: Partial<typeof domesticHeader>, detail: NachaEntry['detail'], ...addenda: Addenda[]): string {
  return textOf({ ...domesticHeader, ...header }, [{ detail, addenda }])
}

test('parseNachaFile: transaction codes of every account, prenotes and zero-dollar entries', () => {
  for (const code of ['22', '27', '32', '37', '42', '47', '52', '55']) {
    assertRoundTrip(fileOf({}, { ...standardDetail, transactionCode: code }))
  }
  for (const code of ['23', '24', '28', '33', '34', '38', '43', '48', '53']) {
    assertRoundTrip(fileOf({}, { ...standardDetail, transactionCode: code, amountCents: 0n }))
    assert.equal(refused(fileOf({}, { ...standardDetail, transactionCode: code })), '3 amountCents', code)
  }
})

test('parseNachaFile: a return has addenda 99 with a valid reason; a forward entry cannot have a return code', () => {
  for (const code of ['21', '26', '31', '36', '56']) {
    assertRoundTrip(fileOf({ effectiveEntryDate: '000000' }, { ...withAddenda, transactionCode: code }, returned))
    assert.equal(refused(fileOf({}, { ...standardDetail, transactionCode: code })), '3 transactionCode')
  }
  const text = fileOf({}, { ...withAddenda, transactionCode: '21' }, returned)
  assert.equal(refused(altered(text, 4, 4, 'R99')), '4 returnReasonCode')
  assert.equal(refused(fileOf({}, withAddenda, payment(1), returned)), '4 addendaType')
})

test('parseNachaFile: dishonored and contested returns have their own layouts', () => {
  const shared = { originalTraceNumber: '021000020000009', originalReceivingDfi: '01100001', reserved: '' }
  const later = { returnTraceNumber: '', returnSettlementDate: '179', returnReasonCode: '01' }
  const { traceNumber } = standardDetail
  assertRoundTrip(
    fileOf({}, withAddenda, {
      record: 'dishonored addenda 99',
      dishonoredReturnReasonCode: 'R68',
      ...shared,
      reservedAfterDfi: '',
      ...later,
      addendaInformation: 'Untimely',
      traceNumber,
    }),
  )
  assertRoundTrip(
    fileOf({}, withAddenda, {
      record: 'contested addenda 99',
      contestedReturnReasonCode: 'R73',
      ...shared,
      dateOriginalEntryReturned: '260301',
      originalSettlementDate: '060',
      ...later,
      dishonoredReturnTraceNumber: '011000010000007',
      dishonoredReturnSettlementDate: '',
      dishonoredReturnReasonCode: '68',
      traceNumber,
    }),
  )
})

test('parseNachaFile: returns and forward entries in one batch are refused', () => {
  const forward = { detail: { ...standardDetail, traceNumber: '011000010000002' }, addenda: [] }
  const text = textOf(domesticHeader, [
    { detail: { ...withAddenda, transactionCode: '21' }, addenda: [returned] },
    forward,
  ])
  assert.equal(refused(text), '5 addendaIndicator')
})

test('parseNachaFile: a COR entry has a return code, a zero amount and addenda 98', () => {
  const detail = { ...withAddenda, transactionCode: '21', amountCents: 0n }
  const cor = { secCode: 'COR', effectiveEntryDate: '000000' }
  assertRoundTrip(fileOf(cor, detail, changeOfAccount))
  assert.equal(refused(fileOf(cor, { ...detail, amountCents: 1n }, changeOfAccount)), '3 amountCents')
  assert.equal(refused(fileOf(cor, { ...detail, transactionCode: '22' }, changeOfAccount)), '3 transactionCode')
  assert.equal(refused(fileOf({}, detail, changeOfAccount)), '3 addendaIndicator')
  assert.equal(refused(altered(fileOf(cor, detail, changeOfAccount), 4, 4, 'C92')), '4 changeCode')
})

test('parseNachaFile: a refused notification of change repeats the code it refuses', () => {
  const detail = { ...withAddenda, transactionCode: '21', amountCents: 0n }
  const { record: _, changeCode: __, ...rest } = changeOfAccount as Extract<Addenda, { record: 'addenda 98' }>
  const text = fileOf({ secCode: 'COR' }, detail, {
    ...rest,
    record: 'refused addenda 98',
    refusedChangeCode: 'C61',
    changeCode: 'C01',
    traceSequenceNumber: '0000009',
  })
  assertRoundTrip(text)
  assert.equal(refused(altered(text, 4, 65, 'C61')), '4 changeCode')
})

test('parseNachaFile: an SEC code allows only its own type and number of addenda', () => {
  assertRoundTrip(fileOf({ secCode: 'WEB' }, withAddenda, payment(1)))
  assert.equal(refused(fileOf({}, withAddenda, payment(1), payment(2))), '5 addendaType')
  assert.equal(
    refused(fileOf({ secCode: 'TEL' }, { ...withAddenda, transactionCode: '27' }, payment(1))),
    '4 addendaType',
  )
  assert.equal(refused(fileOf({}, withAddenda, terminal)), '4 addendaType')
  assert.equal(refused(fileOf({ secCode: 'MTE' }, standardDetail)), '3 addendaIndicator')
})

test('parseNachaFile: TEL allows only debits and CIE only credits, except for reversals', () => {
  const debit = { ...standardDetail, transactionCode: '27' }
  assertRoundTrip(fileOf({ secCode: 'TEL' }, debit))
  assert.equal(refused(fileOf({ secCode: 'TEL' }, standardDetail)), '3 transactionCode')
  assertRoundTrip(fileOf({ secCode: 'TEL', companyEntryDescription: 'REVERSAL' }, standardDetail))
  const cie = {
    ...account,
    record: 'CIE entry detail',
    individualName: 'Ada',
    individualIdentification: 'C-1',
  } as const
  assertRoundTrip(fileOf({ secCode: 'CIE' }, { ...cie, discretionaryData }))
  assert.equal(
    refused(fileOf({ secCode: 'CIE' }, { ...cie, discretionaryData, transactionCode: '27' })),
    '3 transactionCode',
  )
})

test('parseNachaFile: CTX states the number of its addenda', () => {
  const detail = {
    ...account,
    record: 'corporate entry detail',
    individualIdentification,
    addendaCount: 2,
    individualName: 'Babbage Works',
    reserved: '',
    discretionaryData,
    addendaIndicator: '1',
  } as const
  assertRoundTrip(fileOf({ secCode: 'CTX' }, detail, payment(1), payment(2)))
  assert.equal(refused(fileOf({ secCode: 'CTX' }, detail, payment(1))), '3 addendaCount')
  assert.equal(refused(fileOf({ secCode: 'CTX' }, detail, payment(1), payment(1))), '5 sequenceNumber')
})

test('parseNachaFile: converted checks are debits up to 25,000.00, re-presented checks up to 2,500.00, with a serial number', () => {
  const check = {
    ...account,
    record: 'check entry detail',
    transactionCode: '27',
    checkSerialNumber: '1017',
    individualName: '',
    discretionaryData,
  } as const
  assertRoundTrip(fileOf({ secCode: 'ARC' }, { ...check, amountCents: 25_000_00n }))
  assert.equal(refused(fileOf({ secCode: 'BOC' }, { ...check, amountCents: 25_000_01n })), '3 amountCents')
  assert.equal(refused(fileOf({ secCode: 'ARC' }, { ...check, checkSerialNumber: '' })), '3 checkSerialNumber')
  const rck = { secCode: 'RCK', companyEntryDescription: 'REDEPCHECK' }
  assertRoundTrip(fileOf(rck, { ...check, amountCents: 2_500_00n }))
  assert.equal(refused(fileOf(rck, { ...check, amountCents: 2_500_01n })), '3 amountCents')
  assert.equal(refused(fileOf({ secCode: 'RCK' }, check)), '2 companyEntryDescription')
})

test('parseNachaFile: card and point-of-purchase entries', () => {
  const debit = { ...account, transactionCode: '27' }
  const card = { ...debit, addendaIndicator: '1', cardTransactionType: '01' }
  const pos = { ...card, record: 'POS entry detail', individualIdentification, individualName } as const
  assertRoundTrip(fileOf({ secCode: 'POS' }, pos, terminal))
  assert.equal(
    refused(fileOf({ secCode: 'POS' }, { ...pos, cardTransactionType: '55' }, terminal)),
    '3 cardTransactionType',
  )
  assert.equal(refused(altered(fileOf({ secCode: 'POS' }, pos, terminal), 4, 26, '1301')), '4 transactionDate')
  const shr = {
    ...card,
    record: 'SHR entry detail',
    cardExpirationDate: '0728',
    documentReferenceNumber: '77',
    individualCardAccountNumber: '4111111111111111',
  } as const
  assertRoundTrip(fileOf({ secCode: 'SHR' }, shr, terminal))
  assert.equal(
    refused(fileOf({ secCode: 'SHR' }, { ...shr, cardExpirationDate: '1328' }, terminal)),
    '3 cardExpirationDate',
  )
  const check = { ...debit, checkSerialNumber: '1017' }
  const pop = { ...check, record: 'POP entry detail', terminalCity: 'BOST', terminalState: 'MA' } as const
  assertRoundTrip(fileOf({ secCode: 'POP' }, { ...pop, individualName, discretionaryData }))
  const truncated = { processControlField: '', itemResearchNumber: 'X1', itemTypeIndicator: '' }
  for (const secCode of ['TRC', 'XCK']) {
    assertRoundTrip(fileOf({ secCode }, { ...check, record: 'truncated check entry detail', ...truncated }))
  }
})

test('parseNachaFile: entries without money are refused if they have an amount', () => {
  const message = { ...withAddenda, transactionCode: '23', amountCents: 0n }
  const enr = { secCode: 'ENR', companyEntryDescription: 'AUTOENROLL', effectiveEntryDate: '' }
  assertRoundTrip(fileOf(enr, message, payment(1)))
  assert.equal(refused(fileOf({ ...enr, effectiveEntryDate: '260304' }, message, payment(1))), '2 effectiveEntryDate')
  const dne = { secCode: 'DNE', originatorStatusCode: '2' }
  assertRoundTrip(fileOf(dne, message, payment(1)))
  assert.equal(refused(fileOf({ secCode: 'DNE' }, message, payment(1))), '2 originatorStatusCode')
  assert.equal(refused(fileOf(dne, { ...message, amountCents: 1n }, payment(1))), '3 amountCents')
  const ack = { ...standardDetail, transactionCode: '24', amountCents: 0n }
  assertRoundTrip(fileOf({ secCode: 'ACK' }, ack))
  assert.equal(refused(fileOf({ secCode: 'ACK' }, { ...ack, transactionCode: '22' })), '3 transactionCode')
})

test('parseNachaFile: an ADV file has its own entries, ascending sequence numbers and wide totals', () => {
  const advice = (transactionCode: string, sequenceNumber: number): NachaEntry => ({
    detail: {
      record: 'ADV entry detail',
      transactionCode,
      receivingRouting: '021000021',
      accountNumber: '998877-01',
      amountCents: 999_999_999_999n,
      adviceRoutingNumber: '011000015',
      fileIdentification: '',
      achOperatorData: '',
      individualName: 'Name',
      discretionaryData: '',
      addendaIndicator: '0',
      achOperatorRoutingNumber: '01100001',
      julianDay: '063',
      sequenceNumber,
    },
    addenda: [],
  })
  const header: BatchHeader = { ...domesticHeader, secCode: 'ADV', serviceClass: '280', originatorStatusCode: '0' }
  const text = textOf(header, [advice('81', 1), advice('82', 2), advice('83', 3)])
  assertRoundTrip(text)
  const parsed = parseNachaFile(text)
  assert.equal(parsed.ok && parsed.file.control.totalCreditCents, 1_999_999_999_998n)
  assert.equal(refused(textOf(header, [advice('81', 2), advice('82', 2)])), '4 sequenceNumber')
  assert.equal(refused(altered(text, 3, 2, '22')), '3 transactionCode')
})
