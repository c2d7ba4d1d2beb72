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
  /** Replaces the catalog's title if this request allows a more exact one. */
  detail?: string
  /**
   * The stage that failed, for an operation with stages that can fail separately. The message names
   * it instead of the operation.
   */
  part?: string
  /**
   * Further errors of the same request, for a dialect that lists them. `reason` sets the status.
   */
  also?: readonly Refusal[]
  /** For a 503: when it is worth trying again. */
  retryAfterSeconds?: number
  /** Keeps the writes of the request: the change waits as a proposal for its approval. */
  keepsChange?: true
}

export function refusal(reason: ErrorReason, detail?: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, detail } }
}
