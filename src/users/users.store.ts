import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { byId, insertRow, insertRows, lockById, updateById } from '../db/rows.ts'
import type { Totals } from '../db/totals.ts'
import type { Users } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import { newId } from '../kernel/id.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { Owner } from '../ownership/ownership.ts'
import type { ApplicationLimits } from '../roles/roles.ts'
import { deleteSessionsOf, endTokensOfPerson } from '../tokens/api-clients.ts'
import { hasLogin } from '../tokens/login-match.ts'
import type { UserStatus } from './domain/user-state.ts'

export type UserRow = Users

/** The fields of a user that a client sets, except roles. */
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
    limits: user.limits,
  }
}

export async function insertUser(tx: Transaction, user: NewUser, now: Temporal.Instant): Promise<UserRow> {
  return insertRow(tx, 'users', {
    tenantId: user.tenantId,
    id: newId(now),
    customerId: user.customerId,
    loginId: user.loginId,
    status: user.status,
    ...columnsOf(user),
    createdAt: now,
    updatedAt: now,
  })
}

export async function findUser(db: Connection, tenantId: bigint, id: string): Promise<UserRow | undefined> {
  return byId(db, 'users', tenantId, id)
}

/** Reads the user and locks the row until the transaction ends. */
export async function lockUser(db: Connection, tenantId: bigint, id: string): Promise<UserRow | undefined> {
  return lockById(db, 'users', tenantId, id)
}

export async function lockUserByLogin(
  tx: Transaction,
  tenantId: bigint,
  loginId: string,
): Promise<UserRow | undefined> {
  return tx.row<UserRow>(`select * from users u where u.tenant_id = $1 and ${hasLogin('u', '$2')} for no key update`, [
    tenantId,
    loginId,
  ])
}

/**
 * Changes the given fields of a locked user, and its version. The person's tokens end on every node
 * within seconds, because they carry what the user had before.
 */
export async function updateUserRow(
  tx: Transaction,
  { tenantId, id }: UserRow,
  change: (UserData & { status?: UserStatus }) | { status: UserStatus; suspendedBy: Owner | null },
  now: Temporal.Instant,
): Promise<UserRow> {
  const { status } = change
  const suspendedBy = 'suspendedBy' in change ? change.suspendedBy : null
  const columns = { ...('limits' in change && columnsOf(change)), ...(status && { status, suspendedBy }) }
  await endTokensOfPerson(tx, { tenantId, userId: id })
  if (status && status !== 'Active') {
    await tx.query('update users set suspensions = suspensions + 1 where tenant_id = $1 and id = $2', [tenantId, id])
    await deleteSessionsOf(tx, tenantId, [id])
  }
  return updateById(tx, 'users', tenantId, id, { ...columns, updatedAt: now })
}

/** Replaces the user's roles by these, which belong to the same customer. */
export async function replaceRolesOf(tx: Transaction, user: UserRow, roleIds: readonly string[]): Promise<void> {
  await tx.query('delete from user_roles where tenant_id = $1 and user_id = $2', [user.tenantId, user.id])
  const { tenantId, id: userId, customerId } = user
  await insertRows(
    tx,
    'user_roles',
    { tenantId, userId, customerId },
    roleIds.map((roleId) => ({ roleId })),
  )
}

/** The parts of a role that its holders have. */
export interface HeldRole {
  id: string
  name: string
  applications: unknown
}

/** The roles of each user, by name. */
export async function readRolesOf(
  db: Connection,
  tenantId: bigint,
  userIds: readonly string[],
): Promise<Map<string, HeldRole[]>> {
  const rows = await db.query<HeldRole & { userId: string }>(
    `select h.user_id, r.id, r.name, r.applications
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

/** A customer's users in order of creation. */
export async function searchUsers(
  db: Connection,
  tenantId: bigint,
  filter: UserFilter,
  page: PageRequest,
  totals: Totals,
): Promise<PageOf<UserRow>> {
  const where = conditions(tenantId)
  where.equals('customer_id', filter.customerId)
  if (filter.loginId !== undefined) where.and(hasLogin('users', where.bind(filter.loginId)))
  where.equals('first_name', filter.firstName)
  where.equals('last_name', filter.lastName)
  where.equals('email', filter.email)
  where.equalsSealed(db.keyring, 'phone_number', 'phone_number', filter.phoneNumber)
  where.equals('status', filter.status)
  const rows = await readPage<UserRow>(
    db,
    where,
    page,
    (bounds) => `select * from users where tenant_id = $1 ${where} order by id ${bounds}`,
  )
  const count = () => readTotal(db, where, `select count(*) as total from users where tenant_id = $1 ${where}`)
  return { rows, total: await totals.of(['users', tenantId, ...Object.entries(filter).flat()], count) }
}
