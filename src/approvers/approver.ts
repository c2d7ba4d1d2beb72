import { findChangeBy } from '../audit/audit.ts'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { minorDigits } from '../kernel/currency.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { applicationOf } from '../roles/roles.ts'
import { lockSignatory } from '../signatories/signatories.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { isTrustedToNamePersons } from '../tokens/api-clients.ts'
import { entitlementsOf } from '../tokens/entitlements.ts'
import { lockUserInRoles, type UserInRoles } from '../users/users.ts'
import { type ApproverLimits, limitsOfUser } from './domain/approver-limits.ts'
import { type IdentifiedBy, isSameEmail } from './domain/distinct-approvers.ts'
import type { Making } from './domain/makers.ts'

/** The person a trusted client decides for: at most one of these; none for the client itself. */
export interface OnBehalfOf {
  userId?: string
  loginId?: string
  signatoryId?: string
}

/** The client, user or signatory who decides on a payment or a trade. */
export interface Approver {
  /** Decides once on each: an API key, a userId or the id of a signatory. */
  id: string
  identifiedBy: IdentifiedBy
  userId?: string
  loginId?: string
  signatoryId?: string
  email?: string
  isOfInstitution: boolean
  /** In the institution's currency. */
  limits: ApproverLimits
}

/** A user or signatory, with the records that give the person their authority. */
interface PersonFound {
  approver: Omit<Approver, 'identifiedBy'>
  records: { kind: 'user' | 'role' | 'signatory'; id: string }[]
}

/** Whoever has it approves the payments and the trades of the customer. */
export const APPROVE = 'Payments.Approve_Payments'

/** How much the clocks of two nodes may differ. */
const MAX_CLOCK_SKEW = { seconds: 5 }

/**
 * The person whose token the client sends; without one, the client itself, or the person that a
 * trusted client names. The person stays locked until the transaction ends, so approvals by one
 * user are counted one after the other.
 */
export async function requireApprover(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { customerId, making }: { customerId: bigint; making: Making },
  named: OnBehalfOf,
): Promise<Result<Approver, Refusal>> {
  const { clientId, legalEntityId, person } = principal
  const { userId, loginId, signatoryId } = named
  const names = [userId, loginId, signatoryId].filter((name) => name !== undefined).length
  if (names > 1) return refusal('invalidPaymentAction', 'at most one of userId, loginId and signatoryId can be given')
  if (person) {
    if (names > 0)
      return refusal('invalidPaymentAction', 'omit userId, loginId and signatoryId: the token names the person')
    const user = await findUser(tx, principal, institution, customerId, { id: person.userId })
    return user.ok ? accept({ ...user.value.approver, identifiedBy: 'Token' }) : user
  }
  if (names === 0) {
    const isOfInstitution = legalEntityId === institution.legalEntityId
    const own = { id: clientId, isOfInstitution, limits: {} }
    return accept({ ...own, identifiedBy: 'Client' })
  }
  if (!(await isTrustedToNamePersons(tx, principal))) return refusal('namingNotTrusted')
  const found =
    signatoryId !== undefined
      ? await findSignatory(tx, principal, customerId, signatoryId)
      : await findUser(
          tx,
          principal,
          institution,
          customerId,
          userId === undefined ? { loginId: loginId! } : { id: userId },
        )
  if (!found.ok) return found
  const independent = await requireIndependent(tx, principal, making, found.value)
  return independent.ok ? accept({ ...found.value.approver, identifiedBy: 'TrustedClient' }) : independent
}

/** A signatory of the customer. */
async function findSignatory(
  tx: Transaction,
  { tenantId }: Principal,
  customerId: bigint,
  signatoryId: string,
): Promise<Result<PersonFound, Refusal>> {
  const signatory = await lockSignatory(tx, tenantId, BigInt(signatoryId))
  if (!signatory || signatory.customerId !== customerId) return refusal('approverUnknown')
  if (signatory.status !== 'Active')
    return refusal('approverNotAllowed', `the signatory is ${signatory.status}, and only an Active one can approve`)
  const approver = {
    id: signatoryId,
    signatoryId,
    email: signatory.emailAddress,
    isOfInstitution: false,
    limits: { perPayment: signatory.approvalLimit ?? undefined },
  }
  return accept({ approver, records: [{ kind: 'signatory', id: signatoryId }] })
}

/**
 * An Active user of the customer or, for a caller of the institution, of the institution,
 * who currently has a role that can approve payments.
 */
async function findUser(
  tx: Transaction,
  { tenantId, legalEntityId }: Principal,
  institution: Institution,
  customerId: bigint,
  named: { id: string } | { loginId: string },
): Promise<Result<PersonFound, Refusal>> {
  const user = await lockUserInRoles(tx, tenantId, named)
  const isOfInstitution = user?.customerId === institution.legalEntityId
  const isOfCustomer = user?.customerId === customerId
  // A customer's client cannot decide for users of the institution.
  if (!user || !(isOfCustomer || (isOfInstitution && legalEntityId === institution.legalEntityId)))
    return refusal('approverUnknown')
  if (user.status !== 'Active')
    return refusal('approverNotAllowed', `the user is ${user.status}, and only an Active user can approve`)
  const granting = user.roles.filter((role) => entitlementsOf(role).includes(APPROVE))
  if (granting.length === 0) return refusal('approverNotAllowed', `none of the user's roles has ${APPROVE}`)
  const { id, loginId, email, roles } = user
  const limits = paymentLimits(user, granting, institution.currency)
  return accept({
    approver: { id, userId: id, loginId, email, isOfInstitution, limits },
    records: [{ kind: 'user', id }, ...roles.map((role) => ({ kind: 'role', id: role.id }) as const)],
  })
}

/**
 * Refuses a named person who is a maker, who set the bank details of the contact that is paid, or
 * whom the naming client or one of these created or changed since the payment or trade was made:
 * their record, their roles or their limits. Otherwise one party could make both what is approved
 * and its approver.
 */
async function requireIndependent(
  tx: Transaction,
  { tenantId, clientId }: Principal,
  { makers, setters, madeAt }: Making,
  { approver, records }: PersonFound,
): Promise<Result<void, Refusal>> {
  const isThatPerson = ({ userId, email }: Making['makers'][number]) =>
    (approver.userId !== undefined && approver.userId === userId) || isSameEmail(approver.email, email)
  if (makers.some(isThatPerson))
    return refusal('ownPaymentApproval', 'the person submitted this payment, or changed it')
  if (setters.some(isThatPerson)) return refusal('ownBankDetails')
  const all = [...makers, ...setters]
  const userIds = all.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const actors = [clientId, ...all.map((maker) => maker.clientId)]
  const changes = { subjects: records, actors, userIds, since: madeAt.subtract(MAX_CLOCK_SKEW) }
  const change = await findChangeBy(tx, tenantId, changes)
  if (!change) return accept(undefined)
  return refusal(
    'approverChanged',
    `the payment was made at ${madeAt}, and the client that names the person, or a maker of the payment, changed the person's authority afterwards, or at most ${MAX_CLOCK_SKEW.seconds} s before (${change.action} at ${change.at})`,
  )
}

function paymentLimits(user: UserInRoles, granting: UserInRoles['roles'], currency: string): ApproverLimits {
  const caps = granting.map((role) => applicationOf(role, 'Payments')?.limits ?? [])
  return limitsOfUser(
    applicationOf({ applications: user.limits }, 'Payments')?.limits ?? [],
    caps,
    minorDigits(currency),
  )
}
