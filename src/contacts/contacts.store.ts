import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { contentIndex, whyRowAltered } from '../db/content-digest.ts'
import { CONTACTS } from '../db/digested-tables.ts'
import { byId, insertAndReadRows, insertRows, lockById, updateById } from '../db/rows.ts'
import { searched, searchTexts } from '../db/seal-rows.ts'
import type { Contacts } from '../db/types.ts'
import { conditions, hasName, readPage, readTotal } from '../db/where.ts'
import { achFaultOf } from '../kernel/ach-account-number.ts'
import { nameForm } from '../kernel/one-form.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { words } from '../kernel/words.ts'
import type { Owner } from '../ownership/ownership.ts'
import type { SetDetails } from './details-setters.ts'
import { messageDetailsIndex, nextMessageDetailsIndex } from './message-details.ts'

/** The contact, and the approval that the change waits for, if any. */
export interface WrittenContact {
  contact: ContactRow
  approvalUID: string | undefined
}

export type ContactRow = Contacts

/** Only an Active contact can receive money. The others wait for approval or were rejected. */
export const CONTACT_STATUSES = words('ContactStatus', ['Pending', 'Active', 'Rejected'])
export type ContactStatus = (typeof CONTACT_STATUSES)[number]

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
  /** Who set its bank details alone. */
  detailsSetBy: readonly SetDetails[]
}

/** A contact that a payment creates for the party that it describes. */
export interface PaymentContact extends NewContact {
  id: bigint
  isListed: boolean
}

/** The name of a contact, unique among those of its customer. */
export type TemplateName = Pick<NewContact, 'customerId' | 'templateName'>

export function templateNameOf({ customerId, templateName }: TemplateName): string {
  return `${customerId} ${nameForm(templateName)}`
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
    detailsSetBy: contact.detailsSetBy,
    achFault: achFaultOf(contact.accountNumber),
  }
}

function newColumnsOf(tx: Transaction, contact: NewContact & { id: bigint; isListed: boolean }) {
  const { tenantId, id, customerId, isListed } = contact
  const columns = {
    ...columnsOf(contact),
    messageDetailsIndex: messageDetailsIndex(tx, tenantId, contact),
    detailsVersion: 1n,
  }
  const names = { id, customerId, isListed }
  return { ...names, ...withDigest(tx, tenantId, { ...names, version: 1n }, columns) }
}

type Digested = ReturnType<typeof columnsOf> & { messageDetailsIndex: string | null; detailsVersion: bigint }

/** The columns as they are written, with the digest that shows that the service wrote them. */
function withDigest<Columns extends Digested>(
  tx: Transaction,
  tenantId: bigint,
  names: { id: bigint; customerId: bigint; isListed: boolean; version: bigint },
  columns: Columns,
): Columns & { contentIndex: string } {
  const accountNumberIndex = tx.keyring.indexOf(tenantId, 'account_number', columns.accountNumber)
  const row = { ...columns, ...names, accountNumberIndex }
  return { ...columns, contentIndex: contentIndex(tx, tenantId, CONTACTS, row) }
}

/** Writes new contacts of one institution, and returns them in their order. */
export async function insertContacts(
  tx: Transaction,
  tenantId: bigint,
  contacts: readonly NewContact[],
  now: Temporal.Instant,
): Promise<ContactRow[]> {
  if (contacts.length === 0) return []
  const ids = await takeContactIds(tx, contacts.length)
  const rows = await insertAndReadRows(
    tx,
    'contacts',
    { tenantId, createdAt: now, updatedAt: now },
    contacts.map((contact, at) => newColumnsOf(tx, { ...contact, id: ids[at]!, isListed: true })),
  )
  const byName = new Map(rows.map((row) => [templateNameOf(row), row]))
  return contacts.map((contact) => byName.get(templateNameOf(contact))!)
}

