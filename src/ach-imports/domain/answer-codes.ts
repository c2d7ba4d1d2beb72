import { SEC_CODES } from '../../kernel/sec-codes.ts'
import { achReturnRules } from '../../rails/rails.ts'
import type { AnswerKind } from './entry-kind.ts'

/** A reason code of an answer, and what Giro does about it. */
export interface AnswerCode {
  code: string
  title: string
  kind: AnswerKind
  /** What it can be about: `debits`, `credits of IAT`, `entries`. */
  about: string
  /** Until when it can come. */
  within: string
  outcome: string
}

const WITHIN = {
  twoBankingDays: 'two banking days',
  sixtyCalendarDays: '60 calendar days',
  byAgreement: 'by agreement',
} as const

const RETURNED = 'The payment is RETURNED.'
/** No payment of the institution can have the class. */
const NEVER_SENT = 'A person decides: the institution sends no such entries.'
const SENT: readonly string[] = SEC_CODES

const returns: readonly AnswerCode[] = achReturnRules().map(({ code, title, entryType, secCodes, within }) => {
  const side = entryType === undefined ? 'entries' : `${entryType.toLowerCase()}s`
  const about = secCodes ? `${side} of ${secCodes.join(', ')}` : side
  const isSent = !secCodes || secCodes.some((one) => SENT.includes(one))
  return { code, title, kind: 'Return', about, within: WITHIN[within], outcome: isSent ? RETURNED : NEVER_SENT }
})

type Row = readonly [code: string, title: string]

const rowsOf = (kind: AnswerKind, about: string, within: string, outcome: string, rows: readonly Row[]): AnswerCode[] =>
  rows.map(([code, title]) => ({ code, title, kind, about, within, outcome }))

const DISHONORED: readonly Row[] = [
  ['R61', 'Misrouted return'],
  ['R62', 'Return of an erroneous or reversing debit'],
  ['R67', 'Duplicate return'],
  ['R68', 'Untimely return'],
  ['R69', 'Field error'],
  ['R70', 'Permissible return not accepted, or return not requested'],
]

const CONTESTED: readonly Row[] = [
  ['R71', 'Misrouted dishonored return'],
  ['R72', 'Untimely dishonored return'],
  ['R73', 'Timely original return'],
  ['R74', 'Corrected return'],
  ['R75', 'Return not a duplicate'],
  ['R76', 'No errors found'],
  ['R77', 'Non-acceptance of R62'],
]

const CHANGES: readonly Row[] = [
  ['C01', 'Account number'],
  ['C02', 'Routing number'],
  ['C03', 'Routing number and account number'],
  ['C04', 'Name'],
  ['C05', 'Transaction code'],
  ['C06', 'Account number and transaction code'],
  ['C07', 'Routing number, account number and transaction code'],
]

const OTHER_CHANGES: readonly Row[] = [
  ['C08', 'Foreign bank identification'],
  ['C09', 'Individual identification'],
  ['C13', 'Addenda format'],
  ['C14', 'SEC code of an outbound international payment'],
]

const REFUSED_CHANGES: readonly Row[] = [
  ['C61', 'Misrouted notification of change'],
  ['C62', 'Trace number'],
  ['C63', 'Company identification'],
  ['C64', 'Individual identification'],
  ['C65', 'Format of the corrected data'],
  ['C66', 'Discretionary data'],
  ['C67', 'Routing number not from the original entry'],
  ['C68', 'Account number not from the original entry'],
  ['C69', 'Transaction code'],
]

const PERSON = 'A person decides'

/** Every reason code of the Nacha Operating Rules, Appendices Four and Five. */
export const ANSWER_CODES: readonly AnswerCode[] = [
  ...returns,
  ...rowsOf(
    ...(['DishonoredReturn', 'returns that the institution sent', 'five banking days'] as const),
    ...([`${PERSON} within two banking days; its amount waits in suspense.`, DISHONORED] as const),
  ),
  ...rowsOf(
    ...(['ContestedReturn', 'returns that the institution dishonored', 'two banking days'] as const),
    ...([`${PERSON}; its amount waits in suspense.`, CONTESTED] as const),
  ),
  ...rowsOf('Change', 'entries', 'two banking days', 'The contact is corrected, or its correction proposed.', CHANGES),
  ...rowsOf('Change', 'entries', 'two banking days', `${PERSON}: no detail of a contact is wrong.`, OTHER_CHANGES),
  ...rowsOf('RefusedChange', 'notifications that the institution sent', '15 days', `${PERSON}.`, REFUSED_CHANGES),
]

/** The tables of docs/ach.md. */
export function describeAnswerCodes(): string {
  return [
    '| code | meaning | about | in time within | what happens |',
    '| --- | --- | --- | --- | --- |',
    ...ANSWER_CODES.map(
      ({ code, title, about, within, outcome }) => `| ${code} | ${title} | ${about} | ${within} | ${outcome} |`,
    ),
  ].join('\n')
}
