import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { AccountRow } from './accounts.store.ts'

/** Records that the account gives up its number. A later retirement replaces an earlier one. */
export async function retireNumber(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into retired_account_numbers (tenant_id, routing_number, account_number, account_id, retired_at)
     values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, routing_number, account_number, account_id) do update set retired_at = excluded.retired_at`,
    [tenantId, routingNumber, accountNumber, id, now.toString()],
  )
}

/** When another account last gave up this number, or undefined. */
export async function readRetirement(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ retiredAt: Temporal.Instant }>(
    `select retired_at from retired_account_numbers
     where tenant_id = $1 and routing_number = $2 and account_number = $3 and account_id <> $4
     order by retired_at desc limit 1`,
    [tenantId, routingNumber, accountNumber, id],
  )
  return row?.retiredAt
}

/** The first of the numbers that no account has or ever had, or undefined. */
export async function findUnusedNumber(
  tx: Transaction,
  tenantId: bigint,
  routingNumber: string,
  candidates: readonly string[],
): Promise<string | undefined> {
  const row = await tx.row<{ number: string }>(
    `select number from unnest($3::text[]) as number
     where not exists (select from accounts
         where tenant_id = $1 and routing_number = $2 and account_number = number and deleted_at is null)
       and not exists (select from retired_account_numbers
         where tenant_id = $1 and routing_number = $2 and account_number = number)
     limit 1`,
    [tenantId, routingNumber, candidates],
  )
  return row?.number
}
