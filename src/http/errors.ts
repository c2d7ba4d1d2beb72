import type { ErrorReason, Refusal } from '../kernel/refusal.ts'

/** A catalog entry: the code of the API, the HTTP status, the cause and the remedy. */
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
 * The refusals of all loaded slices. Only this catalog sets the status of a refusal.
 * `docs/errors.md` is generated from it.
 */
export const errorCatalogue = entries as Readonly<Record<ErrorReason, ErrorEntry>>

/** Adds the refusals of a slice to the catalog. Throws if a reason is already defined. */
export function defineErrors<const Entries extends Record<string, ErrorEntry>>(added: Entries): Entries {
  for (const [reason, entry] of Object.entries(added)) {
    if (Object.hasOwn(entries, reason)) throw new Error(`the refusal ${reason} is defined twice`)
    entries[reason] = entry
  }
  return added
}

/** An unexpected error in one stage of an operation. The reply names the stage. */
export class PartFailed extends Error {
  readonly part: string
  constructor(part: string, cause: unknown) {
    super(`${part} failed`, { cause })
    this.name = 'PartFailed'
    this.part = part
  }
}

/** A detail can quote arbitrary names from the request. */
const MAX_DETAIL_LENGTH = 2_000

/** The message of a failure: "<failure>: <title>. <resolve>". */
export function refusalMessage(failure: string, { reason, detail, part }: Refusal): string {
  const { title, resolve } = errorCatalogue[reason]
  const why = detail ?? title
  const shortened = why.length > MAX_DETAIL_LENGTH ? `${why.slice(0, MAX_DETAIL_LENGTH).toWellFormed()}…` : why
  const end = shortened.endsWith('?') ? '' : '.'
  return `${part ?? failure}: ${shortened}${end} ${resolve}`
}
