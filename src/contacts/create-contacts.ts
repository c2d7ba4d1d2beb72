import type { Temporal } from 'temporal-polyfill'
import type { KnownBanks } from '../banks/banks.ts'
import { asksForApproval, type CustomerRow, reachCustomer, readCustomers } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import { changeOne } from '../http/change.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type ContactBody, parseContact, renderContact } from './contacts.schema.ts'
import {
  type ContactRow,
  insertContacts,
  type NewContact,
  readTemplateNames,
  templateNameOf,
  type WrittenContact,
} from './contacts.store.ts'
import { setterOf, settersOfNew } from './details-setters.ts'
import { openBanksOf, requireKnownBanks } from './known-banks.ts'
import { proposeContact } from './propose-contact.ts'

/** A request for a new contact. */
export interface ContactOrder {
  principal: Principal
  customerUID: string
  body: ContactBody
}

/** Adds one contact: see `createContacts`. */
export function createContact(
  tx: Transaction,
  principal: Principal,
  customerUID: string,
  body: ContactBody,
  now: Temporal.Instant,
): Promise<Result<WrittenContact, Refusal>> {
  return changeOne(() => createContacts(tx, principal.tenantId, [{ principal, customerUID, body }], now))
}

/**
 * Adds contacts to customers of one institution: Active, or Pending if the customer requires
 * approval of contacts. Each order has its own outcome, in the order of the orders. A refused one
 * writes nothing.
 */
export async function createContacts(
  tx: Transaction,
  tenantId: bigint,
  orders: readonly ContactOrder[],
  now: Temporal.Instant,
): Promise<Result<WrittenContact, Refusal>[]> {
  const known = await readKnown(tx, tenantId, orders)
  const decided = orders.map((order) => decide(order, known))
  const wanted = decided.flatMap((one) => (one.ok ? [one.value] : []))
  const contacts = await insertContacts(tx, tenantId, wanted, now)
  const principals = orders.flatMap(({ principal }, at) => (decided[at]!.ok ? [principal] : []))
  const changes = contacts.map((contact, at) => ({
    ...{ tenantId, actor: principals[at]!.clientId, action: 'contact.created' },
    subject: { kind: 'contact', id: String(contact.id), customerId: contact.customerId },
    after: renderContact(contact),
  }))
  await recordChanges(tx, tenantId, changes, now)
  const written: WrittenContact[] = []
  for (const [at, contact] of contacts.entries()) written.push(await propose(tx, principals[at]!, contact, now))
  return decided.map((one) => (one.ok ? accept(written.shift()!) : one))
}

async function propose(
  tx: Transaction,
  principal: Principal,
  contact: ContactRow,
  now: Temporal.Instant,
): Promise<WrittenContact> {
  const waits = contact.status === 'Pending'
  return {
    contact,
    approvalUID: waits ? await proposeContact(tx, principal, { contact, proposed: contact }, now) : undefined,
  }
}

/** What the decisions of a batch need. */
interface Known {
  institution: Institution
  banks: KnownBanks
  customers: ReadonlyMap<bigint, CustomerRow>
  /** The template names in use, to which each decision adds its own. */
  taken: Set<string>
}

async function readKnown(tx: Transaction, tenantId: bigint, orders: readonly ContactOrder[]): Promise<Known> {
  const ids = [...new Set(orders.map(({ customerUID }) => BigInt(customerUID)))]
  const names = orders.map(({ customerUID, body }) => ({
    customerId: BigInt(customerUID),
    templateName: body.templateName,
  }))
  const bodies = orders.map(({ body }) => body)
  const [institution, banks, customers, taken] = await Promise.all([
    readInstitution(tx, tenantId),
    openBanksOf(tx, tenantId, bodies),
    readCustomers(tx, tenantId, ids),
    readTemplateNames(tx, tenantId, names),
  ])
  return { institution, banks, customers, taken: new Set(taken.map(templateNameOf)) }
}

function decide({ principal, customerUID, body }: ContactOrder, known: Known): Result<NewContact, Refusal> {
  const { institution, banks } = known
  const isOwn = principal.legalEntityId === institution.legalEntityId
  const customer = reachCustomer(principal, isOwn, known.customers.get(BigInt(customerUID)))
  if (!customer.ok) return customer
  const parsed = parseContact(body)
  if (!parsed.ok) return parsed
  const isKnown = requireKnownBanks(body, banks, institution)
  if (!isKnown.ok) return isKnown
  const { tenantId, id: customerId } = customer.value
  const detailsSetBy = settersOfNew(parsed.value, setterOf(principal, institution))
  const contact = { ...parsed.value, tenantId, customerId, detailsSetBy }
  if (known.taken.has(templateNameOf(contact))) return refusal('contactConflict')
  known.taken.add(templateNameOf(contact))
  return accept({ ...contact, status: asksForApproval(customer.value, 'beneDualApproval') ? 'Pending' : 'Active' })
}
