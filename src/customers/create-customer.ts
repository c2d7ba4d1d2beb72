import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/record-change.ts'
import { type Refusal, refusal } from '../http/errors.ts'
import { readInstitution } from '../institution/institution.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { findActiveLogins } from '../users/users.ts'
import { belongsTo } from './belonging.ts'
import { type CreateCustomerBody, parseNewCustomer, renderCustomer } from './customers.schema.ts'
import { type CustomerRow, insertCustomer, readCustomer, readCustomersByShortName } from './customers.store.ts'

/**
 * Creates a customer in the state New. It stands below its parent, partner and processing organisation where it names any, and always below
 * the legal entity that creates it and below the institution.
 */
export async function createCustomer(
  tx: Transaction,
  principal: Principal,
  body: CreateCustomerBody,
  now: Temporal.Instant,
): Promise<Result<CustomerRow, Refusal>> {
  const customer = parseNewCustomer(body)
  if (customer.relationshipType === 'ThirdParty' && !body.partnerOrgShortName)
    return refusal('invalidCustomer', 'partnerOrgShortName is required when relationshipType is ThirdParty')

  const { tenantId } = principal
  const institution = await readInstitution(tx, tenantId)
  const logins = [body.relationshipManager, body.originatingOfficer]
  const active = await findActiveLogins(tx, tenantId, institution.legalEntityId, logins)
  const missing = logins.filter((login) => !active.has(login))
  if (missing.length > 0)
    return refusal(
      'institutionUserUnknown',
      `${[...new Set(missing)].join(', ')} is no login id of an active user of the institution`,
    )

  const related = await readRelated(tx, principal, body)
  if (!related.ok) return related
  const creator = await readCustomer(tx, tenantId, principal.legalEntityId)
  const above = [...related.value, ...(creator ? [creator] : [])]
  const ancestorIds = [
    ...new Set([institution.legalEntityId, ...above.flatMap((row) => [row.id, ...row.ancestor_ids])]),
  ]

  const created = await insertCustomer(tx, { ...customer, tenantId, ancestorIds }, now)
  const subject = { kind: 'customer', id: String(created.id), customerId: created.id }
  const after = renderCustomer(created)
  await recordChange(tx, { tenantId, actor: principal.clientId, action: 'customer.created', subject, after }, now)
  return accept(created)
}

const relations = [
  { field: 'parentEntityShortName', type: undefined },
  { field: 'partnerOrgShortName', type: 'Downstream Partner' },
  { field: 'processingOrgShortName', type: 'Processing Org' },
] as const

/** The customers that this one names as standing above it; each must exist, be of the fitting type and belong to the caller. */
async function readRelated(
  tx: Transaction,
  principal: Principal,
  body: CreateCustomerBody,
): Promise<Result<CustomerRow[], Refusal>> {
  const named = relations.flatMap(({ field, type }) => (body[field] ? [{ field, type, shortName: body[field] }] : []))
  const found = await readCustomersByShortName(
    tx,
    principal.tenantId,
    named.map(({ shortName }) => shortName),
  )
  const related: CustomerRow[] = []
  for (const { field, type, shortName } of named) {
    const customer = found.find((row) => row.short_name === shortName)
    if (!customer || !belongsTo(customer, principal))
      return refusal('relatedCustomerUnknown', `${field} names no customer of yours`)
    if (type && customer.customer_type !== type)
      return refusal('relatedCustomerUnknown', `${field} must name a customer of customerType ${type}`)
    related.push(customer)
  }
  return accept(related)
}
