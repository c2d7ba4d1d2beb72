import { Temporal } from 'temporal-polyfill'
import { addBusinessDays, type BusinessCalendar } from '../kernel/business-calendar.ts'
import type { EntryType } from '../kernel/rail.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'

/**
 * Until when a return can reach the institution, counted from the settlement of the payment. It
 * must be available at the opening of the second banking day, or of the banking day after the 60th
 * calendar day. A return by agreement has no such time.
 */
type ReturnWindow = 'twoBankingDays' | 'sixtyCalendarDays' | 'byAgreement'

/** A reason for which a payment can come back, from a day on. */
interface ReturnRule {
  code: string
  /** ACH, or the rails that carry ISO 20022 messages. */
  network: 'ACH' | 'message'
  title: string
  /** What comes back for this reason; undefined for both. */
  entryType?: EntryType
  /** The SEC codes of the entries for which it can be used; undefined for all. */
  secCodes?: readonly string[]
  within: ReturnWindow
  /** The first day on which the rule holds, for payments that settle on it or later. */
  validFrom: string
}

/** Debits to consumers, which can come back as unauthorized for sixty days. */
export const CONSUMER_DEBITS = ['PPD', 'WEB', 'TEL'] as const
const CORPORATE = ['CCD', 'CTX'] as const
/** Checks that became entries. */
const CHECKS = ['ARC', 'BOC', 'POP'] as const
/** What can come back for sixty days: debits to consumers, and checks that were presented too. */
const LONG_RETURNABLE: readonly string[] = [...CONSUMER_DEBITS, ...CHECKS]
/** Long before the first payment of any institution. */
const ALWAYS = '2000-01-01'

type Row = [code: string, title: string, entryType?: EntryType, within?: ReturnWindow, secCodes?: readonly string[]]

/** Returns of enrollments, which federal agencies send. */
const ENROLLMENT_ROWS: readonly Row[] = (
  [
    ['R40', 'Enrollment returned by a federal agency'],
    ['R41', 'Transaction code not valid'],
    ['R42', 'Routing number or check digit error'],
    ['R43', 'Account number not valid'],
    ['R44', 'Individual identification not valid'],
    ['R45', 'Name not valid'],
    ['R46', 'Representative payee indicator not valid'],
    ['R47', 'Duplicate enrollment'],
  ] as const
).map(([code, title]) => [code, title, undefined, 'twoBankingDays', ['ENR']])

/** Nacha Operating Rules, Appendix Four: returns of entries, by any SEC code. */
const ACH_ROWS: readonly Row[] = [
  ['R01', 'Insufficient funds', 'DEBIT'],
  ['R02', 'Account closed'],
  ['R03', 'No account, or unable to locate it'],
  ['R04', 'Account number not valid'],
  [
    'R05',
    'Unauthorized debit to a consumer account with a corporate SEC code',
    'DEBIT',
    'sixtyCalendarDays',
    CORPORATE,
  ],
  ['R06', "Returned at the ODFI's request", undefined, 'byAgreement'],
  ['R07', 'Authorization revoked by the customer', 'DEBIT', 'sixtyCalendarDays', CONSUMER_DEBITS],
  ['R08', 'Payment stopped', 'DEBIT'],
  ['R09', 'Uncollected funds', 'DEBIT'],
  ['R10', 'Originator not known or not authorized to debit', 'DEBIT', 'sixtyCalendarDays', LONG_RETURNABLE],
  ['R12', 'Branch sold to another bank'],
  ['R13', 'Routing number not valid'],
  ['R14', 'Representative payee deceased or unable to continue'],
  ['R15', 'Beneficiary or account holder deceased'],
  ['R16', 'Account frozen, or returned by order of OFAC'],
  ['R17', 'File record edit criteria, or questionable'],
  ['R18', 'Effective entry date not valid'],
  ['R19', 'Amount not valid'],
  ['R20', 'Not a transaction account'],
  ['R21', 'Company identification not valid'],
  ['R22', 'Individual identification not valid'],
  ['R23', 'Credit refused by the receiver', 'CREDIT', 'byAgreement'],
  ['R24', 'Duplicate entry'],
  ['R25', 'Addenda error'],
  ['R26', 'Mandatory field error'],
  ['R27', 'Trace number error'],
  ['R28', 'Check digit of the routing number'],
  ['R29', 'Corporate customer advises that it did not authorize', 'DEBIT', 'twoBankingDays', CORPORATE],
  ['R30', 'RDFI does not take part in check truncation', 'DEBIT', 'twoBankingDays', ['TRC', 'TRX']],
  ['R31', 'Permissible return of a corporate debit', 'DEBIT', 'byAgreement', CORPORATE],
  ['R32', 'RDFI does not settle'],
  ['R33', 'Return of a destroyed check', 'DEBIT', 'sixtyCalendarDays', ['XCK']],
  ['R34', 'RDFI participates with limits'],
  ['R35', 'Improper debit', 'DEBIT'],
  ['R36', 'Improper credit', 'CREDIT'],
  ['R37', 'The check was presented too', 'DEBIT', 'sixtyCalendarDays', CHECKS],
  ['R38', 'Payment of the check stopped', 'DEBIT', 'sixtyCalendarDays', ['ARC', 'BOC']],
  ['R39', 'Improper check', 'DEBIT', 'twoBankingDays', CHECKS],
  ...ENROLLMENT_ROWS,
  ['R50', 'State law affects the re-presented check', 'DEBIT', 'twoBankingDays', ['RCK']],
  ['R51', 'Re-presented check not eligible or not proper', 'DEBIT', 'sixtyCalendarDays', ['RCK']],
  ['R52', 'Payment of the re-presented check stopped', 'DEBIT', 'sixtyCalendarDays', ['RCK']],
  ['R53', 'The check and its re-presentment were both presented', 'DEBIT', 'sixtyCalendarDays', ['RCK']],
  ['R80', 'IAT entry coded wrongly', undefined, 'byAgreement', ['IAT']],
  ['R81', 'Not a participant in IAT', undefined, 'byAgreement', ['IAT']],
  ['R82', 'Foreign bank identification not valid', undefined, 'byAgreement', ['IAT']],
  ['R83', 'Foreign bank unable to settle', undefined, 'byAgreement', ['IAT']],
  ['R84', 'Not processed by the gateway', undefined, 'byAgreement', ['IAT']],
  ['R85', 'International payment coded as domestic'],
]

