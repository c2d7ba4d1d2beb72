import type { Temporal } from 'temporal-polyfill'
import { words } from '../../kernel/words.ts'

/** What a rule demands by a time. */
export const OBLIGATION_KINDS = words('ObligationKind', [
  'ReceiptReturn',
  'ExtendedReturn',
  'WrittenStatementReturn',
  'ReturnRequestAnswer',
  'DishonoredReturn',
  'ContestedReturn',
  'NotificationOfChange',
  'Reversal',
  'DiscoveredReversal',
  'FedNowFinalAnswer',
  'FedNowAnswer',
  'FundsReturnReply',
  'FundsReturnAnswer',
  'PaymentRequestAnswer',
])
export type ObligationKind = (typeof OBLIGATION_KINDS)[number]

/** Clocks that say from when something is allowed. Nobody has to do it, so no row is kept. */
const WAITS = ['FirstLiveEntry'] as const
export type RuledKind = ObligationKind | (typeof WAITS)[number]

/**
 * What becomes of the thing after its time: it is refused, with the rule, or only marked as late.
 */
export type WhenLate = 'Refused' | 'Marked'

/**
 * How long a clock runs. `bankingDays` are those of the Federal Reserve, counted from the day after
 * the clock starts; a day that the institution closes by its own choice does not stop it.
 * `daysThenBanking` counts calendar days, and ends on the banking day after the last. `days` are
 * calendar days. `at` is HH:MM on the last day, 24:00 for its end, in Eastern time or at the
 * institution. `seconds` run from the moment itself.
 */
export type Term =
  | { counts: 'bankingDays' | 'daysThenBanking' | 'days'; days: number; at: string; zone: 'Eastern' | 'Institution' }
  | { counts: 'seconds'; seconds: number }

export interface ObligationRule {
  /** The first day on which it holds, for clocks that start on it or later: yyyy-mm-dd. */
  validFrom: string
  term: Term
  whenLate: WhenLate
  /** Where the rule is written, in words. */
  citation: string
}

const SINCE_EVER = '1978-01-01'
const DAY_IN_SECONDS = 86_400

/**
 * The last deadline of FedACH before banks open at 8:30: the operator distributes its entries at
 * 6:00. What must be available at the opening of a day is deposited by then. Source: FedACH
 * Processing Schedule.
 */
const LAST_DEPOSIT_BEFORE_OPENING = '02:15'
/** The last deadline of FedACH on a calendar day. */
const LAST_DEPOSIT_OF_DAY = '22:45'

const opening = (counts: 'bankingDays' | 'daysThenBanking', days: number): Term => ({
  ...{ counts, days, at: LAST_DEPOSIT_BEFORE_OPENING, zone: 'Eastern' },
})
const sentWithin = (days: number): Term => ({
  ...{ counts: 'bankingDays', days, at: LAST_DEPOSIT_OF_DAY, zone: 'Eastern' },
})
const doneWithin = (days: number): Term => ({ counts: 'bankingDays', days, at: '24:00', zone: 'Institution' })

/**
 * The rules that start clocks, the oldest first. A change of a rule is a new row: a clock follows
 * the rule in force on the day on which it starts.
 */
