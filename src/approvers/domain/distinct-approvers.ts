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
 * that decides in its own name is the same as the persons it names. Two records with one e-mail
 * address are one person.
 */
export function isSameApprover(earlier: ApproverMark, later: ApproverMark): boolean {
  if (earlier.approver === later.approver) return true
  const isOwnName = earlier.identifiedBy === 'Client' || later.identifiedBy === 'Client'
  if (isOwnName) return earlier.clientId === later.clientId
  return isSameEmail(earlier.email, later.email)
}

export function isSameEmail(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one.toLowerCase() === other.toLowerCase()
}

type CountedMark = ApproverMark & { isClientTrusted: boolean }

/**
 * How many approvers decided. Decisions through one client count once, unless the persons' tokens
 * prove them or the institution trusts the client now: trust that was withdrawn no longer counts.
 * Those of people with one e-mail address count once, too.
 */
export function countApprovers(decisions: readonly CountedMark[]): number {
  let groups: Set<string>[] = []
  for (const decision of decisions) {
    const names = namesOfApprover(decision)
    const [same, others] = [
      groups.filter((group) => names.some((name) => group.has(name))),
      groups.filter((group) => names.every((name) => !group.has(name))),
    ]
    groups = [...others, new Set([...names, ...same.flatMap((group) => [...group])])]
  }
  return groups.length
}

/** Decisions that share a name are by one approver. */
function namesOfApprover({ approver, clientId, identifiedBy, isClientTrusted, email }: CountedMark): string[] {
  const isProven = identifiedBy === 'Token' || (identifiedBy === 'TrustedClient' && isClientTrusted)
  const name = isProven ? approver : clientId
  return email == null ? [name] : [name, `address:${email.toLowerCase()}`]
}
