import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { Customers } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'
import type { CustomerStatus } from './domain/customer-state.ts'

export type CustomerRow = Selectable<Customers>

/** What an integrator says of a customer. */
export interface CustomerData {
  externalReferenceId: string
  legalName: string
  shortName: string
  customerType: string
  customerId: string | null
  taxId: string | null
  relationshipType: string | null
  relationshipManager: string | null
  originatingOfficer: string | null
  achCompanyId: string | null
  secCodes: readonly string[]
  profile: object
}

export interface NewCustomer extends CustomerData {
  tenantId: bigint
  status: 'New' | 'Active'
  /** Who stands directly above it, and all who stand above at any distance. */
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
    customerId: customer.customerId,
    taxId: customer.taxId,
    relationshipType: customer.relationshipType,
    relationshipManager: customer.relationshipManager,
    originatingOfficer: customer.originatingOfficer,
    achCompanyId: customer.achCompanyId,
    secCodes: [...customer.secCodes],
    profile: JSON.stringify(customer.profile),
  }
}

export async function insertCustomer(
  tx: Transaction,
  customer: NewCustomer,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const row = await tx.first(
    build
      .insertInto('customers')
      .values({
        ...columnsOf(customer),
        tenantId: customer.tenantId,
        status: customer.status,
        parentIds: [...customer.parentIds],
        ancestorIds: [...customer.ancestorIds],
        onboardedBy: customer.onboardedBy,
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

export async function updateCustomerRow(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  customer: CustomerData,
  now: Temporal.Instant,
): Promise<CustomerRow> {
  const row = await tx.first(
    build
      .updateTable('customers')
      .set((set) => ({ ...columnsOf(customer), updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

/** The customer, which nobody else changes until the transaction ends. */
export async function lockCustomer(tx: Transaction, tenantId: bigint, id: bigint): Promise<CustomerRow | undefined> {
  return tx.first(
    build.selectFrom('customers').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forNoKeyUpdate(),
  )
}

/** The class of the advisory lock on a tenant's hierarchy ('hier' in ASCII). */
const HIERARCHY_LOCK = 0x68696572

/** Those who add below the hierarchy share it; who changes it has it alone, so that no cycle can come from two changes at once. */
export async function lockHierarchy(tx: Transaction, tenantId: bigint, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`select ${lock}(${HIERARCHY_LOCK}, ($1::bigint % 2147483647)::integer)`, [tenantId])
}

/** Sets who stands directly above a customer, and brings the ancestors of it and of all below it up to date. */
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
       where c.tenant_id = $1 and (c.id = $2 or c.ancestor_ids @> array[$2::bigint])
       union
       select above.id, unnest(p.parent_ids) from above join customers p on p.tenant_id = $1 and p.id = above.ancestor
     )
     update customers c set ancestor_ids = a.ids
     from (select id, array_agg(ancestor order by ancestor) as ids from above group by id) a
     where c.tenant_id = $1 and c.id = a.id and c.ancestor_ids is distinct from a.ids`,
    [tenantId, id],
  )
}

export async function readCustomer(tx: Transaction, tenantId: bigint, id: bigint): Promise<CustomerRow | undefined> {
  return tx.first(build.selectFrom('customers').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id))
}

export async function readCustomerByCustomerId(
  tx: Transaction,
  tenantId: bigint,
  customerId: string,
): Promise<CustomerRow | undefined> {
  const query = build.selectFrom('customers').selectAll()
  const [customer] = await tx.all(query.where('tenant_id', '=', tenantId).where('customer_id', '=', customerId))
  return customer
}

export async function readCustomersByShortName(
  tx: Transaction,
  tenantId: bigint,
  shortNames: readonly string[],
): Promise<CustomerRow[]> {
  if (shortNames.length === 0) return []
  return tx.all(
    build.selectFrom('customers').selectAll().where('tenant_id', '=', tenantId).where('short_name', 'in', shortNames),
  )
}

export interface CustomerFilter {
  /** Only this customer and those below it; undefined for all of the institution. */
  belongingTo: bigint | undefined
  legalName?: string
  customerType?: string
  shortName?: string
  customerId?: string
  id?: bigint
  status?: string
  taxId?: string
}

export async function searchCustomers(
  tx: Transaction,
  tenantId: bigint,
  filter: CustomerFilter,
  { page, limit }: PageRequest,
  totals: Totals,
): Promise<PageOf<CustomerRow>> {
  let query = build.selectFrom('customers').where('tenant_id', '=', tenantId)
  const { belongingTo } = filter
  if (belongingTo !== undefined)
    query = query.where((where) =>
      where.or([where('id', '=', belongingTo), sql<boolean>`ancestor_ids @> array[${belongingTo}]::bigint[]`]),
    )
  if (filter.legalName !== undefined) query = query.where('legal_name', '=', filter.legalName)
  if (filter.customerType !== undefined) query = query.where('customer_type', '=', filter.customerType)
  if (filter.shortName !== undefined) query = query.where('short_name', '=', filter.shortName)
  if (filter.customerId !== undefined) query = query.where('customer_id', '=', filter.customerId)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.taxId !== undefined) query = query.where('tax_id', '=', filter.taxId)

  // The page is found in the index alone, and only its rows are read: an offset does not fetch what it skips.
  const ids = query
    .select('id')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await tx.all(
    build.selectFrom('customers').selectAll().where('tenant_id', '=', tenantId).where('id', 'in', ids).orderBy('id'),
  )
  const count = async () => Number((await tx.first(query.select(build.fn.countAll<bigint>().as('total'))))?.total)
  return { rows, total: await totals.of(['customers', tenantId, ...Object.entries(filter).flat()], count) }
}

/**
 * The caller has locked the customer, and the table of states allows the step. `resumesAs` is the state in which a customer that becomes Pending goes
 * on once its change is decided.
 */
export async function writeStatus(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  status: CustomerStatus,
  now: Temporal.Instant,
  resumesAs: CustomerStatus | null = null,
): Promise<CustomerRow> {
  const row = await tx.first(
    build
      .updateTable('customers')
      .set((set) => ({ status, resumesAs, updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}
