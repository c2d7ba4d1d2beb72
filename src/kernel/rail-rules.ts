import type { Temporal } from 'temporal-polyfill'
import type { Rail } from './rail.ts'

/** The time zone of the networks' times, wherever the institution is. */
export const EASTERN = 'America/New_York'

/** Which days a network settles: the Federal Reserve's, those of the currencies, or all. */
export type NetworkDays = 'FederalReserve' | 'currencies' | 'all'

/** A rule of a network. Times are HH:MM, Eastern. */
export interface NetworkRule {
  /** The first day on which it applies, yyyy-mm-dd. */
  validFrom: string
  days: NetworkDays
  /** The last times at which it takes payments that settle the same day; empty if it has none. */
  cutOffs: readonly string[]
}

export type NetworkRules = Readonly<Record<Rail, readonly NetworkRule[]>>

const SINCE_EVER = '1978-01-01'

/**
 * The rules of the networks, the oldest first. A change of a rule is a new row: each day follows
 * the rule in force on it. Sources: Federal Reserve Financial Services, FedACH processing schedule
 * and Fedwire Funds Service operating hours. SWIFT has no cut-off of its own; the institution sets
 * one.
 */
const networkRules: NetworkRules = {
  ACH: [
    { validFrom: SINCE_EVER, days: 'FederalReserve', cutOffs: [] },
    { validFrom: '2016-09-23', days: 'FederalReserve', cutOffs: ['10:30', '14:45'] },
    { validFrom: '2021-03-19', days: 'FederalReserve', cutOffs: ['10:30', '14:45', '16:45'] },
  ],
  FEDWIRE: [
    { validFrom: SINCE_EVER, days: 'FederalReserve', cutOffs: ['18:00'] },
    { validFrom: '2021-03-08', days: 'FederalReserve', cutOffs: ['18:45'] },
  ],
  RTP: [{ validFrom: SINCE_EVER, days: 'all', cutOffs: [] }],
  FEDNOW: [{ validFrom: SINCE_EVER, days: 'all', cutOffs: [] }],
  SWIFT: [{ validFrom: SINCE_EVER, days: 'currencies', cutOffs: [] }],
}

/** The rule of a network in force on a day. */
export function ruleOn(rail: Rail, date: Temporal.PlainDate, rules: NetworkRules = networkRules): NetworkRule {
  const day = date.toString()
  const [first, ...others] = rules[rail]
  return others.findLast(({ validFrom }) => validFrom <= day) ?? first!
}
