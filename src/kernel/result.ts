/** The outcome of a decision: a value or a refusal. A refusal is data, never an exception. */
export type Result<V, R> = { ok: true; value: V } | { ok: false; refusal: R }

export function accept<V>(value: V): { ok: true; value: V } {
  return { ok: true, value }
}

/** Keeps the refusal literal: `refuse('tooLarge')` has the type `'tooLarge'`, not `string`. */
export function refuse<const R>(refusal: R): { ok: false; refusal: R } {
  return { ok: false, refusal }
}
