import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { isExpectedVersion } from '../http/etag.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import { readCustomerLimits, setCustomerLimits } from '../limits/set-limits.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { belongsTo } from './belonging.ts'
import { checkCustomer } from './check-customer.ts'
import { bodyOf, overlay, parseNewCustomer, renderCustomer, type UpdateCustomerBody } from './customers.schema.ts'
import { type CustomerRow, lockCustomer, lockHierarchy, moveCustomer, updateCustomerRow } from './customers.store.ts'
import { parentsOf, readNamedRelations } from './hierarchy.ts'

/**
 * Changes what the body names and leaves the rest; the result is checked as a whole. Where it comes to stand below others, so do all that stand
 * below it; below itself it can not come.
 */
export async function updateCustomer(
  tx: Transaction,
  principal: Principal,
  path: { customerUID: string; ifMatch: string | undefined },
  body: UpdateCustomerBody,
  now: Temporal.Instant,
): Promise<Result<CustomerRow, Refusal>> {
  const { tenantId, clientId } = principal
  const moves = ['parentEntityShortName', 'partnerOrgShortName', 'processingOrgShortName'].some(
    (field) => field in body,
  )
  if (moves) await lockHierarchy(tx, tenantId, 'exclusive')
  const before = await lockCustomer(tx, tenantId, BigInt(path.customerUID))
  if (!before) return refusal('customerNotFound')
  if (!belongsTo(before, principal)) return refusal('foreignCustomer')
  if (!isExpectedVersion(before, path.ifMatch)) return refusal('customerChanged')

  const institution = await readInstitution(tx, tenantId)
  const merged = overlay(bodyOf(before), body)
  const checked = await checkCustomer(tx, institution, merged)
  if (!checked.ok) return checked
  if (moves) {
    const related = await readNamedRelations(tx, principal, merged)
    if (!related.ok) return related
    if (related.value.some((row) => row.id === before.id || row.ancestor_ids.includes(before.id)))
      return refusal('hierarchyCycle')
    await moveCustomer(
      tx,
      tenantId,
      before.id,
      parentsOf(institution.legalEntityId, before.onboarded_by, related.value),
    )
  }
  const limitsBefore = body.limits && (await readCustomerLimits(tx, tenantId, before.id))
  if (body.limits) {
    const set = await setCustomerLimits(tx, tenantId, before.id, body.limits, now)
    if (!set.ok) return set
  }
  const after = await updateCustomerRow(tx, tenantId, before.id, parseNewCustomer(merged), now)
  const limitsAfter = body.limits && (await readCustomerLimits(tx, tenantId, before.id))
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'customer.updated',
      subject: { kind: 'customer', id: String(before.id), customerId: before.id },
      before: { ...renderCustomer(before), limits: limitsBefore?.map(describeLimit) },
      after: { ...renderCustomer(after), limits: limitsAfter?.map(describeLimit) },
    },
    now,
  )
  return accept(after)
}

function describeLimit({ key, amount, currency }: { key: string; amount: bigint; currency: string }) {
  return { key, minor: String(amount), currency }
}
