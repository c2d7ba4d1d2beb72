import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'

/** Those of the login ids that are active users of the customer. */
export async function findActiveLogins(
  tx: Transaction,
  tenantId: bigint,
  customerId: bigint,
  loginIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ login_id: string }>(
    `select login_id from users
     where tenant_id = $1 and customer_id = $2 and login_id = any($3::text[]) and status = 'Active'`,
    [tenantId, customerId, loginIds],
  )
  return new Set(rows.map((row) => row.login_id))
}

export interface NewUser {
  tenantId: bigint
  customerId: bigint
  loginId: string
  firstName: string
  lastName: string
  email: string
  status: 'Pending' | 'Active'
}

export async function insertUser(tx: Transaction, user: NewUser, now: Temporal.Instant): Promise<string> {
  const id = newId(now)
  await tx.query(
    `insert into users (tenant_id, id, customer_id, login_id, first_name, last_name, email, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      user.tenantId,
      id,
      user.customerId,
      user.loginId,
      user.firstName,
      user.lastName,
      user.email,
      user.status,
      now.toString(),
    ],
  )
  return id
}
