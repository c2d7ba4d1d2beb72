import type { Temporal } from 'temporal-polyfill'

/** What a worker did for one sweep: on one institution, or in its search for institutions. */
export interface SweepState {
  readonly sweep: string
  /** Undefined for the search for institutions with work, which every sweep repeats. */
  readonly tenantId: bigint | undefined
  /** The beginning of the last attempt. */
  lastStartedAt: Temporal.Instant | undefined
  /** The end of the last attempt that succeeded. */
  lastSucceededAt: Temporal.Instant | undefined
  /** The beginning of the attempt in progress. */
  runningSince: Temporal.Instant | undefined
  failuresInARow: number
  /** The beginning of the first of these failures; undefined after a success. */
  failingSince: Temporal.Instant | undefined
  /** Why the last attempt failed; undefined after a success. */
  lastFailure: string | undefined
  /** The code of that error: of the operating system or of PostgreSQL. */
  lastFailureCode: string | undefined
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/**
 * A search is cheap, and what it does not find nobody runs: work goes on within 15 s of the end of
 * a fault, however long that lasted.
 */
const LONGEST_SEARCH_PAUSE_MS = 8_000

/** How long a sweep is left alone after failures, so that a fault causes no storm of retries. */
export function pauseAfter({ tenantId, failuresInARow }: Pick<SweepState, 'tenantId' | 'failuresInARow'>): number {
  const longestMs = tenantId === undefined ? LONGEST_SEARCH_PAUSE_MS : LONGEST_PAUSE_MS
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failuresInARow - 1, 10), longestMs)
}

export function newSweepState(sweep: string, tenantId: bigint | undefined): SweepState {
  return {
    sweep,
    tenantId,
    lastStartedAt: undefined,
    lastSucceededAt: undefined,
    runningSince: undefined,
    failuresInARow: 0,
    failingSince: undefined,
    lastFailure: undefined,
    lastFailureCode: undefined,
  }
}
