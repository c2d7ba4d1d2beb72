import type { Temporal } from 'temporal-polyfill'
import { requestApproval, voidApproval } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { rehearse } from '../db/rehearse.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { isInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { dropSameTerms } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { accessSettingsOf } from './access-settings.ts'
import { applyCustomerUpdate, describeLimits, lockForUpdate } from './apply-customer-update.ts'
import { belongsTo, refuseCustomer } from './belonging.ts'
import { bodyOf, overlay, type UpdateCustomerBody } from './customers.schema.ts'
import type { CustomerRow } from './customers.store.ts'
import { waitsForApproval } from './domain/dual-approval.ts'
import { holdCustomer, resumeCustomer } from './hold-customer.ts'
import { changesIdentity } from './identity.ts'
import { requestAdmission, type WrittenCustomer } from './request-admission.ts'

/**
 * Updates a customer. An update that requires approval is checked by the same rules and recorded as
 * a proposal; the customer is Pending until the decision. Any earlier proposal becomes void. If a
 * customer's client changes the identity of a customer, only the institution can approve it. A
 * customer that the institution has not approved yet is changed at once, and waits with its new
 * content.
 */
export async function updateCustomer(
  tx: Transaction,
  principal: Principal,
  path: { customerUID: string; ifMatch: string | undefined },
  asked: UpdateCustomerBody,
  now: Temporal.Instant,
): Promise<Result<WrittenCustomer, Refusal>> {
  const { tenantId } = principal
  const before = await lockForUpdate(tx, tenantId, BigInt(path.customerUID), asked)
  if (!before || !belongsTo(before, principal)) return refuseCustomer(tx, principal, before)
  if (!isExpectedVersion(before, path.ifMatch)) return refusal('customerChanged')

  const present = bodyOf(before)
  // Its other name has the details of the first item.
  const stored = { ...present, additionalProfileDetails: present.addtionalProfileDetails?.[0] }
  const body = await dropSameTerms(tx, principal, 'customer', { before: stored, change: asked })
  if (!before.isAdmitted) {
    const amended = await applyCustomerUpdate(tx, principal, { before, body }, now)
    if (!amended.ok) return amended
    const approvalUID = await requestAdmission(tx, principal, amended.value, now)
    return accept({ customer: amended.value, approvalUID })
  }
  const merged = overlay(present, body)
  const institutionDecides = changesIdentity(present, merged) && !(await isInstitution(tx, principal))
  if (institutionDecides || waitsForApproval(accessSettingsOf(before), accessSettingsOf({ profile: merged })))
    return propose(tx, principal, { before, body, institutionDecides }, now)

  const subject = { kind: 'customer', subjectId: String(before.id) } as const
  await voidApproval(tx, principal, subject, 'the customer was changed directly', now)
  const resumed = await resumeCustomer(tx, principal, { before }, now)
  const updated = await applyCustomerUpdate(tx, principal, { before: resumed, body }, now)
  return updated.ok ? accept({ customer: updated.value, approvalUID: undefined }) : updated
}

async function propose(
  tx: Transaction,
  principal: Principal,
  { before, body, institutionDecides }: { before: CustomerRow; body: UpdateCustomerBody; institutionDecides: boolean },
  now: Temporal.Instant,
): Promise<Result<WrittenCustomer, Refusal>> {
  const fits = await rehearse(tx, () => applyCustomerUpdate(tx, principal, { before, body }, now))
  if (!fits.ok) return fits
  const { id: approvalUID } = await requestApproval(
    tx,
    principal,
    {
      kind: 'customer',
      subjectId: String(before.id),
      customerId: before.id,
      action: 'update',
      institutionDecides,
      current: { ...bodyOf(before), limits: body.limits && (await describeLimits(tx, before)) },
      proposed: body,
    },
    now,
  )
  return accept({ customer: await holdCustomer(tx, principal, { before }, now), approvalUID })
}
