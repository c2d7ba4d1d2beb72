import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertAndReadRows, lockById, updateById } from '../db/rows.ts'
import type { Contacts } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { achFaultOf } from '../kernel/ach-account-number.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Owner } from '../ownership/ownership.ts'

/** The contact, and the approval that the change waits for, if any. */
export interface WrittenContact {
  contact: ContactRow
  approvalUID: string | undefined
}

export type ContactRow = Contacts

/** Only an Active contact can receive money. The others wait for approval or were rejected. */
export type ContactStatus = 'Pending' | 'Active' | 'Rejected'

/** The fields of a contact that a client sets. */
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

/** The name of a contact, unique among those of its customer. */
export type TemplateName = Pick<NewContact, 'customerId' | 'templateName'>

export function templateNameOf({ customerId, templateName }: TemplateName): string {
  return `${customerId} ${templateName}`
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
    details: contact.details,
    achFault: achFaultOf(contact.accountNumber),
  }
}

/** Writes new contacts of one institution, and returns them in their order. */
export async function insertContacts(
  tx: Transaction,
  tenantId: bigint,
  contacts: readonly NewContact[],
  now: Temporal.Instant,
): Promise<ContactRow[]> {
  const rows = await insertAndReadRows(
    tx,
    'contacts',
    { tenantId, createdAt: now, updatedAt: now },
    contacts.map((contact) => ({ customerId: contact.customerId, ...columnsOf(contact) })),
  )
  const byName = new Map(rows.map((row) => [templateNameOf(row), row]))
  return contacts.map((contact) => byName.get(templateNameOf(contact))!)
}

/** Those of the template names that contacts of their customers have. */
export function readTemplateNames(
  tx: Transaction,
  tenantId: bigint,
  names: readonly TemplateName[],
): Promise<TemplateName[]> {
  return tx.query(
    `select c.customer_id, c.template_name from unnest($2::bigint[], $3::text[]) as asked (customer_id, template_name)
       join contacts c on c.tenant_id = $1 and c.customer_id = asked.customer_id and c.template_name = asked.template_name`,
    [tenantId, names.map(({ customerId }) => customerId), names.map(({ templateName }) => templateName)],
  )
}

/** Replaces all fields except the identifier and the customer. */
export async function replaceContact(
  tx: Transaction,
  id: bigint,
  contact: NewContact,
  now: Temporal.Instant,
): Promise<ContactRow> {
  return updateById(tx, 'contacts', contact.tenantId, id, { ...columnsOf(contact), rejectedBy: null, updatedAt: now })
}

export async function rejectContactRow(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  rejectedBy: Owner,
  now: Temporal.Instant,
): Promise<ContactRow> {
  return updateById(tx, 'contacts', tenantId, id, { status: 'Rejected', rejectedBy, updatedAt: now })
}

export async function findContact(db: Connection, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return byId(db, 'contacts', tenantId, id)
}

/** Reads the contact and locks its row until the transaction ends. */
export async function lockContact(tx: Transaction, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return lockById(tx, 'contacts', tenantId, id)
}

export interface ContactFilter {
  customerId: bigint
  accountNumber?: string
  name?: string
}

export async function searchContacts(
  db: Connection,
  tenantId: bigint,
  filter: ContactFilter,
  page: PageRequest,
): Promise<PageOf<ContactRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', filter.customerId)
  where.equalsSealed(db.keyring, 'account_number', 'account_number', filter.accountNumber)
  where.equals('name', filter.name)

  const rows = await readPage<ContactRow>(
    db,
    where,
    page,
    (bounds) => `select * from contacts where tenant_id = $1 ${where} order by id ${bounds}`,
  )
  const total = await readTotal(db, where, `select count(*) as total from contacts where tenant_id = $1 ${where}`)
  return { rows, total }
}
