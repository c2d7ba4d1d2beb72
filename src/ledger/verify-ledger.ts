import type { Connection } from '../db/client.ts'
import { ENTRY_CHECKS } from './entry-checks.ts'

/** A row of the books that does not agree with the transfers. */
export interface LedgerDifference {
  what: string
  id: string
  detail: string
}

export interface LedgerVerification {
  accounts: number
  transfers: number
  differences: LedgerDifference[]
}

/** All debits ever posted, by currency. Transfers are only added, so these totals never fall. */
export async function readPostedTotals(db: Connection, tenantId: bigint): Promise<Map<string, bigint>> {
  const rows = await db.query<{ currency: string; posted: string }>(
    `select currency, sum(debits_posted)::text as posted from ledger_accounts
     where tenant_id = $1 group by currency order by currency`,
    [tenantId],
  )
  return new Map(rows.map(({ currency, posted }) => [currency, BigInt(posted)]))
}

/** The maximum number of differences reported per check. */
const MAX_NAMED = 100

/**
 * Rebuilds the books of a tenant from its transfers. Compares every total with the sum of its
 * transfers, every resolution with its hold, and debits with credits per currency. Proves that the
 * entries of customers' accounts are gapless, add up and end at the totals of the account. The
 * transaction must be repeatable read, so that all checks see the same moment.
 */
export async function verifyLedger(db: Connection, tenantId: bigint): Promise<LedgerVerification> {
  const count = await db.row<{ accounts: bigint; transfers: bigint }>(
    `select (select count(*) from ledger_accounts where tenant_id = $1) as accounts,
            (select count(*) from ledger_transfers where tenant_id = $1) as transfers`,
    [tenantId],
  )
  return {
    accounts: Number(count?.accounts),
    transfers: Number(count?.transfers),
    differences: await runChecks(db, tenantId, { ...checks, ...ENTRY_CHECKS }),
  }
}

/** Compares the totals of accounts, and the ends of holds, with the transfers. */
export async function verifyTransfers(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, checks)
}

/** Proves the entries of customers' accounts and the live holds. */
export async function verifyEntries(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, ENTRY_CHECKS)
}

/** Runs queries that each find one kind of error, as `id` and `detail`. The key names the error. */
export async function runChecks(
  db: Connection,
  tenantId: bigint,
  checks: Readonly<Record<string, string>>,
): Promise<LedgerDifference[]> {
  const differences: LedgerDifference[] = []
  for (const [what, sql] of Object.entries(checks)) {
    const rows = await db.query<{ id: string; detail: string }>(`${sql} limit ${MAX_NAMED}`, [tenantId])
    differences.push(...rows.map(({ id, detail }) => ({ what, id: String(id), detail })))
  }
  return differences
}

const checks = {
  'a total of the account is not the sum of its transfers': `
    with entries as (
      select debit_account_id as id,
        case when t.kind = 'pending' then amount when t.kind in ('post_pending', 'void_pending') then -h.held else 0 end as dp,
        case when t.kind in ('posted', 'post_pending') then amount else 0 end as dt, 0 as cp, 0 as ct
      from ledger_transfers t
        left join lateral (select p.amount as held from ledger_transfers p where p.tenant_id = $1 and p.id = t.pending_id) h on t.pending_id is not null
      where t.tenant_id = $1
      union all
      select credit_account_id, 0, 0,
        case when t.kind = 'pending' then amount when t.kind in ('post_pending', 'void_pending') then -h.held else 0 end,
        case when t.kind in ('posted', 'post_pending') then amount else 0 end
      from ledger_transfers t
        left join lateral (select p.amount as held from ledger_transfers p where p.tenant_id = $1 and p.id = t.pending_id) h on t.pending_id is not null
      where t.tenant_id = $1
    ), sums as (select id, sum(dp) as dp, sum(dt) as dt, sum(cp) as cp, sum(ct) as ct from entries group by id)
    select a.id, format('debits pending %s, by transfers %s; debits posted %s, by transfers %s; credits pending %s, by transfers %s; credits posted %s, by transfers %s',
      a.debits_pending, coalesce(dp, 0), a.debits_posted, coalesce(dt, 0), a.credits_pending, coalesce(cp, 0), a.credits_posted, coalesce(ct, 0)) as detail
    from ledger_accounts a left join sums s on s.id = a.id
    where a.tenant_id = $1 and (a.debits_pending, a.debits_posted, a.credits_pending, a.credits_posted)
      is distinct from (coalesce(dp, 0), coalesce(dt, 0), coalesce(cp, 0), coalesce(ct, 0))`,
  'a resolution does not fit its hold': `
    select t.id, format('%s of %s %s for hold %s', t.kind, t.amount, t.currency, t.pending_id) as detail
    from ledger_transfers t left join ledger_transfers p on p.tenant_id = $1 and p.id = t.pending_id
    where t.tenant_id = $1 and t.pending_id is not null and (p.kind is distinct from 'pending' or t.amount > p.amount or (t.kind = 'void_pending' and t.amount <> p.amount)
      or (t.debit_account_id, t.credit_account_id, t.currency, t.reference_id, t.purpose)
        <> (p.debit_account_id, p.credit_account_id, p.currency, p.reference_id, p.purpose))`,
  'a hold ended more than once': `
    select pending_id as id, format('%s times', count(*)) as detail
    from ledger_transfers where tenant_id = $1 and pending_id is not null group by pending_id having count(*) > 1`,
  'the totals of a currency do not balance': `
    select currency as id, format('debits %s, credits %s; pending debits %s, credits %s',
      sum(debits_posted), sum(credits_posted), sum(debits_pending), sum(credits_pending)) as detail
    from ledger_accounts where tenant_id = $1 group by currency
    having sum(debits_posted) <> sum(credits_posted) or sum(debits_pending) <> sum(credits_pending)`,
}
