import type { Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { Roles } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'
import { newId } from '../kernel/id.ts'
import type { RoleApplication } from './roles.ts'

export type RoleRow = Selectable<Roles>

export interface RoleData {
  externalReferenceId: string
  name: string
  description: string
  applications: readonly RoleApplication[]
}

function columnsOf(role: RoleData) {
  return {
    externalReferenceId: role.externalReferenceId,
    name: role.name,
    description: role.description,
    applications: JSON.stringify(role.applications),
  }
}

export async function insertRole(
  tx: Transaction,
  owner: { tenantId: bigint; customerId: bigint; type: 'Custom' | 'Default' },
  role: RoleData,
  now: Temporal.Instant,
): Promise<RoleRow> {
  const row = await tx.first(
    build
      .insertInto('roles')
      .values({
        tenantId: owner.tenantId,
        id: newId(now),
        customerId: owner.customerId,
        type: owner.type,
        ...columnsOf(role),
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

export async function readRole(tx: Transaction, tenantId: bigint, id: string): Promise<RoleRow | undefined> {
  return tx.first(build.selectFrom('roles').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id))
}

/** The role, which nobody else changes until the transaction ends. */
export async function lockRole(tx: Transaction, tenantId: bigint, id: string): Promise<RoleRow | undefined> {
  return tx.first(
    build.selectFrom('roles').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forNoKeyUpdate(),
  )
}

export async function updateRoleRow(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  role: RoleData,
  now: Temporal.Instant,
): Promise<RoleRow> {
  const row = await tx.first(
    build
      .updateTable('roles')
      .set((set) => ({ ...columnsOf(role), updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

/** Those of the customer's roles that have one of the names; a name that is none of them is left out. */
export async function readRolesByName(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  names: readonly string[],
): Promise<RoleRow[]> {
  if (names.length === 0) return []
  return tx.all(
    build
      .selectFrom('roles')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('customer_id', '=', customerId)
      .where('name', 'in', names)
      .orderBy('name'),
  )
}

/** A customer's roles in the order they were made; by name it is at most one. */
export async function searchRoles(
  tx: Transaction,
  tenantId: bigint,
  filter: { customerId: bigint; name: string | undefined },
  { page, limit }: PageRequest,
  totals: Totals,
): Promise<PageOf<RoleRow>> {
  let query = build.selectFrom('roles').where('tenant_id', '=', tenantId).where('customer_id', '=', filter.customerId)
  if (filter.name !== undefined) query = query.where('name', '=', filter.name)
  const rows = await tx.all(
    query
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit),
  )
  const count = async () => Number((await tx.first(query.select(build.fn.countAll<bigint>().as('total'))))?.total)
  return { rows, total: await totals.of(['roles', tenantId, ...Object.entries(filter).flat()], count) }
}
