import type { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { readInstitution } from '../institution/institution.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { requireOwner } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { checkCustomer, requireEffect } from './check-customer.ts'
import { type NewCustomerBody, parseNewCustomer, renderCustomer } from './customers.schema.ts'
import { findCustomer, insertCustomer } from './customers.store.ts'
import { parentsOf, readNamedRelations } from './hierarchy.ts'
import { requestAdmission, type WrittenCustomer } from './request-admission.ts'

/**
 * Creates a customer below the institution, the legal entity that onboards it, and any parent,
 * partner and processing organization it names. A customer of the institution's client is New. One
 * that a customer's client creates is Pending until the institution approves it. Only the
 * institution may give it other terms than those of every new customer.
 */
export async function createCustomer(
  tx: Transaction,
  principal: Principal,
  body: NewCustomerBody,
  now: Temporal.Instant,
): Promise<Result<WrittenCustomer, Refusal>> {
  const { tenantId, legalEntityId, clientId } = principal
  const institution = await readInstitution(tx, tenantId)
  const checked = await checkCustomer(tx, institution, body)
  if (!checked.ok) return checked

  await lockTenant(tx, { lock: 'hierarchy', tenantId }, 'shared')
  const related = await readNamedRelations(tx, principal, body)
  if (!related.ok) return related
  const isAdmitted = legalEntityId === institution.legalEntityId
  const onboarder = await findCustomer(tx, tenantId, legalEntityId)
  const above = [...related.value, ...(onboarder ? [onboarder] : [])]
  const created = await insertCustomer(
    tx,
    {
      ...parseNewCustomer(body),
      tenantId,
      status: isAdmitted ? 'New' : 'Pending',
      resumesAs: isAdmitted ? null : 'New',
      isAdmitted,
      onboardedBy: legalEntityId,
      parentIds: parentsOf(institution.legalEntityId, legalEntityId, related.value),
      ancestorIds: [...new Set([institution.legalEntityId, ...above.flatMap((row) => [row.id, ...row.ancestorIds])])],
    },
    now,
  )
  const subject = { kind: 'customer', id: String(created.id), customerId: created.id }
  const after = renderCustomer(created)
  const allowed = await requireOwner(tx, principal, 'customer', { after })
  if (!allowed.ok) return allowed
  const effective = requireEffect(body)
  if (!effective.ok) return effective
  await recordChange(tx, { tenantId, actor: clientId, action: 'customer.created', subject, after }, now)
  const approvalUID = isAdmitted ? undefined : await requestAdmission(tx, principal, created, now)
  return accept({ customer: created, approvalUID })
}
