import type { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { nameForm } from '../kernel/one-form.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { refuseOwnedFields } from '../ownership/ownership.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { checkWithStaff, requireEffect, staffOf } from './check-customer.ts'
import { type NewCustomerBody, parseNewCustomer, renderCustomer } from './customers.schema.ts'
import {
  type CustomerRow,
  type CustomerStanding,
  insertCustomers,
  type NewCustomer,
  readActiveLogins,
  readCustomersByShortName,
  readNamesInUse,
  readStandings,
} from './customers.store.ts'
import { parentsOf, relate, shortNamesOf } from './hierarchy.ts'
import { requestAdmission, type WrittenCustomer } from './request-admission.ts'

/** The refusals of names that another customer has, by constraint. */
export const nameConflicts = {
  customers_short_name: { reason: 'customerConflict', detail: 'another customer already has this shortName' },
  customers_customer_ref: { reason: 'customerConflict', detail: 'another customer already has this customerId' },
} as const satisfies Record<string, Refusal>

/** A request for a new customer. */
export interface CustomerOrder {
  principal: Principal
  body: NewCustomerBody
}

/**
 * Creates customers of one institution, each below the institution, the legal entity that onboards
 * it, and any parent, partner and processing organization it names. A customer of the institution's
 * client is New. One that a customer's client creates is Pending until the institution approves it.
 * Only the institution may give it other terms than those of every new customer.
 *
 * Each order has its own outcome, in the order of the orders. A refused one writes nothing.
 */
export async function createCustomers(
  tx: Transaction,
  tenantId: bigint,
  orders: readonly CustomerOrder[],
  now: Temporal.Instant,
): Promise<Result<WrittenCustomer, Refusal>[]> {
  const known = await readKnown(tx, tenantId, orders)
  const decided = orders.map((order) => decide(order, known))
  const wanted = decided.flatMap((one) => (one.ok ? [one.value] : []))
  const created = await insertCustomers(tx, tenantId, wanted, now)
  const actors = orders.flatMap(({ principal }, at) => (decided[at]!.ok ? [principal] : []))
  const changes = created.map((customer, at) => ({
    ...{ tenantId, actor: actors[at]!.clientId, action: 'customer.created' },
    subject: { kind: 'customer', id: String(customer.id), customerId: customer.id },
    after: renderCustomer(customer),
  }))
  await recordChanges(tx, tenantId, changes, now)
  const written: WrittenCustomer[] = []
  for (const [at, customer] of created.entries()) {
    const approvalUID = customer.isAdmitted ? undefined : await requestAdmission(tx, actors[at]!, customer, now)
    written.push({ customer, approvalUID })
  }
  return decided.map((one) => (one.ok ? accept(written.shift()!) : one))
}

/** What the decisions of a batch need. */
interface Known {
  institution: Institution
  /** The login ids that belong to active users of the institution. */
  staff: ReadonlySet<string>
  related: readonly CustomerRow[]
  onboarders: ReadonlyMap<bigint, CustomerStanding>
  /** Names in use, to which each decision adds its own. */
  taken: { shortNames: Set<string>; customerRefs: Set<string> }
}

/** The hierarchy stays as it is until the transaction ends. */
async function readKnown(tx: Transaction, tenantId: bigint, orders: readonly CustomerOrder[]): Promise<Known> {
  const institution = await readInstitution(tx, tenantId)
  const logins = orders.flatMap(({ body }) => staffOf(body).map(({ login }) => login))
  const shortNames = orders.flatMap(({ body }) => shortNamesOf(body))
  const [staff, , related, onboarders, taken] = await Promise.all([
    readActiveLogins(tx, tenantId, institution.legalEntityId, [...new Set(logins)]),
    lockTenant(tx, { lock: 'hierarchy', tenantId }, 'shared'),
    readCustomersByShortName(tx, tenantId, [...new Set(shortNames)]),
    readStandings(tx, tenantId, [...new Set(orders.map(({ principal }) => principal.legalEntityId))]),
    readNamesInUse(
      tx,
      tenantId,
      orders.map(({ body }) => parseNewCustomer(body)),
    ),
  ])
  return { institution, staff, related, onboarders, taken }
}

function decide({ principal, body }: CustomerOrder, known: Known): Result<NewCustomer, Refusal> {
  const { institution, staff, onboarders, taken } = known
  const checked = checkWithStaff(body, staff)
  if (!checked.ok) return checked
  const related = relate(principal, body, known.related)
  if (!related.ok) return related
  const { legalEntityId } = principal
  const isAdmitted = legalEntityId === institution.legalEntityId
  const onboarder = onboarders.get(legalEntityId)
  const above = [...related.value, ...(onboarder ? [onboarder] : [])]
  const customer: NewCustomer = {
    ...parseNewCustomer(body),
    status: isAdmitted ? 'New' : 'Pending',
    resumesAs: isAdmitted ? null : 'New',
    isAdmitted,
    onboardedBy: legalEntityId,
    parentIds: parentsOf(institution.legalEntityId, legalEntityId, related.value),
    ancestorIds: [...new Set([institution.legalEntityId, ...above.flatMap((row) => [row.id, ...row.ancestorIds])])],
  }
  const { shortName, customerRef } = customer
  if (taken.shortNames.has(nameForm(shortName))) return { ok: false, refusal: nameConflicts.customers_short_name }
  if (customerRef !== null && taken.customerRefs.has(nameForm(customerRef)))
    return { ok: false, refusal: nameConflicts.customers_customer_ref }
  const after = renderCustomer(customer as unknown as CustomerRow)
  const allowed = isAdmitted ? accept(undefined) : refuseOwnedFields('customer', { after })
  if (!allowed.ok) return allowed
  const effective = requireEffect(body, institution)
  if (!effective.ok) return effective
  taken.shortNames.add(nameForm(shortName))
  if (customerRef !== null) taken.customerRefs.add(nameForm(customerRef))
  return accept(customer)
}
