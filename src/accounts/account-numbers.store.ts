import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { searched, searchTexts } from '../db/seal-rows.ts'
import type { AccountRow } from './accounts.store.ts'

/**
 * Records that the account gives up its number. A later retirement replaces an earlier one. Only
 * the blind index of the number is kept: nobody reads it again.
 */
export async function retireNumber(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
  now: Temporal.Instant,
): Promise<void> {
  const index = tx.keyring.indexOf(tenantId, 'account_number', accountNumber)
  // A row from before numbers were sealed.
  await tx.query(
    `update retired_account_numbers set account_number = $5
     where tenant_id = $1 and routing_number = $2 and account_number = $3 and account_id = $4`,
    [tenantId, routingNumber, accountNumber, id, index],
  )
  await tx.query(
    `insert into retired_account_numbers (tenant_id, routing_number, account_number, account_id, retired_at)
     values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, routing_number, account_number, account_id) do update set retired_at = excluded.retired_at`,
    [tenantId, routingNumber, index, id, now.toString()],
  )
}

/** When another account last gave up this number, or undefined. */
export async function readRetirement(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
): Promise<Temporal.Instant | undefined> {
  const row = await tx.row<{ retiredAt: Temporal.Instant }>(
    `select retired_at from retired_account_numbers
     where tenant_id = $1 and routing_number = $2 and account_number = any($3::text[]) and account_id <> $4
     order by retired_at desc limit 1`,
    [tenantId, routingNumber, searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber]), id],
  )
  return row?.retiredAt
}

/**
 * Whether another account has the number at this bank in a row from before numbers were sealed. The
 * unique index compares blind indexes, so it does not see such a row.
 */
export async function isInUseUnsealed(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
): Promise<boolean> {
  const row = await tx.row(
    `select from accounts where tenant_id = $1 and ${searched('account_number')} = $2 and routing_number = $3
       and id <> $4 and deleted_at is null limit 1`,
    [tenantId, accountNumber, routingNumber, id],
  )
  return row !== undefined
}

/** The first of the numbers that no account has or ever had, or undefined. */
export async function findUnusedNumber(
  tx: Transaction,
  tenantId: bigint,
  routingNumber: string,
  candidates: readonly string[],
): Promise<string | undefined> {
  const indexes = candidates.map((number) => tx.keyring.indexOf(tenantId, 'account_number', number))
  const row = await tx.row<{ number: string }>(
    `select number from unnest($3::text[], $4::text[]) as drawn (number, index)
     where not exists (select from accounts
         where tenant_id = $1 and routing_number = $2 and ${searched('account_number')} in (number, index)
           and deleted_at is null)
       and not exists (select from retired_account_numbers
         where tenant_id = $1 and routing_number = $2 and account_number in (number, index))
     limit 1`,
    [tenantId, routingNumber, candidates, indexes],
  )
  return row?.number
}