/** ISO 20022 ExternalReturnReason1Code, as in pacs.004 and in answers to cancellation requests. */
const MESSAGE_ROWS: readonly Row[] = [
  ['AC01', 'Account number not correct'],
  ['AC03', "Creditor's account number not valid"],
  ['AC04', 'Account closed'],
  ['AC06', 'Account blocked'],
  ['AC07', "Creditor's account closed"],
  ['AG01', 'Transaction not allowed on this account'],
  ['AG02', 'Bank operation code not valid'],
  ['AM05', 'Duplicate'],
  ['AM09', 'Wrong amount'],
  ['BE04', 'Creditor address missing'],
  ['BE05', 'Originator not recognized'],
  ['CUST', 'Requested by the customer'],
  ['DUPL', 'Duplicate payment'],
  ['FOCR', 'After a cancellation request'],
  ['FR01', 'Fraud'],
  ['MD07', 'End customer deceased'],
  ['MS02', 'Refused by the customer, no reason given'],
  ['MS03', 'Returned by the agent, no reason given'],
  ['NARR', 'See the notes'],
  ['RC01', 'Bank identifier not correct'],
  ['RR04', 'Regulatory reason'],
  ['TECH', 'Technical problems'],
  ['UPAY', 'Undue payment'],
]

const RULES: readonly ReturnRule[] = [
  ...ACH_ROWS.map((row) => ruleOf('ACH', row)),
  // Until then, R11 was the return of a truncated check.
  {
    ...ruleOf('ACH', [
      ...(['R11', 'Not in accordance with the terms of the authorization'] as const),
      ...(['DEBIT', 'sixtyCalendarDays', LONG_RETURNABLE] as const),
    ]),
    validFrom: '2020-04-01',
  },
  ...MESSAGE_ROWS.map((row) => ruleOf('message', row)),
]

function ruleOf(
  network: ReturnRule['network'],
  [code, title, entryType, within = network === 'ACH' ? 'twoBankingDays' : 'byAgreement', secCodes]: Row,
): ReturnRule {
  return { code, network, title, entryType, within, secCodes, validFrom: ALWAYS }
}

/**
 * What the addenda of a return say of an entry that its receiver's bank believes was sent under
 * false pretenses (Nacha Operating Rules, Appendix Four, R17; risk management, 2024-10-01).
 */
const QUESTIONABLE = { code: 'R17', information: 'QUESTIONABLE', validFrom: '2024-10-01' } as const

