/**
 * How an approver is known: the client decided in its own name, a client that the institution
 * trusts named the person, or the person's token proved it.
 */
export type IdentifiedBy = 'Client' | 'TrustedClient' | 'Token'

/** A decision, with what tells its approver from others. */
export interface ApproverMark {
  /** An API key, a userId or the id of a signatory. */
  approver: string
  clientId: string
  identifiedBy: IdentifiedBy
  userId?: string | null
  email?: string | null
}

/**
 * Whether two decisions are by the same approver. A person is the same through any client. A client
 * that decides in its own name is the same as the persons it names. A user and a signatory with one
 * e-mail address are one person with two records.
 */
export function isSameApprover(earlier: ApproverMark, later: ApproverMark): boolean {
  if (earlier.approver === later.approver) return true
  const isOwnName = earlier.identifiedBy === 'Client' || later.identifiedBy === 'Client'
  if (isOwnName) return earlier.clientId === later.clientId
  return Boolean(earlier.userId) !== Boolean(later.userId) && isSameEmail(earlier.email, later.email)
}

export function isSameEmail(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one.toLowerCase() === other.toLowerCase()
}

/**
 * How many approvers decided. Decisions through one client count once, unless the persons' tokens
 * prove them or the institution trusts the client now: trust that was withdrawn no longer counts.
 */
export function countApprovers(decisions: readonly (ApproverMark & { isClientTrusted: boolean })[]): number {
  return new Set(
    decisions.map(({ approver, clientId, identifiedBy, isClientTrusted }) =>
      identifiedBy === 'Token' || (identifiedBy === 'TrustedClient' && isClientTrusted) ? approver : clientId,
    ),
  ).size
}
