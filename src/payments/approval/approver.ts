import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { minorDigits } from '../../kernel/currency.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { applicationOf } from '../../roles/roles.ts'
import { lockSignatory } from '../../signatories/signatories.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { entitlementsOf } from '../../tokens/entitlements.ts'
import { lockUserInRoles, type UserInRoles } from '../../users/users.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { type ApproverLimits, limitsOfUser } from './domain/approver-limits.ts'

/** The person a client decides for: at most one of these; none for the client itself. */
export interface OnBehalfOf {
  userId?: string
  loginId?: string
  signatoryId?: string
}

/** The client, user or signatory who decides on a payment. */
export interface Approver {
  /** Decides once on each payment: an API key, a userId or the id of a signatory. */
  id: string
  userId?: string
  loginId?: string
  signatoryId?: string
  isOfInstitution: boolean
  limits: ApproverLimits
  limitCurrency: string
}

const APPROVE = 'Payments.Approve_Payments'

/**
 * The client itself, or the person it names. A user must be Active, belong to the payment's
 * customer (or, for a client of the institution, to the institution), and currently have a role
 * that can approve payments. A signatory must belong to the payment's customer. The person stays
 * locked until the transaction ends, so approvals by one user are counted one after the other.
 */
export async function requireApprover(
  tx: Transaction,
  { tenantId, clientId, legalEntityId }: Principal,
  institution: Institution,
  payment: LockedPayment,
  { userId, loginId, signatoryId }: OnBehalfOf,
): Promise<Result<Approver, Refusal>> {
  const isInstitution = legalEntityId === institution.legalEntityId
  const limitCurrency = institution.currency
  if ([userId, loginId, signatoryId].filter((named) => named !== undefined).length > 1)
    return refusal('invalidPaymentAction', 'at most one of userId, loginId and signatoryId can be given')

  if (signatoryId !== undefined) {
    const signatory = await lockSignatory(tx, tenantId, BigInt(signatoryId))
    if (!signatory || signatory.customerId !== payment.customerId) return refusal('approverUnknown')
    if (signatory.status !== 'Active')
      return refusal('approverNotAllowed', `the signatory is ${signatory.status}, and only an Active one can approve`)
    const limits = { perPayment: signatory.approvalLimit ?? undefined }
    const approver = { id: signatoryId, signatoryId, isOfInstitution: false }
    return accept({ ...approver, limits, limitCurrency: signatory.currency ?? limitCurrency })
  }
  if (userId === undefined && loginId === undefined)
    return accept({ id: clientId, isOfInstitution: isInstitution, limits: {}, limitCurrency })

  const user = await lockUserInRoles(tx, tenantId, userId === undefined ? { loginId: loginId! } : { id: userId })
  const isOfInstitution = user?.customerId === institution.legalEntityId
  const isOfCustomer = user?.customerId === payment.customerId
  // A customer's client cannot decide for users of the institution.
  if (!user || !(isOfCustomer || (isOfInstitution && isInstitution))) return refusal('approverUnknown')
  if (user.status !== 'Active')
    return refusal('approverNotAllowed', `the user is ${user.status}, and only an Active user can approve`)
  const granting = user.roles.filter((role) => entitlementsOf(role).includes(APPROVE))
  if (granting.length === 0) return refusal('approverNotAllowed', `none of the user's roles has ${APPROVE}`)
  const limits = paymentLimits(user, granting, institution.currency)
  return accept({ id: user.id, userId: user.id, loginId: user.loginId, isOfInstitution, limits, limitCurrency })
}

function paymentLimits(user: UserInRoles, granting: UserInRoles['roles'], currency: string): ApproverLimits {
  const caps = granting.map((role) => applicationOf(role, 'Payments')?.limits ?? [])
  return limitsOfUser(
    applicationOf({ applications: user.limits }, 'Payments')?.limits ?? [],
    caps,
    minorDigits(currency),
  )
}
