import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ANSWER_CODES } from '../../src/ach-imports/domain/answer-codes.ts'
import { achReturnRules } from '../../src/rails/rails.ts'
import { type AchBank, openAchBank } from '../support/ach-bank.ts'
import { changeBatch, internationalReturnBatch, OTHER_BANK, returnBatch } from '../support/ach-files.ts'
import { dataOf } from '../support/answers.ts'

let bank: AchBank
let sequence = 0
const answering = () => ({ sequence: ++sequence, settlesOn: bank.today() })

before(async () => {
  bank = await openAchBank()
})
after(() => bank.service.stop())

const TORONTO = { addressLine1: '12 King Street', city: 'Toronto', state: 'ON', countryCode: 'CA' }
const CANADIAN = {
  ...{ country: 'CA', accountNo: '00012345678901234567', accountCcy: 'USD', name: 'Royal of Toronto' },
  ...{ nationalCode: OTHER_BANK, swiftCode: 'ROYCCAT2' },
}

/** What a payment of each class needs; checks are converted by ARC. */
const CLASSES: Record<string, { contact: object; fields?: object }> = {
  PPD: { contact: { contactType: 'Consumer' } },
  CCD: { contact: { contactType: 'Company' } },
  ARC: {
    contact: { contactType: 'Consumer' },
    fields: { additionalInfo: { secCode: 'ARC', checkSerialNumber: '000118' } },
  },
  IAT: { contact: { contactType: 'Company', address: TORONTO, contactBank: CANADIAN } },
}
/** Of classes that no institution originates here: their returns are about no payment of ours. */
const NEVER_OURS = ['R30', 'R33', 'R40', 'R41', 'R42', 'R43', 'R44', 'R45', 'R46', 'R47', 'R50', 'R51', 'R52', 'R53']

/** A payment that a return with this code can be about, or one that it cannot if there is none. */
function paymentFor({ entryType = 'CREDIT', secCodes }: ReturnType<typeof achReturnRules>[number]) {
  const secCode = Object.keys(CLASSES).find((one) => !secCodes || secCodes.includes(one)) ?? 'CCD'
  return { entryType, ...CLASSES[secCode]! }
}

// The answers of a test come in one file: a file for each takes twenty times as long.

test('every return code from R01 to R85 does in a file what its rule says', async () => {
  const secCodes = ['PPD', 'CCD', 'ARC', 'IAT']
  dataOf(await bank.call('PUT', '/v1/institution', { ach: { secCodes } }))
  const rules = achReturnRules()
  const payers = await bank.settled(rules.map(paymentFor))
  const returns = rules.map(({ code }, place) => {
    const { sent } = payers[place]!
    return (sent.secCode === 'IAT' ? internationalReturnBatch : returnBatch)(sent, code, answering())
  })
  const { file, answers } = await bank.receives(returns)
  assert.equal(file.status, 'IMPORTED')
  assert.equal(answers.length, rules.length)
  for (const [place, { code }] of rules.entries()) {
    const { paymentUID } = payers[place]!
    const isAllowed = !NEVER_OURS.includes(code)
    const answer = answers[place]!
    assert.equal(answer.code, code)
    assert.equal(answer.outcome, isAllowed ? 'Applied' : 'Exception', `${code} ${answer.reason}`)
    assert.equal(await bank.statusOf(paymentUID), isAllowed ? 'RETURNED' : 'PROCESSED', code)
    if (!isAllowed) assert.match(answer.reason ?? '', /is for the SEC codes/)
    const said = ANSWER_CODES.find((one) => one.code === code)?.outcome ?? ''
    assert.match(said, isAllowed ? /^The payment is RETURNED/ : /^A person decides/, code)
  }
  const abroad = payers.find(({ sent }) => sent.secCode === 'IAT')!
  assert.equal(await bank.ledgerBalance(abroad), '100.00', 'an international credit is back on its account')
})

