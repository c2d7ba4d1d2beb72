/**
 * The reasons for which Giro refuses a request. Each slice adds its own to this list, beside the
 * entries that describe them (`customers/customers.errors.ts`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices extend it by declaration merging.
export interface ErrorReasons {}

export type ErrorReason = keyof ErrorReasons

/** Why a request is refused. */
export interface Refusal {
  reason: ErrorReason
  /** Replaces the catalogue's title where this request allows a more exact answer. */
  detail?: string
  /**
   * The part of the operation that failed, for an operation whose parts fail one by one. The message
   * names it instead of the operation.
   */
  part?: string
  /** Other faults of the same request, for a dialect that lists them. `reason` decides the status. */
  also?: readonly Refusal[]
  /** Keeps what was written: the change has not happened, and a proposal waits for a decision. */
  keepsChange?: true
}

export function refusal(reason: ErrorReason, detail?: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, detail } }
}
