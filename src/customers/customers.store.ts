import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertAndReadRows, lockById, updateById } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import type { Customers } from '../db/types.ts'
import { conditions, hasName, readPage, readTotal } from '../db/where.ts'
import { nameForm, onlyNamed } from '../kernel/one-form.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import { hasLogin } from '../tokens/login-match.ts'
import type { CustomerStatus } from './domain/customer-state.ts'

export type CustomerRow = Customers

/** The fields of a customer that a client sets. */
export interface CustomerData {
  externalReferenceId: string
  legalName: string
  shortName: string
  customerType: string
  customerRef: string | null
  taxId: string | null
  relationshipType: string | null
  relationshipManager: string | null
  originatingOfficer: string | null
  achCompanyId: string | null
  secCodes: readonly string[]
  profile: object
}

export interface NewCustomer extends CustomerData {
  status: 'New' | 'Active' | 'Pending'
  /** The status that a Pending customer takes on approval. */
  resumesAs: 'New' | null
  /** False until the institution approves a customer that a customer's client created. */
  isAdmitted: boolean
  /** The customers directly above it, and those above it at any level. */
  parentIds: readonly bigint[]
  ancestorIds: readonly bigint[]
  /** The legal entity that onboarded it; null for the institution's own entity. */
  onboardedBy: bigint | null
}

function columnsOf(customer: CustomerData) {
  return {
    externalReferenceId: customer.externalReferenceId,
    legalName: customer.legalName,
    shortName: customer.shortName,
    customerType: customer.customerType,
    customerRef: customer.customerRef,
    taxId: customer.taxId,
    relationshipType: customer.relationshipType,
    relationshipManager: customer.relationshipManager,
    originatingOfficer: customer.originatingOfficer,
    achCompanyId: customer.achCompanyId,
    secCodes: customer.secCodes,
    profile: customer.profile,
  }
}

export async function insertCustomer(
  tx: Transaction,
  customer: NewCustomer & { tenantId: bigint },
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const [row] = await insertCustomers(tx, customer.tenantId, [customer], now)
  return row!
}

/** Writes new customers of one institution, and returns them in their order. */
export async function insertCustomers(
  tx: Transaction,
  tenantId: bigint,
  customers: readonly NewCustomer[],
  now: Temporal.Instant,
): Promise<CustomerRow[]> {
  const rows = await insertAndReadRows(
    tx,
    'customers',
    { tenantId, createdAt: now, updatedAt: now },
    customers.map((customer) => ({
      ...columnsOf(customer),
      status: customer.status,
      resumesAs: customer.resumesAs,
      isAdmitted: customer.isAdmitted,
      parentIds: customer.parentIds,
      ancestorIds: customer.ancestorIds,
      onboardedBy: customer.onboardedBy,
    })),
  )
  // A short name is unique within the institution.
  const byName = new Map(rows.map((row) => [row.shortName, row]))
  return customers.map(({ shortName }) => byName.get(shortName)!)
}

/** Those of the names that customers of the institution have, in their one form. */
export async function readNamesInUse(
  tx: Transaction,
  tenantId: bigint,
  customers: readonly CustomerData[],
): Promise<{ shortNames: Set<string>; customerRefs: Set<string> }> {
  const refs = customers.flatMap(({ customerRef }) => customerRef ?? [])
  const [names, known] = await Promise.all([
    tx.query<{ shortName: string }>(
      `select short_name from customers where tenant_id = $1 and ${hasName('short_name', '$2::text[]')}`,
      [tenantId, customers.map(({ shortName }) => nameForm(shortName))],
    ),
    refs.length === 0
      ? []
      : tx.query<{ customerRef: string }>(
          `select customer_ref from customers where tenant_id = $1 and ${hasName('customer_ref', '$2::text[]')}`,
          [tenantId, refs.map(nameForm)],
        ),
  ])
  return {
    shortNames: new Set(names.map(({ shortName }) => nameForm(shortName))),
    customerRefs: new Set(known.map(({ customerRef }) => nameForm(customerRef))),
  }
}

export async function updateCustomerRow(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  customer: CustomerData,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  return updateById(tx, 'customers', tenantId, id, { ...columnsOf(customer), updatedAt: now })
}

/** Reads the customer and locks its row until the transaction ends. */
export async function lockCustomer(tx: Transaction, tenantId: bigint, id: bigint): Promise<CustomerRow | undefined> {
  return lockById(tx, 'customers', tenantId, id)
}

/**
 * Locks a customer and all customers below it, in the order in which payments lock the customers
 * whose limits they use.
 */
export async function lockSubtree(tx: Transaction, tenantId: bigint, id: bigint): Promise<void> {
  await tx.query(
    `select from customers where tenant_id = $1 and (id = $2 or ancestor_ids @> array[$2::bigint])
     order by id for no key update`,
    [tenantId, id],
  )
}

/** Sets a customer's parents and updates the ancestors of its whole subtree. */
export async function moveCustomer(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  parentIds: readonly bigint[],
): Promise<void> {
  await tx.query('update customers set parent_ids = $3 where tenant_id = $1 and id = $2', [tenantId, id, parentIds])
  await tx.query(
    `with recursive above (id, ancestor) as (
       select c.id, unnest(c.parent_ids) from customers c
       where c.tenant_id = $1 and c.id in (select customers_under($1, $2))
       union
       select above.id, unnest(p.parent_ids) from above join customers p on p.tenant_id = $1 and p.id = above.ancestor
     )
     update customers c set ancestor_ids = a.ids, moves = c.moves + case when c.ancestor_ids <@ a.ids then 0 else 1 end
     from (select id, array_agg(ancestor order by ancestor) as ids from above group by id) a
     where c.tenant_id = $1 and c.id = a.id and c.ancestor_ids is distinct from a.ids`,
    [tenantId, id],
  )
}

