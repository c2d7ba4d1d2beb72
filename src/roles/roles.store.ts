import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertRow, lockById, updateById } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import type { Roles } from '../db/types.ts'
import { conditions, hasName, readPage, readTotal } from '../db/where.ts'
import { newId } from '../kernel/id.ts'
import { nameForm, onlyNamed } from '../kernel/one-form.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { RoleApplication } from './role-application.ts'

export type RoleRow = Roles

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
    applications: role.applications,
  }
}

export async function insertRole(
  tx: Transaction,
  owner: { tenantId: bigint; customerId: bigint; type: 'Custom' | 'Default' },
  role: RoleData,
  now: Temporal.Instant,
): Promise<RoleRow> {
  return insertRow(tx, 'roles', {
    tenantId: owner.tenantId,
    id: newId(now),
    customerId: owner.customerId,
    type: owner.type,
    ...columnsOf(role),
    createdAt: now,
    updatedAt: now,
  })
}

export async function findRole(db: Connection, tenantId: bigint, id: string): Promise<RoleRow | undefined> {
  return byId(db, 'roles', tenantId, id)
}

/** Reads the role and locks its row until the transaction ends. */
export async function lockRole(tx: Transaction, tenantId: bigint, id: string): Promise<RoleRow | undefined> {
  return lockById(tx, 'roles', tenantId, id)
}

export async function updateRoleRow(
  tx: Transaction,
  tenantId: bigint,
  id: string,
  role: RoleData,
  now: Temporal.Instant,
): Promise<RoleRow> {
  return updateById(tx, 'roles', tenantId, id, { ...columnsOf(role), updatedAt: now })
}

/**
 * The customer's roles with these names. Unknown names are ignored, and so are those that two roles
 * from before have in different forms.
 */
export async function readRolesByName(
  db: Connection,
  tenantId: bigint,
  customerId: bigint,
  names: readonly string[],
): Promise<RoleRow[]> {
  if (names.length === 0) return []
  const rows = await db.query<RoleRow>(
    `select * from roles where tenant_id = $1 and customer_id = $2 and ${hasName('name', '$3::text[]')} order by name`,
    [tenantId, customerId, names.map(nameForm)],
  )
  return rows.filter(({ name }) => onlyNamed(rows, nameOf, name))
}

const nameOf = ({ name }: RoleRow) => name

/** The names that no role in `roles` has. */
export function namesWithoutRole(names: readonly string[], roles: readonly RoleRow[]): string[] {
  return [...new Set(names.filter((name) => !onlyNamed(roles, nameOf, name)))]
}

/** Whether another role of the customer has the name, in whatever form. */
export async function isRoleNameTaken(
  db: Connection,
  tenantId: bigint,
  { customerId, name, except }: { customerId: bigint; name: string; except?: string },
): Promise<boolean> {
  const row = await db.row(
    `select true as taken from roles
     where tenant_id = $1 and customer_id = $2 and ${hasName('name', '$3::text[]')} and ($4::uuid is null or id <> $4) limit 1`,
    [tenantId, customerId, [nameForm(name)], except ?? null],
  )
  return row !== undefined
}

/** A customer's roles in order of creation; at most one has a given name. */
export async function searchRoles(
  db: Connection,
  tenantId: bigint,
  filter: { customerId: bigint; name: string | undefined },
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<RoleRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', filter.customerId)
  where.equalsName('name', filter.name)
  const rows = await readPage<RoleRow>(
    db,
    where,
    page,
    (bounds) => `select * from roles where tenant_id = $1 ${where} order by id ${bounds}`,
  )
  const count = () => readTotal(db, where, `select count(*) as total from roles where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['roles', tenantId, ...Object.entries(filter).flat()], count) }
}
