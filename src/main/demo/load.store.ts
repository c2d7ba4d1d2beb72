import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../db/client.ts'
import { sealContents } from '../../db/content-digest.ts'
import { CONTACTS } from '../../db/digested-tables.ts'
import { insertAndReadRows, insertRows } from '../../db/rows.ts'

/** One batch of test customers: `count` of them, numbered from `first`. */
export interface LoadBatch {
  tenantId: bigint
  institutionEntityId: bigint
  routingNumber: string
  currency: string
  first: number
  count: number
}

/** The number of existing test customers, so that another load continues the numbering. */
export async function countLoaded(db: Connection, tenantId: bigint): Promise<number> {
  const row = await db.row<{ count: bigint }>(
    `select count(*) from customers where tenant_id = $1 and short_name >= 'load-' and short_name < 'load.'`,
    [tenantId],
  )
  return Number(row?.count)
}

/**
 * Customers with two accounts and two contacts each, with one statement for each table. The number
 * of a customer decides its names.
 */
export async function insertLoad(tx: Transaction, batch: LoadBatch, now: Temporal.Instant): Promise<void> {
  const { tenantId, institutionEntityId, routingNumber, currency, first, count } = batch
  const written = { tenantId, createdAt: now, updatedAt: now }
  const numbers = Array.from({ length: count }, (_, place) => first + place)
  const above = { ancestorIds: [institutionEntityId], parentIds: [institutionEntityId] }
  const customers = await insertAndReadRows(tx, 'customers', { ...written, ...above }, numbers.map(customerOf))
  const owners = customers.flatMap(({ id }) => [id, id])
  const books = await tx.query<{ id: bigint }>(
    `insert into ledger_accounts
       (tenant_id, kind, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
     select $1, 'customer', $2, false, 0, 0, 0, 0, $3 from generate_series(1, $4::int) returning id`,
    [tenantId, currency, now.toString(), owners.length],
  )
  const accounts = books.map(({ id }, place) => accountOf(id, owners[place]!, place))
  await insertRows(tx, 'accounts', { ...written, currency, routingNumber }, accounts)
  const contacts = await insertAndReadRows(
    tx,
    'contacts',
    { ...written, accountCurrency: currency },
    owners.map(contactOf),
  )
  await sealContents(tx, tenantId, CONTACTS, contacts)
}

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!

function customerOf(number: number) {
  const first = ['Harbor', 'Summit', 'Cedar', 'Union', 'Prairie', 'Beacon', 'Granite', 'Maple']
  const second = ['Coffee', 'Freight', 'Dental', 'Bakery', 'Textiles', 'Robotics', 'Farms']
  return {
    externalReferenceId: `load-${number}`,
    legalName: `${pick(first, number)} ${pick(second, number)} ${number}`,
    shortName: `load-${number}`,
    customerType: pick(['Corporate', 'Consumer', 'Corporate', 'Downstream Partner'], number),
    customerRef: `own-${number}`,
    taxId: String(number).padStart(9, '8'),
    status: number % 50 === 0 ? 'Suspended' : number % 20 === 0 ? 'New' : 'Active',
    ...{ relationshipType: 'Customer', relationshipManager: 'manager', originatingOfficer: 'officer' },
    ...{ secCodes: [], profile, isAdmitted: true },
  }
}

function accountOf(id: bigint, customerId: bigint, place: number) {
  return {
    ...{ id, customerId, name: `Account ${place + 1}`, accountNumber: `7${String(id).padStart(11, '0')}` },
    ...{ type: 'DEPOSIT', subType: pick(['Savings', 'Checking'], place), systemOfRecord: 'Giro', country: 'US' },
    ...{ bankIdType: 'NID', masterGl: '2000', costCenter: '0001', status: 'Active' },
    ...{ enableWire: true, enableDomesticWire: true, enableInternationalWire: true },
    ...{ enableFednow: true, enableRtp: true, receiveOnlyRails: [], enableOffset: false, defaultOffset: false },
    ...{ feeAccount: false, returnAccount: false, features: {}, additionalAttributes: [] },
  }
}

function contactOf(customerId: bigint, place: number) {
  const which = BigInt((place + 1) % 2)
  return {
    ...{ customerId, externalReferenceId: `load-${place + 1}`, templateName: `Contact ${place + 1}` },
    ...{ name: `Beneficiary ${customerId} ${which}`, contactType: pick(['Consumer', 'Company'], place) },
    ...{ accountNumber: `9${String(customerId * 2n + which).padStart(11, '0')}`, accountType: 'Checking' },
    ...{ bankName: 'First Example Bank', bankCountry: 'US', nationalCode: '021000021', status: 'Active', details: {} },
  }
}

const profile = {
  language: 'en',
  costCenter: '0001',
  legalAddress: {
    addressLine1: '12 Quay Street',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    countryCode: 'US',
  },
  mailAddressSameAsLegal: true,
}
