import type { Connection } from '../../db/client.ts'
import { type LedgerDifference, runChecks } from '../../ledger/verify-ledger.ts'

/**
 * Compares settlements with the payments, returns, reversals and receipts that they settle, and
 * clearing accounts with the items that wait for settlement.
 */
export async function verifySettlements(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, checks)
}

/** What each settlement pays and receives, by its transfers. */
const moved = `
  select s.id, coalesce(sum(t.amount) filter (where d.kind = 'clearing'), 0) as paid,
    coalesce(sum(t.amount) filter (where d.kind = 'rail-settlement'), 0) as received
  from rail_settlements s
    left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = s.id and t.purpose = 'settlement'
    left join ledger_accounts d on d.tenant_id = $1 and d.id = t.debit_account_id
  where s.tenant_id = $1 and not s.is_opening group by s.id`

/** The items that name a settlement: a debit moves in the other direction, and so does a return. */
const items = `
  select (e.evidence ->> 'settlement')::uuid as id, coalesce((e.evidence ->> 'cameBack')::bigint, x.buy_amount, p.amount - coalesce(p.deducted_amount, 0)) as amount,
    (p.entry_type = 'CREDIT') = (e.to_status = 'PROCESSED') as is_paid
  from payment_steps e join current_payments p on p.tenant_id = $1 and p.id = e.payment_id
    left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = p.id
  where e.tenant_id = $1 and e.evidence ? 'settlement'
  union all
  select r.settlement_id, p.amount, true
  from ach_reversals r join payments p on p.tenant_id = $1 and p.id = r.payment_id
  where r.tenant_id = $1 and r.settlement_id is not null
  union all
  select r.return_settlement_id, p.amount, true
  from ach_reversals r join payments p on p.tenant_id = $1 and p.id = r.payment_id
  where r.tenant_id = $1 and r.return_settlement_id is not null
  union all
  select settlement_id, amount, direction = 'Debit' from receipts where tenant_id = $1 and settlement_id is not null
  union all
  select return_settlement_id, amount, true from receipts where tenant_id = $1 and return_settlement_id is not null
  union all
  select b.settlement_id, r.amount, r.direction = 'Credit'
  from ach_returns b join receipts r on r.tenant_id = $1 and r.id = b.receipt_id
  where b.tenant_id = $1 and b.settlement_id is not null
  union all
  select b.dishonor_settlement_id, r.amount, r.direction = 'Debit'
  from ach_returns b join receipts r on r.tenant_id = $1 and r.id = b.receipt_id
  where b.tenant_id = $1 and b.dishonor_settlement_id is not null`

const checks = {
  'a settlement is not the sum of what it settles': `
    with items as (${items}), moved as (${moved}), sums as (
      select id, coalesce(sum(amount) filter (where is_paid), 0) as paid,
        coalesce(sum(amount) filter (where not is_paid), 0) as received
      from items group by id)
    select m.id, format('moved %s and %s, its items are %s and %s', m.paid, m.received,
      coalesce(s.paid, 0), coalesce(s.received, 0)) as detail
    from moved m left join sums s on s.id = m.id
    where (m.paid, m.received) is distinct from (coalesce(s.paid, 0), coalesce(s.received, 0))`,
  'a clearing account does not hold exactly the items that wait for settlement': `
    with waiting as (
      select 'clearing:ACH:' || p.currency as code, sum(p.amount) as amount
      from ach_reversals r join payments p on p.tenant_id = $1 and p.id = r.payment_id
      where r.tenant_id = $1 and r.settlement_id is null and (r.file_id is not null or r.returned_at is null) group by 1)
    select a.code as id, format('balance %s, waiting %s', a.credits_posted - a.debits_posted, coalesce(w.amount, 0)) as detail
    from ledger_accounts a left join waiting w on w.code = a.code
    where a.tenant_id = $1 and a.kind = 'clearing' and a.credits_posted - a.debits_posted <> coalesce(w.amount, 0)`,
}
