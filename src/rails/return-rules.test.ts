import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { businessCalendar } from '../kernel/business-calendar.ts'
import { judgeReturn, RETURN_CODES, type ReturnedItem, returnableUntil } from './return-rules.ts'

const calendar = businessCalendar({ holidays: 'FederalReserve' })
const day = (text: string) => Temporal.PlainDate.from(text)
/** A consumer debit that settled on a Wednesday. */
const debit: ReturnedItem = { rail: 'ACH', entryType: 'DEBIT', secCode: 'PPD', settledOn: day('2026-07-01') }
const corporate: ReturnedItem = { ...debit, secCode: 'CCD' }
const credit: ReturnedItem = { ...debit, entryType: 'CREDIT' }
const wire: ReturnedItem = { rail: 'FEDWIRE', entryType: 'CREDIT', secCode: null, settledOn: day('2026-07-01') }

const judged = (item: ReturnedItem, code: string, on: string) => {
  const result = judgeReturn(item, code, day(on), calendar)
  return result.ok ? undefined : result.refusal
}

// The second banking day is Friday: the Federal Reserve keeps no holiday that falls on a Saturday.
for (const [item, code, last, tooLate] of [
  [debit, 'R01', '2026-07-03', '2026-07-04'],
  [credit, 'R03', '2026-07-03', '2026-07-04'],
  [corporate, 'R29', '2026-07-03', '2026-07-04'],
  // The 60th calendar day is Sunday 30 August; the next banking day is Monday.
  [debit, 'R10', '2026-08-31', '2026-09-01'],
  [debit, 'R07', '2026-08-31', '2026-09-01'],
  [debit, 'R11', '2026-08-31', '2026-09-01'],
  [corporate, 'R05', '2026-08-31', '2026-09-01'],
] as const)
  test(`judgeReturn: ${code} of a ${item.secCode} ${item.entryType} can come back until ${last}, not on ${tooLate}`, () => {
    assert.equal(judged(item, code, last), undefined)
    assert.match(judged(item, code, tooLate)!, new RegExp(`settled on 2026-07-01, and ${code} .* by ${last}`))
  })

for (const [item, code, says] of [
  [wire, 'R01', 'R01 is no return code of FEDWIRE'],
  [debit, 'AC04', 'AC04 is no return code of ACH'],
  [credit, 'R01', 'returns a debit, and the entry is a credit'],
  [debit, 'R23', 'returns a credit, and the entry is a debit'],
  [debit, 'R29', 'is for the SEC codes CCD, CTX, and the entry is PPD'],
  [corporate, 'R10', 'is for the SEC codes PPD, WEB, TEL, ARC, BOC, POP, and the entry is CCD'],
  [debit, 'R61', 'R61 is no return code'],
] as const)
  test(`judgeReturn: ${code} of a ${item.rail} ${item.entryType} is refused: ${says}`, () => {
    assert.match(judged(item, code, '2026-07-02')!, new RegExp(says))
  })

test('judgeReturn: a return by agreement can come back at any time, and so can a wire', () => {
  for (const [item, code] of [
    [debit, 'R06'],
    [corporate, 'R31'],
    [credit, 'R23'],
    [wire, 'AC04'],
  ] as const)
    assert.equal(judged(item, code, '2027-07-01'), undefined)
})

test('judgeReturn: nothing comes back before it settled, but an entry that has not settled can', () => {
  assert.match(judged(debit, 'R01', '2026-06-30')!, /settled on 2026-07-01, after the return/)
  assert.equal(judged({ ...debit, settledOn: undefined }, 'R01', '2026-06-30'), undefined)
})

test('judgeReturn: the meaning of R11 holds for entries that settle from 1 April 2020', () => {
  const settled = (on: string) => judged({ ...debit, settledOn: day(on) }, 'R11', on)
  assert.equal(settled('2020-04-01'), undefined)
  assert.match(settled('2020-03-31')!, /R11 is no return code of ACH entries that settle on 2020-03-31/)
})

test('returnableUntil: sixty days for consumer debits and checks, two banking days for the rest', () => {
  const until = (item: ReturnedItem) => returnableUntil(item, item.settledOn!, calendar).toString()
  assert.deepEqual([debit, corporate, credit].map(until), ['2026-08-31', '2026-07-03', '2026-07-03'])
  for (const secCode of ['WEB', 'TEL', 'ARC', 'POP']) assert.equal(until({ ...debit, secCode }), '2026-08-31')
  assert.equal(until({ ...debit, secCode: 'CTX' }), '2026-07-03')
})

test('judgeReturn: a check that became an entry comes back as unauthorized for sixty days', () => {
  for (const code of ['R10', 'R11', 'R37']) {
    assert.equal(judged({ ...debit, secCode: 'ARC' }, code, '2026-08-31'), undefined)
    assert.match(judged({ ...debit, secCode: 'ARC' }, code, '2026-09-01')!, /had to arrive by 2026-08-31/)
  }
})

/** The title of a code, and how long after settlement it returns which entries. */
function ruleOf(code: string): string {
  let title = ''
  const usual = Object.entries({ PPD: debit, CCD: corporate, credit, wire })
  // Codes for entries of one kind alone.
  const special = ['ARC', 'RCK', 'TRC', 'XCK', 'ENR', 'IAT', 'POP'].map(
    (secCode) => [secCode, { ...debit, secCode }] as const,
  )
  const isUsual = usual.some(([, item]) => judged(item, code, '2026-06-30')?.includes('after the return'))
  const returned = (isUsual ? usual : special).flatMap(([name, item]) => {
    const shown = /the return \S+ \((.*)\) on/.exec(judged(item, code, '2026-06-30') ?? '')
    if (!shown) return []
    title = shown[1]!
    const isLate = (on: string) => judged(item, code, on) !== undefined
    return [`${name} ${isLate('2026-07-04') ? '2 days' : isLate('2026-09-01') ? '60 days' : 'any time'}`]
  })
  return `${code} ${title}: ${returned.join(', ')}`
}

