import type { ErrorReason, Refusal } from '../kernel/refusal.ts'

/** An entry of the catalogue: the interface's code, the HTTP status, the cause, and the remedy. */
export interface ErrorEntry {
  code: string
  status: number
  title: string
  resolve: string
}

/** The members that a slice's entries add to `ErrorReasons`. */
export type ReasonsOf<Entries> = { [Reason in keyof Entries]: true }

const entries: Record<string, ErrorEntry> = {}

/**
 * All refusals of the slices that are loaded. It alone decides the status of a refusal.
 * `docs/errors.md` is generated from it.
 */
export const errorCatalogue = entries as Readonly<Record<ErrorReason, ErrorEntry>>

/** Adds the refusals of a slice to the catalogue. A reason that another slice uses already throws. */
export function defineErrors<const Entries extends Record<string, ErrorEntry>>(added: Entries): Entries {
  for (const [reason, entry] of Object.entries(added)) {
    if (Object.hasOwn(entries, reason)) throw new Error(`the refusal ${reason} is defined twice`)
    entries[reason] = entry
  }
  return added
}

/** An unexpected error in one part of an operation; the answer names the part. */
export class PartFailed extends Error {
  readonly part: string
  constructor(part: string, cause: unknown) {
    super(`${part} failed`, { cause })
    this.name = 'PartFailed'
    this.part = part
  }
}

/** A detail may quote names that the request has made up. */
const MAX_DETAIL = 2_000

/** "<what failed>: <why, and what to do>", as the interface words its messages. */
export function refusalMessage(failure: string, { reason, detail, part }: Refusal): string {
  const { title, resolve } = errorCatalogue[reason]
  const why = detail ?? title
  const shortened = why.length > MAX_DETAIL ? `${why.slice(0, MAX_DETAIL).toWellFormed()}…` : why
  return `${part ?? failure}: ${shortened}. ${resolve}`
}