const RULES: Readonly<Record<RuledKind, readonly ObligationRule[]>> = {
  ReceiptReturn: [
    {
      ...{ validFrom: SINCE_EVER, term: opening('bankingDays', 2), whenLate: 'Refused' },
      citation:
        'Nacha Operating Rules, Subsection 3.8: a return is available to the ODFI by the opening of the second banking day after settlement',
    },
  ],
  ExtendedReturn: [
    {
      ...{ validFrom: SINCE_EVER, term: opening('daysThenBanking', 60), whenLate: 'Refused' },
      citation:
        'Nacha Operating Rules, Subsection 3.13.1: an extended return is available to the ODFI by the opening of the banking day after the 60th calendar day from settlement',
    },
  ],
  WrittenStatementReturn: [
    {
      // Until then, the rules named no time.
      ...{ validFrom: '2024-10-01', term: opening('bankingDays', 6), whenLate: 'Marked' },
      citation:
        'Nacha Operating Rules, Subsection 3.12.4: the return is available to the ODFI by the opening of the sixth banking day after the review of the written statement',
    },
  ],
  ReturnRequestAnswer: [
    {
      // Until then, the bank need not answer.
      ...{ validFrom: '2024-10-01', term: doneWithin(10), whenLate: 'Marked' },
      citation:
        'Nacha Operating Rules, Subsection 3.8.5: a request for return (R06) is answered within ten banking days',
    },
  ],
  DishonoredReturn: [
    {
      ...{ validFrom: SINCE_EVER, term: sentWithin(5), whenLate: 'Refused' },
      citation:
        'Nacha Operating Rules, Subsection 2.13.6: a return is dishonored (R61 to R70) within five banking days after it settled',
    },
  ],
  ContestedReturn: [
    {
      ...{ validFrom: SINCE_EVER, term: sentWithin(2), whenLate: 'Refused' },
      citation:
        'Nacha Operating Rules, Subsection 3.8.6: a dishonored return is contested (R71 to R77) within two banking days after it settled',
    },
  ],
  NotificationOfChange: [
    {
      ...{ validFrom: SINCE_EVER, term: doneWithin(2), whenLate: 'Marked' },
      citation:
        'Nacha Operating Rules, Subsection 2.12.1: the originator has a notification of change within two banking days after it settled',
    },
  ],
  Reversal: [
    {
      ...{ validFrom: SINCE_EVER, term: sentWithin(5), whenLate: 'Refused' },
      citation:
        'Nacha Operating Rules, Subsection 2.10.1: a reversing entry is sent within five banking days after the entry settled',
    },
  ],
  DiscoveredReversal: [
    {
      validFrom: SINCE_EVER,
      term: { counts: 'seconds', seconds: DAY_IN_SECONDS },
      whenLate: 'Marked',
      citation: 'Nacha Operating Rules, Subsection 2.9.1: a reversal is sent within 24 hours after the error is found',
    },
  ],
  FedNowFinalAnswer: [
    {
      validFrom: '2023-07-20',
      term: { counts: 'days', days: 1, at: '24:00', zone: 'Eastern' },
      whenLate: 'Marked',
      citation:
        'FedNow Operating Procedures: a payment accepted without posting (ACWP) gets its final answer by midnight Eastern of the next business day',
    },
  ],
  FedNowAnswer: [
    {
      validFrom: '2023-07-20',
      term: { counts: 'seconds', seconds: 5 },
      whenLate: 'Refused',
      citation:
        'FedNow Operating Procedures: the receiver answers within the seconds reserved for it of the 20 seconds of a payment',
    },
  ],
  FundsReturnReply: [
    {
      ...{ validFrom: SINCE_EVER, term: doneWithin(10), whenLate: 'Marked' },
      citation: 'Term of the institution: a request for return without an answer is followed up after ten banking days',
    },
  ],
  FundsReturnAnswer: [
    {
      ...{ validFrom: SINCE_EVER, term: doneWithin(10), whenLate: 'Marked' },
      citation:
        'Term of the institution, as Nacha Subsection 3.8.5 has for R06: a request for return of funds is answered within ten banking days',
    },
  ],
  PaymentRequestAnswer: [
    {
      ...{ validFrom: SINCE_EVER, term: doneWithin(1), whenLate: 'Refused' },
      citation: 'ISO 20022 pain.013 XpryDt: a request for payment is paid or refused before it expires',
    },
  ],
  FirstLiveEntry: [
    {
      validFrom: SINCE_EVER,
      term: { counts: 'bankingDays', days: 6, at: '00:00', zone: 'Eastern' },
      whenLate: 'Refused',
      citation:
        'Nacha Operating Rules, Subsection 2.6.2: the first entry follows its prenotification after six banking days',
    },
    {
      validFrom: '2014-09-19',
      term: { counts: 'bankingDays', days: 3, at: '00:00', zone: 'Eastern' },
      whenLate: 'Refused',
      citation:
        'Nacha Operating Rules, Subsection 2.6.2: the first entry settles from the third banking day after its prenotification',
    },
  ],
}

/** The rule of a clock that starts on this day. */
export function obligationRule(kind: RuledKind, startsOn: Temporal.PlainDate): ObligationRule {
  const day = startsOn.toString()
  const [first, ...others] = RULES[kind]
  return others.findLast(({ validFrom }) => validFrom <= day) ?? first!
}