test('the return codes are those of Nacha, Appendix Four, and of ISO 20022, each with its entries and its time', () => {
  assert.deepEqual(RETURN_CODES.map(ruleOf), RULES.trim().split('\n'))
})

const RULES = `
AC01 Account number not correct: wire any time
AC03 Creditor's account number not valid: wire any time
AC04 Account closed: wire any time
AC06 Account blocked: wire any time
AC07 Creditor's account closed: wire any time
AG01 Transaction not allowed on this account: wire any time
AG02 Bank operation code not valid: wire any time
AM05 Duplicate: wire any time
AM09 Wrong amount: wire any time
BE04 Creditor address missing: wire any time
BE05 Originator not recognized: wire any time
CUST Requested by the customer: wire any time
DUPL Duplicate payment: wire any time
FOCR After a cancellation request: wire any time
FR01 Fraud: wire any time
MD07 End customer deceased: wire any time
MS02 Refused by the customer, no reason given: wire any time
MS03 Returned by the agent, no reason given: wire any time
NARR See the notes: wire any time
R01 Insufficient funds: PPD 2 days, CCD 2 days
R02 Account closed: PPD 2 days, CCD 2 days, credit 2 days
R03 No account, or unable to locate it: PPD 2 days, CCD 2 days, credit 2 days
R04 Account number not valid: PPD 2 days, CCD 2 days, credit 2 days
R05 Unauthorized debit to a consumer account with a corporate SEC code: CCD 60 days
R06 Returned at the ODFI's request: PPD any time, CCD any time, credit any time
R07 Authorization revoked by the customer: PPD 60 days
R08 Payment stopped: PPD 2 days, CCD 2 days
R09 Uncollected funds: PPD 2 days, CCD 2 days
R10 Originator not known or not authorized to debit: PPD 60 days
R11 Not in accordance with the terms of the authorization: PPD 60 days
R12 Branch sold to another bank: PPD 2 days, CCD 2 days, credit 2 days
R13 Routing number not valid: PPD 2 days, CCD 2 days, credit 2 days
R14 Representative payee deceased or unable to continue: PPD 2 days, CCD 2 days, credit 2 days
R15 Beneficiary or account holder deceased: PPD 2 days, CCD 2 days, credit 2 days
R16 Account frozen, or returned by order of OFAC: PPD 2 days, CCD 2 days, credit 2 days
R17 File record edit criteria, or questionable: PPD 2 days, CCD 2 days, credit 2 days
R18 Effective entry date not valid: PPD 2 days, CCD 2 days, credit 2 days
R19 Amount not valid: PPD 2 days, CCD 2 days, credit 2 days
R20 Not a transaction account: PPD 2 days, CCD 2 days, credit 2 days
R21 Company identification not valid: PPD 2 days, CCD 2 days, credit 2 days
R22 Individual identification not valid: PPD 2 days, CCD 2 days, credit 2 days
R23 Credit refused by the receiver: credit any time
R24 Duplicate entry: PPD 2 days, CCD 2 days, credit 2 days
R25 Addenda error: PPD 2 days, CCD 2 days, credit 2 days
R26 Mandatory field error: PPD 2 days, CCD 2 days, credit 2 days
R27 Trace number error: PPD 2 days, CCD 2 days, credit 2 days
R28 Check digit of the routing number: PPD 2 days, CCD 2 days, credit 2 days
R29 Corporate customer advises that it did not authorize: CCD 2 days
R30 RDFI does not take part in check truncation: TRC 2 days
R31 Permissible return of a corporate debit: CCD any time
R32 RDFI does not settle: PPD 2 days, CCD 2 days, credit 2 days
R33 Return of a destroyed check: XCK 60 days
R34 RDFI participates with limits: PPD 2 days, CCD 2 days, credit 2 days
R35 Improper debit: PPD 2 days, CCD 2 days
R36 Improper credit: credit 2 days
R37 The check was presented too: ARC 60 days, POP 60 days
R38 Payment of the check stopped: ARC 60 days
R39 Improper check: ARC 2 days, POP 2 days
R40 Enrollment returned by a federal agency: ENR 2 days
R41 Transaction code not valid: ENR 2 days
R42 Routing number or check digit error: ENR 2 days
R43 Account number not valid: ENR 2 days
R44 Individual identification not valid: ENR 2 days
R45 Name not valid: ENR 2 days
R46 Representative payee indicator not valid: ENR 2 days
R47 Duplicate enrollment: ENR 2 days
R50 State law affects the re-presented check: RCK 2 days
R51 Re-presented check not eligible or not proper: RCK 60 days
R52 Payment of the re-presented check stopped: RCK 60 days
R53 The check and its re-presentment were both presented: RCK 60 days
R80 IAT entry coded wrongly: IAT any time
R81 Not a participant in IAT: IAT any time
R82 Foreign bank identification not valid: IAT any time
R83 Foreign bank unable to settle: IAT any time
R84 Not processed by the gateway: IAT any time
R85 International payment coded as domestic: PPD 2 days, CCD 2 days, credit 2 days
RC01 Bank identifier not correct: wire any time
RR04 Regulatory reason: wire any time
TECH Technical problems: wire any time
UPAY Undue payment: wire any time
`
