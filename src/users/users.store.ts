import type { Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { build, type Transaction } from '../db/client.ts'
import type { Totals } from '../db/totals.ts'
import type { Users } from '../db/types.ts'
import type { PageOf, PageRequest } from '../http/paging.ts'
import { newId } from '../kernel/id.ts'
import type { ApplicationLimits } from '../roles/application-limits.schema.ts'
import type { UserStatus } from './domain/user-state.ts'

export type UserRow = Selectable<Users>

/** Those of the login ids that are active users of the customer. */
export async function findActiveLogins(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  loginIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ loginId: string }>(
    `select login_id from users
     where tenant_id = $1 and customer_id = $2 and login_id = any($3::text[]) and status = 'Active'`,
    [tenantId, customerId, loginIds],
  )
  return new Set(rows.map((row) => row.loginId))
}

/** What an integrator says of a user, beside the roles. */
export interface UserData {
  externalReferenceId: string
  firstName: string
  lastName: string
  email: string
  phoneNumber: string | null
  limits: readonly { name: string; limits: ApplicationLimits }[]
}

export interface NewUser extends UserData {
  tenantId: bigint
  customerId: bigint
  loginId: string
  status: 'Pending' | 'Active'
}

function columnsOf(user: UserData) {
  return {
    externalReferenceId: user.externalReferenceId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    limits: JSON.stringify(user.limits),
  }
}

export async function insertUser(tx: Transaction, user: NewUser, now: Temporal.Instant): Promise<UserRow> {
  const row = await tx.first(
    build
      .insertInto('users')
      .values({
        tenantId: user.tenantId,
        id: newId(now),
        customerId: user.customerId,
        loginId: user.loginId,
        status: user.status,
        ...columnsOf(user),
        createdAt: now.toString(),
        updatedAt: now.toString(),
      })
      .returningAll(),
  )
  return row!
}

export async function readUser(tx: Transaction, tenantId: bigint, id: string): Promise<UserRow | undefined> {
  return tx.first(build.selectFrom('users').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id))
}

/** The user, whom nobody else changes until the transaction ends. */
export async function lockUser(tx: Transaction, tenantId: bigint, id: string): Promise<UserRow | undefined> {
  return tx.first(
    build.selectFrom('users').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forNoKeyUpdate(),
  )
}

export async function lockUserByLogin(
  tx: Transaction,
  tenantId: bigint,
  loginId: string,
): Promise<UserRow | undefined> {
  return tx.first(
    build
      .selectFrom('users')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('login_id', '=', loginId)
      .forNoKeyUpdate(),
  )
}

/** Changes what is given of a locked user, with the version. */
export async function updateUserRow(
  tx: Transaction,
  { tenantId, id }: UserRow,
  change: (UserData & { status?: UserStatus }) | { status: UserStatus },
  now: Temporal.Instant,
): Promise<UserRow> {
  const { status } = change
  const columns = { ...('limits' in change && columnsOf(change)), ...(status && { status }) }
  const row = await tx.first(
    build
      .updateTable('users')
      .set((set) => ({ ...columns, updatedAt: now.toString(), version: set('version', '+', 1n) }))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returningAll(),
  )
  return row!
}

/** Gives the user these roles, which are of the same customer, in place of those before. */
export async function replaceRolesOf(tx: Transaction, user: UserRow, roleIds: readonly string[]): Promise<void> {
  await tx.query('delete from user_roles where tenant_id = $1 and user_id = $2', [user.tenantId, user.id])
  await tx.query(
    'insert into user_roles (tenant_id, user_id, customer_id, role_id) select $1, $2, $3, unnest($4::uuid[])',
    [user.tenantId, user.id, user.customerId, roleIds],
  )
}

/** A role as its holders have it, at this moment. */
export interface HeldRole {
  name: string
  applications: unknown
}

/** The roles of each user, by name. */
export async function readRolesOf(
  tx: Transaction,
  tenantId: bigint,
  userIds: readonly string[],
): Promise<Map<string, HeldRole[]>> {
  const rows = await tx.query<HeldRole & { userId: string }>(
    `select h.user_id, r.name, r.applications
     from user_roles h join roles r on r.tenant_id = h.tenant_id and r.id = h.role_id
     where h.tenant_id = $1 and h.user_id = any($2::uuid[]) order by r.name`,
    [tenantId, userIds],
  )
  return Map.groupBy(rows, (row) => row.userId)
}

export interface UserFilter {
  customerId: bigint
  loginId?: string
  firstName?: string
  lastName?: string
  email?: string
  phoneNumber?: string
  status?: string
}

/** A customer's users in the order they were made. */
export async function searchUsers(
  tx: Transaction,
  tenantId: bigint,
  filter: UserFilter,
  { page, limit }: PageRequest,
  totals: Totals,
): Promise<PageOf<UserRow>> {
  let query = build.selectFrom('users').where('tenant_id', '=', tenantId).where('customer_id', '=', filter.customerId)
  if (filter.loginId !== undefined) query = query.where('login_id', '=', filter.loginId)
  if (filter.firstName !== undefined) query = query.where('first_name', '=', filter.firstName)
  if (filter.lastName !== undefined) query = query.where('last_name', '=', filter.lastName)
  if (filter.email !== undefined) query = query.where('email', '=', filter.email)
  if (filter.phoneNumber !== undefined) query = query.where('phone_number', '=', filter.phoneNumber)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  const rows = await tx.all(
    query
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit),
  )
  const count = async () => Number((await tx.first(query.select(build.fn.countAll<bigint>().as('total'))))?.total)
  return { rows, total: await totals.of(['users', tenantId, ...Object.entries(filter).flat()], count) }
}
