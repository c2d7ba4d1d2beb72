import { Temporal } from 'temporal-polyfill'
import type { SentReturn } from '../../rails/rails.ts'

/** What a dishonored return says of the return that it refuses. */
export interface RefusedReturn {
  /** The trace number of our return. */
  returnTraceNumber: string
  /** The code of our return, such as R03; empty if it does not say. */
  returnCode: string
  /** The day of the year on which our return settled, three digits; empty if it does not say. */
  returnSettlementDay: string
  /** The trace number of the entry that we returned. */
  originalTraceNumber: string
  /** The bank that sends it, which sent the entry: its first eight digits. */
  originatorRouting: string
  /** In cents, as the dishonored return has it. */
  amount: bigint
}

/**
 * The return that a dishonored one is about, among those with its trace number, which begins again
 * each day. Undefined unless exactly one fits in everything: then a person decides.
 */
export function matchDishonor(refused: RefusedReturn, sent: readonly SentReturn[]): SentReturn | undefined {
  const fitting = sent.filter((one) => isAbout(refused, one))
  return fitting.length === 1 ? fitting[0] : undefined
}

function isAbout(refused: RefusedReturn, sent: SentReturn): boolean {
  const settledOn = sent.settledOn ?? sent.effectiveEntryDate
  return (
    sent.traceNumber === refused.returnTraceNumber &&
    sent.originalTraceNumber === refused.originalTraceNumber &&
    sent.originatorRouting.slice(0, 8) === refused.originatorRouting.slice(0, 8) &&
    sent.code === refused.returnCode &&
    sent.amount === refused.amount &&
    dayOfYear(settledOn) === refused.returnSettlementDay
  )
}

function dayOfYear(date: string): string {
  return String(Temporal.PlainDate.from(date).dayOfYear).padStart(3, '0')
}