/** The text for such a return on this day, or why the rules have none. */
export function questionableText(code: string, returnedOn: Temporal.PlainDate): Result<string, string> {
  if (code !== QUESTIONABLE.code) return refuse(`isQuestionable is for ${QUESTIONABLE.code} only`)
  if (returnedOn.toString() < QUESTIONABLE.validFrom)
    return refuse(`isQuestionable is for returns from ${QUESTIONABLE.validFrom} on`)
  return accept(QUESTIONABLE.information)
}

/** Every code with which a payment of the institution can come back. */
export const RETURN_CODES: readonly string[] = RULES.map(({ code }) => code).sort()

/** The return codes of ACH entries, in order, for the documentation. */
export function achReturnRules(): Pick<ReturnRule, 'code' | 'title' | 'entryType' | 'secCodes' | 'within'>[] {
  return RULES.filter(({ network }) => network === 'ACH').sort((a, b) => a.code.localeCompare(b.code))
}

/** A payment that comes back. */
export interface ReturnedItem {
  rail: string
  entryType: EntryType
  secCode: string | null
  /** Undefined if it has not settled. */
  settledOn: Temporal.PlainDate | undefined
}

/** Whether a payment can come back with this code on this day. Refused with the rule it breaks. */
export function judgeReturn(
  { rail, entryType, secCode, settledOn }: ReturnedItem,
  code: string,
  returnedOn: Temporal.PlainDate,
  calendar: BusinessCalendar,
): Result<void, string> {
  const network = rail === 'ACH' ? 'ACH' : 'message'
  const on = settledOn ?? returnedOn
  const rule = RULES.find((one) => one.code === code && one.network === network && one.validFrom <= on.toString())
  if (!rule)
    return refuse(
      network === 'ACH'
        ? `${code} is no return code of ACH entries that settle on ${on} (Nacha Operating Rules, Appendix Four)`
        : `${code} is no return code of ${rail}: use a code of ISO 20022 ExternalReturnReason1Code, such as AC04`,
    )
  const named = `${code} (${rule.title})`
  if (rule.entryType && rule.entryType !== entryType)
    return refuse(`${named} returns a ${rule.entryType.toLowerCase()}, and the entry is a ${entryType.toLowerCase()}`)
  if (rule.secCodes && !rule.secCodes.includes(secCode ?? ''))
    return refuse(`${named} is for the SEC codes ${rule.secCodes.join(', ')}, and the entry is ${secCode}`)
  if (!settledOn) return accept(undefined)
  if (Temporal.PlainDate.compare(returnedOn, settledOn) < 0)
    return refuse(`the payment settled on ${settledOn}, after the return ${named} on ${returnedOn}`)
  const last = lastDayOf(rule.within, settledOn, calendar)
  if (!last || Temporal.PlainDate.compare(returnedOn, last) <= 0) return accept(undefined)
  return refuse(`the entry settled on ${settledOn}, and ${named} had to arrive by ${last}, ${WORDS[rule.within]}`)
}

/** The last day on which any entry like this one can come back without agreement. */
export function returnableUntil(
  { entryType, secCode }: Pick<ReturnedItem, 'entryType' | 'secCode'>,
  settledOn: Temporal.PlainDate,
  calendar: BusinessCalendar,
): Temporal.PlainDate {
  const isLong = entryType === 'DEBIT' && LONG_RETURNABLE.includes(secCode ?? '')
  return lastDayOf(isLong ? 'sixtyCalendarDays' : 'twoBankingDays', settledOn, calendar)!
}

/** The last day on which an entry can come back for any reason of its kind, without agreement. */
export function anyReturnUntil(settledOn: Temporal.PlainDate, calendar: BusinessCalendar): Temporal.PlainDate {
  return lastDayOf('twoBankingDays', settledOn, calendar)!
}

const WORDS: Record<ReturnWindow, string> = {
  twoBankingDays: 'the second banking day after settlement',
  sixtyCalendarDays: 'the banking day after the 60th calendar day',
  byAgreement: 'by agreement',
}

function lastDayOf(
  within: ReturnWindow,
  settledOn: Temporal.PlainDate,
  calendar: BusinessCalendar,
): Temporal.PlainDate | undefined {
  switch (within) {
    case 'twoBankingDays':
      return addBusinessDays(settledOn, 2, calendar)
    case 'sixtyCalendarDays':
      return addBusinessDays(settledOn.add({ days: 60 }), 1, calendar)
    case 'byAgreement':
      return undefined
  }
}
