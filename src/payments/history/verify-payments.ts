import type { Connection } from '../../db/client.ts'
import { type LedgerDifference, runChecks } from '../../ledger/verify-ledger.ts'

/**
 * Compares payments with the ledger, and each series with its payments. An open payment has its
 * hold, a processed payment posted its amount once, and a waiting or failed payment posted nothing.
 * Each check selects the ids of the records that differ.
 */
export async function verifyPayments(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, checks)
}

const joinExchange = 'left join payment_exchanges x on x.tenant_id = $1 and x.payment_id = p.id'

/** What a payment in one currency moves: the amount less the fees that come out of it. */
const NET =
  '(p.amount - coalesce(p.deducted_amount, 0) - case when p.fee_from_proceeds then coalesce(p.fee_amount, 0) else 0 end)'

const checks = {
  'a payment has no state, or one that differs from its instruction': `
    select p.id, format('%s %s, in its state %s', p.amount, p.currency, s.amount) as detail
    from payments p left join payment_states s on s.tenant_id = $1 and s.payment_id = p.id
    where p.tenant_id = $1 and (s.customer_id, s.sender_account_id, s.contact_id, s.amount, s.entry_type, s.on_missed_cut_off, s.payment_date, s.is_mailed)
      is distinct from (p.customer_id, p.sender_account_id, p.contact_id, p.amount, p.entry_type, p.on_missed_cut_off, p.payment_date,
        p.details #>> '{notification,emailAddress}' is not null)`,
  'a step of a payment does not follow the step before it': `
    select payment_id as id, format('step %s from %s, after %s steps to %s', step, from_status, place - 1, before) as detail
    from (
      select payment_id, step, from_status, row_number() over steps as place, lag(to_status) over steps as before
      from payment_steps where tenant_id = $1 window steps as (partition by payment_id order by step)) as t
    where step <> place or from_status is distinct from before`,
  'an open payment has no open hold for its amount': `
    select p.id, format('%s, %s %s', p.status, p.amount, p.currency) as detail
    from current_payments p ${joinExchange}
      left join ledger_transfers h on h.tenant_id = $1 and h.id = p.hold_transfer_id and h.kind = 'pending'
      left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = p.id and r.pending_id = p.hold_transfer_id
    where p.tenant_id = $1 and (p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED') or (p.status = 'HELD' and p.hold_transfer_id is not null))
      and (h.id is null or h.amount <> coalesce(x.sell_amount, p.amount - coalesce(p.deducted_amount, 0)) or r.id is not null
        or case p.entry_type when 'DEBIT' then h.credit_account_id else h.debit_account_id end <> p.sender_account_id)`,
  'a payment that was sent by ACH is in no file that has left': `
    select s.payment_id as id, format('settles at %s', s.settlement_due_at) as detail
    from payment_states s
    where s.tenant_id = $1 and s.status = 'TRANSMITTED' and s.rail = 'ACH'
      and not exists (select from ach_entries e join ach_files f on f.tenant_id = $1 and f.id = e.file_id
        where e.tenant_id = $1 and e.payment_id = s.payment_id and f.written_at is not null)`,
  'a processed payment was not posted exactly once for its amount': `
    select p.id, format('%s %s, posted %s', coalesce(x.sell_amount, ${NET}), coalesce(x.sell_currency, p.currency), coalesce(sum(t.amount), 0)) as detail
    from current_payments p ${joinExchange}
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.purpose in ('payment', 'fxFunding')
        and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.status = 'PROCESSED'
    group by p.id, p.amount, p.deducted_amount, p.fee_from_proceeds, p.fee_amount, p.currency, x.sell_amount, x.sell_currency
    having coalesce(sum(t.amount), 0) <> coalesce(x.sell_amount, ${NET})`,
  'a validated payment between two currencies has no FX contract': `
    select p.id, format('%s, %s for %s', p.status, x.sell_currency, x.buy_currency) as detail
    from payment_exchanges x join current_payments p on p.tenant_id = $1 and p.id = x.payment_id
    where x.tenant_id = $1 and x.contract_id is null and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED')`,
  'a payout in another currency is not held or posted exactly once for its amount': `
    select p.id, format('%s, %s %s', p.status, x.buy_amount, x.buy_currency) as detail
    from payment_exchanges x join current_payments p on p.tenant_id = $1 and p.id = x.payment_id
      left join ledger_transfers h on h.tenant_id = $1 and h.id = x.payout_transfer_id and h.purpose = 'fxPayout'
      left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = h.reference_id and r.pending_id = h.id
    where x.tenant_id = $1 and x.contract_id is not null and (h.id is null or (h.amount, h.currency) <> (x.buy_amount, x.buy_currency)
      or case when p.status in ('HELD', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED') then h.kind <> 'pending' or r.id is not null
        when p.status = 'PROCESSED' or x.return_contract_id is not null then coalesce(r.kind, h.kind) not in ('posted', 'post_pending')
        else p.rail <> 'BOOK' and r.kind is distinct from 'void_pending' end)`,
  'an FX draw was released for a live payment, or kept for an ended one': `
    select p.id, format('%s, given back: %s', p.status, x.is_given_back) as detail
    from payment_exchanges x join current_payments p on p.tenant_id = $1 and p.id = x.payment_id
    where x.tenant_id = $1 and x.contract_id is not null and x.is_given_back <> (x.return_contract_id is null
      and p.status not in ('HELD', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'))`,
  'a returned or reversed debit was not taken back exactly once for its posted amount': `
    select p.id, format('posted %s %s, went back %s', coalesce(sum(t.amount) filter (where t.purpose = 'payment'), 0), p.currency,
      coalesce(sum(t.amount) filter (where t.purpose in ('return', 'reversal')), 0)) as detail
    from current_payments p
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.entry_type = 'DEBIT' and p.status in ('RETURNED', 'REVERSED')
    group by p.id, p.currency
    having coalesce(sum(t.amount) filter (where t.purpose = 'payment' or (t.purpose = 'fee' and p.fee_from_proceeds)), 0) <> coalesce(sum(t.amount) filter (where t.purpose in ('return', 'reversal')), 0)`,
  'a returned credit was not given back exactly once for what came back': `
    select p.id, format('posted %s %s, given back %s', coalesce(sum(t.amount) filter (where t.purpose = 'payment'), 0), p.currency,
      coalesce(sum(t.amount) filter (where t.purpose = 'return'), 0)) as detail
    from current_payments p join payment_states s on s.tenant_id = $1 and s.payment_id = p.id ${joinExchange}
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.entry_type = 'CREDIT' and p.status = 'RETURNED' and x.payment_id is null
    group by p.id, p.currency, s.evidence
    having coalesce(sum(t.amount) filter (where t.purpose = 'return'), 0)
      <> coalesce((s.evidence ->> 'cameBack')::bigint, sum(t.amount) filter (where t.purpose = 'payment'), 0)`,
  'a debit does not have exactly the hold on its proceeds that is recorded': `
    select coalesce(f.payment_id, h.reference_id) as id, format('%s, released %s, hold %s', p.status, f.released_at, h.id) as detail
    from (select * from funds_holds where tenant_id = $1) f
      full join (select * from ledger_transfers where tenant_id = $1 and purpose = 'fundsHold' and kind = 'pending') h on h.id = f.transfer_id
      left join current_payments p on p.tenant_id = $1 and p.id = f.payment_id
      left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = h.reference_id and r.pending_id = h.id
    where h.id is null or f.payment_id is null or p.entry_type <> 'DEBIT' or h.amount <> ${NET}
      or (h.reference_id, h.debit_account_id, h.currency) <> (p.id, p.sender_account_id, p.currency)
      or case when f.released_at is null then p.status <> 'PROCESSED' or r.id is not null else r.kind is distinct from 'void_pending' end`,
  'a book transfer did not credit the account it names': `
    select p.id, format('account %s, credited %s', p.receiver_account_id, t.credit_account_id) as detail
    from current_payments p ${joinExchange}
      join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
        and t.purpose = case when x.payment_id is null then 'payment' else 'fxPayout' end
    where p.tenant_id = $1 and p.receiver_account_id <> t.credit_account_id`,
  'a waiting or rejected payment has a hold or a posting': `
    select p.id, format('%s, transfer %s', p.status, t.id) as detail
    from current_payments p join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
    where p.tenant_id = $1 and (p.status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'REJECTED')
      or (p.status = 'HELD' and p.hold_transfer_id is null))`,
  'a failed or cancelled payment has an open hold or a posting': `
    select p.id, format('%s, transfer %s', p.status, t.id) as detail
    from current_payments p
      join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
      left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = t.reference_id and r.pending_id = t.id
    where p.tenant_id = $1 and p.status in ('VALIDATION_FAILURE', 'CANCELLED') and t.purpose <> 'repayment'
      and (t.kind in ('posted', 'post_pending') or (t.kind = 'pending' and r.id is null))`,
  'a fee is not held, posted or released exactly once, as its payment is': `
    select f.payment_id as id, format('%s, %s %s', p.status, f.amount, f.currency) as detail
    from payment_fees f join current_payments p on p.tenant_id = $1 and p.id = f.payment_id
      left join ledger_transfers h on h.tenant_id = $1 and h.id = f.transfer_id and h.purpose = 'fee'
      left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = h.reference_id and r.pending_id = h.id
    where f.tenant_id = $1 and f.amount > 0 and not p.fee_from_proceeds and (h.id is null or (h.amount, h.currency) <> (f.amount, f.currency)
      or case when p.status in ('HELD', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED') then h.kind <> 'pending' or r.id is not null
        when p.status in ('PROCESSED', 'RETURNED', 'REVERSED') then coalesce(r.kind, h.kind) not in ('posted', 'post_pending')
        else r.kind is distinct from 'void_pending' end)`,
  'a fee that comes out of a debit is not posted exactly once, when the debit settles': `
    select f.payment_id as id, format('%s, %s %s', p.status, f.amount, f.currency) as detail
    from payment_fees f join current_payments p on p.tenant_id = $1 and p.id = f.payment_id
      left join ledger_transfers t on t.tenant_id = $1 and t.id = f.transfer_id and t.purpose = 'fee' and t.kind = 'posted'
    where f.tenant_id = $1 and f.amount > 0 and p.fee_from_proceeds and ((t.amount, t.currency) is distinct from (f.amount, f.currency)
      and (p.status in ('PROCESSED', 'REVERSED') or f.transfer_id is not null)
      or f.transfer_id is not null and p.status not in ('PROCESSED', 'REVERSED', 'RETURNED'))`,
  'payments count towards the tiers of a fee, but the count of their month is lower': `
    select c.fee_id as id, format('customer %s, %s: %s of %s', c.customer_id, c.counted_in, coalesce(u.payments, 0), c.payments) as detail
    from (
      select p.customer_id, f.fee_id, f.counted_in, count(*) as payments
      from payment_fees f join current_payments p on p.tenant_id = $1 and p.id = f.payment_id
      where f.tenant_id = $1 and f.counted_in is not null and p.status not in ('CANCELLED', 'VALIDATION_FAILURE', 'REJECTED')
        and not (p.status = 'RETURNED' and p.fee_from_proceeds)
      group by 1, 2, 3) c
      left join fee_counts u on u.tenant_id = $1 and u.customer_id = c.customer_id and u.fee_id = c.fee_id and u.month = c.counted_in
    where coalesce(u.payments, 0) < c.payments`,
  'an approval that counts is of one who made the payment or changed it': `
    select a.payment_id as id, format('by %s, revision %s', a.approver, a.revision) as detail
    from payment_approvals a join payments p on p.tenant_id = $1 and p.id = a.payment_id
      cross join lateral (
        select p.created_by as client_id, p.created_by_user as user_id
        union all
        select m.client_id, m.user_id from payment_makers m where m.tenant_id = $1 and m.payment_id = p.id) as maker
    where a.tenant_id = $1 and a.decision = 'Approved'
      and a.revision = coalesce((select max(m.revision) from payment_makers m where m.tenant_id = $1 and m.payment_id = p.id), 0)
      and (maker.user_id = a.user_id
        or (maker.client_id = a.client_id and (a.identified_by <> 'Token' or maker.user_id is null)))`,
  'a series does not have exactly the payments it counts': `
    select r.id, format('%s payments made, %s found', r.payments_made, count(o.number)) as detail
    from payment_recurrences r left join payment_occurrences o on o.tenant_id = $1 and o.recurrence_id = r.id
    where r.tenant_id = $1
    group by r.id, r.payments_made having count(o.number) <> r.payments_made or max(o.number) <> r.payments_made`,
}
