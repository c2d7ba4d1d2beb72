import type { Transaction } from '../db/client.ts'
import { onlyNamed } from '../kernel/one-form.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { belongsTo } from './belonging.ts'
import { type CustomerRow, readCustomersByShortName } from './customers.store.ts'

const relations = [
  { field: 'parentEntityShortName', type: undefined },
  { field: 'partnerOrgShortName', type: 'Downstream Partner' },
  { field: 'processingOrgShortName', type: 'Processing Org' },
] as const

/** The short names of the customers that a customer names as above it. */
export type NamedRelations = { [Relation in (typeof relations)[number]['field']]?: string }

/**
 * Reads the customers named as above. Each must exist, have the required type, and belong to the
 * caller's legal entity. One refusal names every violation.
 */
export async function readNamedRelations(
  tx: Transaction,
  principal: Principal,
  names: NamedRelations,
): Promise<Result<CustomerRow[], Refusal>> {
  return relate(principal, names, await readCustomersByShortName(tx, principal.tenantId, shortNamesOf(names)))
}

export function shortNamesOf(names: NamedRelations): string[] {
  return relations.flatMap(({ field }) => names[field] || [])
}

/** The same with the customers already read: those with these short names, and perhaps others. */
export function relate(
  principal: Principal,
  names: NamedRelations,
  found: readonly CustomerRow[],
): Result<CustomerRow[], Refusal> {
  const related: CustomerRow[] = []
  const wrong: string[] = []
  for (const { field, type } of relations) {
    const shortName = names[field]
    if (!shortName) continue
    const customer = onlyNamed(found, (row) => row.shortName, shortName)
    if (!customer || !belongsTo(customer, principal))
      wrong.push(`${field} does not name a customer of the legal entity`)
    else if (type && customer.customerType !== type) wrong.push(`${field} must name a customer of customerType ${type}`)
    else related.push(customer)
  }
  return wrong.length > 0 ? refusal('relatedCustomerUnknown', wrong.join('; ')) : accept(related)
}

/**
 * A customer's parents: the institution, the entity that onboarded it, and the customers it names.
 */
export function parentsOf(
  institutionEntityId: bigint,
  onboardedBy: bigint | null,
  related: readonly CustomerRow[],
): bigint[] {
  const onboarder = onboardedBy === null ? [] : [onboardedBy]
  return [...new Set([institutionEntityId, ...onboarder, ...related.map(({ id }) => id)])]
}
