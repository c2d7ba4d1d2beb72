import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../../db/client.ts'
import { LEAVES_FIRST } from './credit-exposure.store.ts'

/** What settled debits of an account can still come back, in minor units. */
export interface ReturnableDebits {
  /** For any reason. */
  forAnyReason: bigint
  /** Only because the debtor did not authorize them. */
  asUnauthorized: bigint
}

/** By account. An account without such debits is absent. */
export async function readReturnableDebits(
  db: Pick<Connection, 'query'>,
  tenantId: bigint,
  accountIds: readonly bigint[],
  today: Temporal.PlainDate,
): Promise<Map<bigint, ReturnableDebits>> {
  const rows = await db.query<ReturnableDebits & { id: bigint }>(
    `select sender_account_id as id,
       coalesce(sum(amount) filter (where any_return_until >= $3::date), 0)::bigint as for_any_reason,
       coalesce(sum(amount) filter (where any_return_until < $3::date), 0)::bigint as as_unauthorized
     from payment_states
     where tenant_id = $1 and sender_account_id = any($2::bigint[]) and entry_type = 'DEBIT' and status = 'PROCESSED'
       and returnable_until >= $3::date
     group by sender_account_id`,
    [tenantId, accountIds, today.toString()],
  )
  return new Map(rows.map(({ id, ...debits }) => [id, debits]))
}

/**
 * Of these debits that have not settled: the amount of each and of those before it of its account.
 * What has left comes first, then the oldest. In minor units.
 */
export async function readDebitsUpTo(
  db: Pick<Connection, 'query'>,
  tenantId: bigint,
  { accountIds, paymentIds }: { accountIds: readonly bigint[]; paymentIds: readonly string[] },
): Promise<Map<string, bigint>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.query<{ paymentId: string; amount: bigint }>(
    `select f.payment_id, f.amount from (
       select p.payment_id, sum(p.amount) over (partition by p.sender_account_id order by ${LEAVES_FIRST})::bigint as amount
       from payment_states p
       where p.tenant_id = $1 and p.sender_account_id = any($2::bigint[]) and p.entry_type = 'DEBIT' and p.rail = 'ACH'
         and p.hold_transfer_id is not null and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'HELD')) as f
     where f.payment_id = any($3::uuid[])`,
    [tenantId, accountIds, paymentIds],
  )
  return new Map(rows.map(({ paymentId, amount }) => [paymentId, amount]))
}

/** The credits of other banks that have not settled, by account; one without any is absent. */
export async function readPendingReceipts(
  db: Pick<Connection, 'query'>,
  tenantId: bigint,
  accountIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const rows = await db.query<{ id: bigint; amount: bigint }>(
    `select account_id as id, sum(amount)::bigint as amount from receipts
     where tenant_id = $1 and account_id = any($2::bigint[]) and status = 'PENDING' and direction = 'Credit'
       and hold_id is not null
     group by account_id`,
    [tenantId, accountIds],
  )
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}