test('a return with a code that is for another class is an exception', async () => {
  const [person, other, company, check] = await bank.settled([
    { entryType: 'DEBIT', ...CLASSES['PPD']! },
    { entryType: 'DEBIT', ...CLASSES['PPD']! },
    { entryType: 'DEBIT', ...CLASSES['CCD']! },
    { entryType: 'DEBIT', ...CLASSES['ARC']! },
  ])
  const { answers } = await bank.receives([
    returnBatch(person!.sent, 'R37', answering()),
    returnBatch(company!.sent, 'R10', answering()),
    returnBatch(check!.sent, 'R07', answering()),
    returnBatch(other!.sent, 'R80', answering()),
  ])
  for (const { outcome, reason } of answers) {
    assert.equal(outcome, 'Exception')
    assert.match(reason ?? '', /is for the SEC codes/)
  }
  assert.equal(answers.length, 4)
})

test('a dishonored and a contested return with any of its codes waits for a person, with its money in suspense', async () => {
  const { sent } = await bank.paid()
  const codes = ANSWER_CODES.filter(({ kind }) => kind === 'DishonoredReturn' || kind === 'ContestedReturn')
  const batches = codes.map(({ code, kind }) =>
    returnBatch(sent, code, answering(), kind === 'DishonoredReturn' ? dishonored(code) : contested(code)),
  )
  const { answers } = await bank.receives(batches)
  assert.deepEqual(
    answers.map(({ kind, code, outcome }) => ({ kind, code, outcome })),
    codes.map(({ kind, code }) => ({ kind, code, outcome: 'Exception' })),
  )
  for (const { code, traceNumber } of answers) {
    const rows = await bank.service.query<{ status: string }>('select status from receipts where trace_number = $1', [
      traceNumber,
    ])
    assert.deepEqual(rows, [{ status: 'UNPOSTED' }], code ?? '')
  }
})

test('every notification of change from C01 to C14, and every refusal of one, has its outcome', async () => {
  const data: Record<string, string> = {
    ...{ C01: '998877665', C02: '011000015', C03: '011000015   998877665', C04: 'ADA LUND', C05: '32' },
    ...{ C06: '998877665           32', C07: '011000015998877665        32' },
  }
  const codes = ANSWER_CODES.filter(({ kind }) => kind === 'Change' || kind === 'RefusedChange')
  const payers = await bank.settled(codes.map(() => ({ entryType: 'CREDIT' })))
  const batches = codes.map(({ code, kind }, place) => {
    const addenda = kind === 'RefusedChange' ? refusedChange(code) : {}
    return changeBatch(payers[place]!.sent, code, data[code] ?? 'SOMETHING ELSE', answering(), addenda)
  })
  const { answers } = await bank.receives(batches)
  assert.equal(answers.length, codes.length)
  for (const [place, { kind, code }] of codes.entries()) {
    const answer = answers[place]!
    assert.deepEqual([answer.kind, answer.code], [kind, code])
    assert.equal(answer.outcome, data[code] ? 'Applied' : 'Exception', `${code} ${answer.reason}`)
  }
})

test('the table of codes has each code once', () => {
  const codes = ANSWER_CODES.map(({ code }) => code)
  assert.equal(new Set(codes).size, codes.length)
  const { length } = codes.filter((code) => code.startsWith('C'))
  assert.equal(length, 20)
})

const traces = { returnTraceNumber: '061099990000007', returnSettlementDate: '182', returnReasonCode: '03' }

function dishonored(code: string): object {
  const blank = { reserved: '', reservedAfterDfi: '' }
  return { record: 'dishonored addenda 99', dishonoredReturnReasonCode: code, ...blank, ...traces }
}

function contested(code: string): object {
  return {
    ...{ record: 'contested addenda 99', contestedReturnReasonCode: code, ...traces },
    ...{ dateOriginalEntryReturned: '260701', originalSettlementDate: '181', reserved: '' },
    ...{ dishonoredReturnTraceNumber: '021000020000008', dishonoredReturnSettlementDate: '183' },
    dishonoredReturnReasonCode: '68',
  }
}

function refusedChange(code: string): object {
  return { record: 'refused addenda 98', refusedChangeCode: code, changeCode: 'C01', traceSequenceNumber: '0000001' }
}
