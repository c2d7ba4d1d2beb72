import type { Transaction } from '../db/client.ts'

/** Something in the books that the transfers do not bear out. */
export interface LedgerDifference {
  tenantId: bigint
  what: string
  id: string
  detail: string
}

export interface LedgerVerification {
  accounts: number
  transfers: number
  differences: LedgerDifference[]
}

/** How many differences of each kind are named; one is one too many. */
const MAX_NAMED = 100

/**
 * Rebuilds the books of a tenant from its transfers and compares: every total with the sum of its transfers, every resolution with its hold,
 * every open payment with its hold, and debits with credits per currency. Reads one snapshot when the transaction is repeatable read.
 */
export async function verifyLedger(tx: Transaction, tenantId: bigint): Promise<LedgerVerification> {
  const [count] = await tx.query<{ accounts: bigint; transfers: bigint }>(
    `select (select count(*) from ledger_accounts where tenant_id = $1) as accounts,
            (select count(*) from ledger_transfers where tenant_id = $1) as transfers`,
    [tenantId],
  )
  const differences: LedgerDifference[] = []
  for (const [what, sql] of Object.entries(checks)) {
    const rows = await tx.query<{ id: string; detail: string }>(`${sql} limit ${MAX_NAMED}`, [tenantId])
    differences.push(...rows.map(({ id, detail }) => ({ tenantId, what, id: String(id), detail })))
  }
  return { accounts: Number(count?.accounts), transfers: Number(count?.transfers), differences }
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
    from ledger_transfers t join ledger_transfers p on p.tenant_id = $1 and p.id = t.pending_id
    where t.tenant_id = $1 and (p.kind <> 'pending' or t.amount > p.amount
      or (t.debit_account_id, t.credit_account_id, t.currency) <> (p.debit_account_id, p.credit_account_id, p.currency))`,
  'the totals of a currency do not balance': `
    select currency as id, format('debits %s, credits %s; pending debits %s, credits %s',
      sum(debits_posted), sum(credits_posted), sum(debits_pending), sum(credits_pending)) as detail
    from ledger_accounts where tenant_id = $1 group by currency
    having sum(debits_posted) <> sum(credits_posted) or sum(debits_pending) <> sum(credits_pending)`,
  'an open payment has no open hold of its amount': `
    select p.id, format('%s, %s %s', p.status, p.amount, p.currency) as detail
    from payments p
      left join ledger_transfers h on h.tenant_id = $1 and h.id = p.hold_transfer_id and h.kind = 'pending'
      left join ledger_transfers r on r.tenant_id = $1 and r.pending_id = p.hold_transfer_id
    where p.tenant_id = $1 and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED')
      and (h.id is null or h.amount <> p.amount or h.debit_account_id <> p.sender_account_id or r.id is not null)`,
  'a processed payment was not posted once with its amount': `
    select p.id, format('%s %s, posted %s', p.amount, p.currency, coalesce(sum(t.amount), 0)) as detail
    from payments p
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.status = 'PROCESSED'
    group by p.id, p.amount, p.currency having coalesce(sum(t.amount), 0) <> p.amount`,
  'a payment that does not pay holds or moved money': `
    select p.id, format('%s, transfer %s', p.status, t.id) as detail
    from payments p join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
    where p.tenant_id = $1 and p.status in ('FUTURE_DATED', 'VALIDATION_FAILURE')`,
}