/** Ids for contacts that are written together with what names them. */
export async function takeContactIds(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `select nextval('contacts_id_seq') as id from generate_series(1, $1::int)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Writes contacts of payments. It returns no rows, so it can be sent with the commit. */
export async function insertPaymentContacts(
  tx: Transaction,
  tenantId: bigint,
  contacts: readonly PaymentContact[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(
    tx,
    'contacts',
    { tenantId, createdAt: now, updatedAt: now },
    contacts.map((contact) => newColumnsOf(tx, contact)),
  )
}

/** Those of the template names that contacts of their customers have. */
export function readTemplateNames(
  tx: Transaction,
  tenantId: bigint,
  names: readonly TemplateName[],
): Promise<TemplateName[]> {
  return tx.query(
    `select c.customer_id, c.template_name from unnest($2::bigint[], $3::text[]) as asked (customer_id, template_name)
       join contacts c on c.tenant_id = $1 and c.customer_id = asked.customer_id
         and ${hasName('c.template_name', 'array[asked.template_name]')}`,
    [tenantId, names.map(({ customerId }) => customerId), names.map(({ templateName }) => nameForm(templateName))],
  )
}

/** Replaces all fields of a locked contact, except the identifier and the customer. */
export async function replaceContact(
  tx: Transaction,
  before: ContactRow,
  contact: NewContact,
  now: Temporal.Instant,
): Promise<ContactRow> {
  const { tenantId, id, customerId, isListed } = before
  const version = before.version + 1n
  const columns = {
    ...columnsOf(contact),
    messageDetailsIndex: nextMessageDetailsIndex(tx, tenantId, before, contact),
    detailsVersion: version,
  }
  return updateById(tx, 'contacts', tenantId, id, {
    ...withDigest(tx, tenantId, { id, customerId, isListed, version }, columns),
    rejectedBy: null,
    updatedAt: now,
  })
}

export async function rejectContactRow(
  tx: Transaction,
  before: ContactRow,
  rejectedBy: Owner,
  now: Temporal.Instant,
): Promise<ContactRow> {
  const { tenantId, id, detailsVersion } = before
  const version = before.version + 1n
  const changed = {
    status: 'Rejected',
    detailsVersion: detailsVersion === before.version ? version : detailsVersion,
  }
  // One that was altered gets no digest by being rejected.
  const digest = whyRowAltered(tx, tenantId, CONTACTS, before)
    ? before.contentIndex
    : contentIndex(tx, tenantId, CONTACTS, { ...before, ...changed, version })
  return updateById(tx, 'contacts', tenantId, id, { ...changed, rejectedBy, updatedAt: now, contentIndex: digest })
}

export async function findContact(db: Connection, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return byId(db, 'contacts', tenantId, id)
}

/** Reads the contact and locks its row until the transaction ends. */
export async function lockContact(tx: Transaction, tenantId: bigint, id: bigint): Promise<ContactRow | undefined> {
  return lockById(tx, 'contacts', tenantId, id)
}

/** Which of these contacts belong to the customer. */
export async function readContactIdsOf(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'select id from contacts where tenant_id = $1 and customer_id = $2 and id = any($3::bigint[])',
    [tenantId, customerId, ids],
  )
  return rows.map(({ id }) => id)
}

export type NumberedContact = Pick<ContactRow, 'id' | 'accountNumber' | 'accountType' | 'nationalCode'>

/**
 * The listed contacts of a customer with one of these account numbers that were not rejected. Of
 * several with one account at one bank, the first two: enough to see that the account names no
 * single one.
 */
export async function findContactsByNumber(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  { numbers, nationalCodes }: { numbers: readonly string[]; nationalCodes: readonly string[] },
): Promise<NumberedContact[]> {
  if (numbers.length === 0) return []
  return db.query<NumberedContact>(
    `select id, account_number, account_type, national_code from (
       select id, account_number, account_type, national_code, row_number() over (
         partition by ${searched('account_number')}, national_code, account_type order by id) as place
       from contacts where tenant_id = $1 and customer_id = $2 and is_listed and status <> 'Rejected'
         and ${searched('account_number')} = any($3::text[]) and national_code = any($4::text[])) as same
     where place <= 2 order by id`,
    [tenantId, customerId, searchTexts(db.keyring, tenantId, 'account_number', numbers), nationalCodes],
  )
}

export interface ContactFilter {
  customerId: bigint
  /** Forms of one number: any of them. */
  accountNumbers?: readonly string[]
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
  where.equalsSealed(db.keyring, 'account_number', 'account_number', filter.accountNumbers)
  where.equalsText('name', filter.name)
  where.and('is_listed')

  const rows = await readPage<ContactRow>(
    db,
    where,
    page,
    (bounds) => `select * from contacts where tenant_id = $1 ${where} order by id ${bounds}`,
  )
  const total = await readTotal(db, where, `select count(*) as total from contacts where tenant_id = $1 ${where}`)
  return { rows, total }
}
