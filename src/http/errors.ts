import { accountErrors } from './errors/accounts.ts'
import { approvalErrors } from './errors/approvals.ts'
import { customerErrors } from './errors/customers.ts'
import type { ErrorEntry } from './errors/error-entry.ts'
import { exchangeErrors } from './errors/exchange.ts'
import { feeErrors } from './errors/fees.ts'
import { institutionErrors } from './errors/institution.ts'
import { paymentErrors } from './errors/payments.ts'
import { requestErrors } from './errors/requests.ts'
import { serviceErrors } from './errors/service.ts'
import { signatoryErrors } from './errors/signatories.ts'
import { userErrors } from './errors/users.ts'

/**
 * Every way in which Giro says no. The status is decided here and nowhere else. `docs/errors.md` is made from this table.
 */
const entries = {
  ...requestErrors,
  ...customerErrors,
  ...approvalErrors,
  ...exchangeErrors,
  ...feeErrors,
  ...signatoryErrors,
  ...userErrors,
  ...accountErrors,
  ...institutionErrors,
  ...paymentErrors,
  ...serviceErrors,
} satisfies Record<string, ErrorEntry>

export type ErrorReason = keyof typeof entries

export const errorCatalogue: Readonly<Record<ErrorReason, ErrorEntry>> = entries

/** Why a request is refused; `detail` says it for this request, where the catalogue's title is too general. */
export interface Refusal {
  reason: ErrorReason
  detail?: string
  /** The part of the operation that failed, for one whose parts can fail one by one; said in place of what failed as a whole. */
  part?: string
  /** What else is wrong with the same request, for a dialect that lists its errors. The status is that of `reason`. */
  also?: readonly Refusal[]
  /** What was written stays: what was asked for did not happen, and waits to be decided. */
  keepsChange?: true
}

export function refusal(reason: ErrorReason, detail?: string): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { reason, detail } }
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