export async function findCustomer(db: Connection, tenantId: bigint, id: bigint): Promise<CustomerRow | undefined> {
  return byId(db, 'customers', tenantId, id)
}

/** These customers, by id. */
export async function readCustomers(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, CustomerRow>> {
  const rows = await tx.query<CustomerRow>('select * from customers where tenant_id = $1 and id = any($2::bigint[])', [
    tenantId,
    ids,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The place of a customer in the hierarchy, and its status: what is not sealed. */
export type CustomerStanding = Pick<CustomerRow, 'tenantId' | 'id' | 'ancestorIds' | 'status' | 'resumesAs'>

const standing =
  'select tenant_id, id, ancestor_ids, status, resumes_as from customers where tenant_id = $1 and id = any($2::bigint[])'

/** These customers, by id. */
export async function readStandings(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, CustomerStanding>> {
  const rows = await tx.query<CustomerStanding>(standing, [tenantId, ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * These customers as they are when their rows are locked, until the transaction ends. They are
 * locked in the order in which payments lock them.
 */
export async function lockStandings(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
): Promise<CustomerStanding[]> {
  return tx.query(`${standing} order by id for no key update`, [tenantId, ids])
}

/** Writes statuses that `nextStatus` allowed, on customers locked by the caller. */
export async function writeStatuses(
  tx: Transaction,
  tenantId: bigint,
  ids: readonly bigint[],
  { status, resumesAs }: { status: CustomerStatus; resumesAs: CustomerStatus | null },
  now: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update customers set status = $3, resumes_as = $4, updated_at = $5, version = version + 1,
       suspensions = suspensions + case when $3 = 'Suspended' then 1 else 0 end
     where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, ids, status, resumesAs, now.toString()],
  )
}

export async function findCustomerByRef(
  tx: Transaction,
  tenantId: bigint,
  customerRef: string,
): Promise<CustomerRow | undefined> {
  const rows = await tx.query<CustomerRow>(
    `select * from customers where tenant_id = $1 and ${hasName('customer_ref', '$2::text[]')}`,
    [tenantId, [nameForm(customerRef)]],
  )
  return onlyNamed(rows, (row) => row.customerRef ?? '', customerRef)
}

/** The customers with these names: two for a name that two from before have in different forms. */
export async function readCustomersByShortName(
  tx: Transaction,
  tenantId: bigint,
  shortNames: readonly string[],
): Promise<CustomerRow[]> {
  if (shortNames.length === 0) return []
  return tx.query<CustomerRow>(
    `select * from customers where tenant_id = $1 and ${hasName('short_name', '$2::text[]')}`,
    [tenantId, shortNames.map(nameForm)],
  )
}

/** Those of the login ids, as they are given, that belong to active users of the customer. */
export async function readActiveLogins(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  loginIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ loginId: string }>(
    `select asked.login_id from users u join unnest($3::text[]) as asked (login_id) on ${hasLogin('u', 'asked.login_id')}
     where u.tenant_id = $1 and u.customer_id = $2 and u.status = 'Active'`,
    [tenantId, customerId, loginIds],
  )
  return new Set(rows.map((row) => row.loginId))
}

export interface CustomerFilter {
  /** Only this customer and those below it; undefined for all customers of the institution. */
  belongingTo: bigint | undefined
  legalName?: string
  customerType?: string
  shortName?: string
  customerRef?: string
  id?: bigint
  status?: string
  taxId?: string
  achCompanyId?: string
}

export async function searchCustomers(
  db: Connection,
  tenantId: bigint,
  filter: CustomerFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<CustomerRow>> {
  const where = conditions(tenantId)
  const { belongingTo } = filter
  if (belongingTo !== undefined) where.and(`id = any(array(select customers_under($1, ${where.bind(belongingTo)})))`)
  where.equalsText('legal_name', filter.legalName)
  where.equals('customer_type', filter.customerType)
  where.equalsName('short_name', filter.shortName)
  where.equalsName('customer_ref', filter.customerRef)
  where.equals('id', filter.id)
  where.equals('status', filter.status)
  where.equalsSealed(db.keyring, 'tax_id', 'tax_id', filter.taxId)
  where.equals('ach_company_id', filter.achCompanyId)

  // The inner select uses the index alone, so rows skipped by the offset are never fetched.
  const rows = await readPage<CustomerRow>(
    db,
    where,
    page,
    (bounds) =>
      `select * from customers where tenant_id = $1
         and id in (select id from customers where tenant_id = $1 ${where} order by id ${bounds}) order by id`,
  )
  const count = () => readTotal(db, where, `select count(*) as total from customers where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['customers', tenantId, ...Object.entries(filter).flat()], count) }
}

/** Records that the institution approved a new customer. Its status changes separately. */
export async function admit(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  return updateById(tx, 'customers', tenantId, id, { isAdmitted: true, updatedAt: now })
}

/**
 * Writes a status that `nextStatus` allowed, on a customer locked by the caller. `resumesAs` is the
 * status a Pending customer returns to when its waiting change is decided.
 */
export async function writeStatus(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  status: CustomerStatus,
  now: Temporal.Instant,
  resumesAs: CustomerStatus | null = null,
): Promise<CustomerRow> {
  if (status === 'Suspended')
    await tx.query('update customers set suspensions = suspensions + 1 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
    ])
  return updateById(tx, 'customers', tenantId, id, { status, resumesAs, updatedAt: now })
}
