import type { Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Contacts } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'

export type ContactRow = Selectable<Contacts>

/** Only an Active contact can receive money; the others wait for their approval, or were refused it. */
export type ContactStatus = 'Pending' | 'Active' | 'Rejected'

/** What an integrator says of a contact. */
export interface ContactData {
  externalReferenceId: string
  templateName: string
  name: string
  contactType: 'Consumer' | 'Company'
  accountNumber: string
  accountType: 'Checking' | 'Savings'
  accountCurrency: string
  bankName: string
  bankCountry: string
  nationalCode: string | null
  swiftCode: string | null
  details: object
}

export interface NewContact extends ContactData {
  tenantId: bigint
  customerId: bigint
  status: ContactStatus
}

function columnsOf(contact: NewContact) {
  return {
    status: contact.status,
    externalReferenceId: contact.externalReferenceId,
    templateName: contact.templateName,
    name: contact.name,
    contactType: contact.contactType,
    accountNumber: contact.accountNumber,
    accountType: contact.accountType,
    accountCurrency: contact.accountCurrency,
    bankName: contact.bankName,
    bankCountry: contact.bankCountry,
    nationalCode: contact.nationalCode,
    swiftCode: contact.swiftCode,
    details: JSON.stringify(contact.details),
  }
}

export async function insertContact(tx: Transaction, contact: NewContact, now: Temporal.Instant): Promise<ContactRow> {
  const row = await tx.first(
    build
      .insertInto('contacts')
      .values({
        tenantId: contact.tenantId,
        customerId: contact.customerId,
        ...columnsOf(contact),
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

/** Replaces everything but the identifier and the customer. */
export async function replaceContact(
  tx: Transaction,
  id: bigint,
  contact: NewContact,
  now: Temporal.Instant,
): Promise<ContactRow> {
  const row = await tx.first(
    build
      .updateTable('contacts')
      .set((set) => ({ ...columnsOf(contact), updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', contact.tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

export async function setContactStatus(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  status: ContactStatus,
  now: Temporal.Instant,
): Promise<ContactRow> {
  const row = await tx.first(
    build
      .updateTable('contacts')
      .set((set) => ({ status, updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

export async function readContact(tx: Transaction, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return tx.first(build.selectFrom('contacts').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id))
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockContact(tx: Transaction, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return tx.first(
    build.selectFrom('contacts').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forNoKeyUpdate(),
  )
}

export interface ContactFilter {
  customerId: bigint
  accountNumber?: string
  name?: string
}

export async function searchContacts(
  tx: Transaction,
  tenantId: bigint,
  filter: ContactFilter,
  { page, limit }: PageRequest,
): Promise<PageOf<ContactRow>> {
  let query = build
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', filter.customerId)
  if (filter.accountNumber !== undefined) query = query.where('account_number', '=', filter.accountNumber)
  if (filter.name !== undefined) query = query.where('name', '=', filter.name)

  const rows = await tx.all(
    query
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit),
  )
  const counted = await tx.first(query.select(build.fn.countAll<bigint>().as('total')))
  return { rows, total: Number(counted?.total) }
}
