import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Customers } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'

export type CustomerRow = Selectable<Customers>

export interface NewCustomer {
  tenantId: bigint
  externalReferenceId: string
  legalName: string
  shortName: string
  customerType: string
  customerId: string | null
  taxId: string | null
  status: 'New' | 'Active'
  relationshipType: string | null
  relationshipManager: string | null
  originatingOfficer: string | null
  ancestorIds: readonly bigint[]
  achCompanyId: string | null
  secCodes: readonly string[]
  profile: object
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
        tenant_id: customer.tenantId,
        external_reference_id: customer.externalReferenceId,
        legal_name: customer.legalName,
        short_name: customer.shortName,
        customer_type: customer.customerType,
        customer_id: customer.customerId,
        tax_id: customer.taxId,
        status: customer.status,
        relationship_type: customer.relationshipType,
        relationship_manager: customer.relationshipManager,
        originating_officer: customer.originatingOfficer,
        ancestor_ids: [...customer.ancestorIds],
        ach_company_id: customer.achCompanyId,
        sec_codes: [...customer.secCodes],
        profile: JSON.stringify(customer.profile),
        created_at: now.toString(),
        updated_at: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

export async function readCustomer(tx: Transaction, tenantId: bigint, id: bigint): Promise<CustomerRow | undefined> {
  return tx.first(build.selectFrom('customers').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id))
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

/** A New customer becomes Active with its first account. */
export async function activateNewCustomer(
  tx: Transaction,
  tenantId: bigint,
  id: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `update customers set status = 'Active', updated_at = $3 where tenant_id = $1 and id = $2 and status = 'New'`,
    [tenantId, id, now.toString()],
  )
}
