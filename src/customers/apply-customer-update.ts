import type { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution } from '../institution/institution.ts'
import { nameForm } from '../kernel/one-form.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { readCustomerLimits, setCustomerLimits } from '../limits/limits.ts'
import { requireOwner } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { endAccessOfPeople } from '../tokens/api-clients.ts'
import { checkCustomer, requireEffect } from './check-customer.ts'
import { bodyOf, overlay, parseNewCustomer, renderCustomer, type UpdateCustomerBody } from './customers.schema.ts'
import { type CustomerRow, lockCustomer, lockSubtree, moveCustomer, updateCustomerRow } from './customers.store.ts'
import { parentsOf, readNamedRelations } from './hierarchy.ts'

/** Locks a customer for an update. An update that moves it locks the hierarchy first. */
export async function lockForUpdate(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  body: UpdateCustomerBody,
): Promise<CustomerRow | undefined> {
  if (isMove(body)) {
    await lockTenant(tx, { lock: 'hierarchy', tenantId }, 'exclusive')
    await lockSubtree(tx, tenantId, id)
  }
  return lockCustomer(tx, tenantId, id)
}

const RELATIONS = ['parentEntityShortName', 'partnerOrgShortName', 'processingOrgShortName'] as const

function isMove(body: UpdateCustomerBody): boolean {
  return RELATIONS.some((field) => field in body)
}

/**
 * Changes the fields in the body, keeps the others, and checks the result as a whole. A move takes
 * the customer's whole subtree with it; a cycle is refused. One that takes it away from an entity
 * above ends the tokens and sessions of its people: they may have signed in through that one. Only
 * the institution may change its terms. `approval` goes into the audit record of an approved
 * change.
 */
export async function applyCustomerUpdate(
  tx: Transaction,
  principal: Principal,
  { before, body, approval }: { before: CustomerRow; body: UpdateCustomerBody; approval?: object },
  now: Temporal.Instant,
): Promise<Result<CustomerRow, Refusal>> {
  const { tenantId, clientId } = principal
  const present = bodyOf(before)
  const merged = overlay(present, body)
  const data = parseNewCustomer(merged)
  const wanted = bodyOf({ ...before, ...data, secCodes: [...data.secCodes] })
  const allowed = await requireOwner(tx, principal, 'customer', { before: present, after: wanted })
  if (!allowed.ok) return allowed
  const institution = await readInstitution(tx, tenantId)
  const effective = requireEffect(body, institution, before)
  if (!effective.ok) return effective
  const checked = await checkCustomer(tx, institution, merged)
  if (!checked.ok) return checked
  if (RELATIONS.some((field) => nameForm(present[field] ?? '') !== nameForm(wanted[field] ?? ''))) {
    const related = await readNamedRelations(tx, principal, merged)
    if (!related.ok) return related
    if (related.value.some((row) => row.id === before.id || row.ancestorIds.includes(before.id)))
      return refusal('hierarchyCycle')
    await moveCustomer(tx, tenantId, before.id, parentsOf(institution.legalEntityId, before.onboardedBy, related.value))
  }
  const limitsBefore = body.limits && (await describeLimits(tx, before))
  if (body.limits) {
    const set = await setCustomerLimits(tx, tenantId, before.id, body.limits, now)
    if (!set.ok) return set
  }
  const after = await updateCustomerRow(tx, tenantId, before.id, data, now)
  if (before.ancestorIds.some((id) => !after.ancestorIds.includes(id)))
    await endAccessOfPeople(tx, { tenantId, customerId: before.id })
  const limitsAfter = body.limits && (await describeLimits(tx, before))
  const limits = { before: { limits: limitsBefore }, after: { limits: limitsAfter } }
  const mayLimit = await requireOwner(tx, principal, 'customer', limits)
  if (!mayLimit.ok) return mayLimit
  await recordChange(
    tx,
    {
      tenantId,
      actor: clientId,
      action: 'customer.updated',
      subject: { kind: 'customer', id: String(before.id), customerId: before.id },
      before: { ...renderCustomer(before), ...limits.before },
      after: { ...renderCustomer(after), ...limits.after, approval },
    },
    now,
  )
  return accept(after)
}

/** The customer's own limits as the audit trail and approvers see them, in minor units. */
export async function describeLimits(tx: Transaction, { tenantId, id }: CustomerRow) {
  const limits = await readCustomerLimits(tx, tenantId, id)
  return limits.map(({ key, amount, currency }) => ({ key, minor: String(amount), currency }))
}
