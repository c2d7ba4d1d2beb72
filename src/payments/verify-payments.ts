import type { Transaction } from '../db/client.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'

/**
 * Compares payments with the books: an open one has its hold, a processed one moved its amount once, one that does not pay touched nothing; and
 * a series with its payments. */
export async function verifyPayments(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(tx, tenantId, checks)
}

const checks = {
  'an open payment has no open hold of its amount': `
    select p.id, format('%s, %s %s', p.status, p.amount, p.currency) as detail
    from payments p
      left join ledger_transfers h on h.tenant_id = $1 and h.id = p.hold_transfer_id and h.kind = 'pending'
      left join ledger_transfers r on r.tenant_id = $1 and r.pending_id = p.hold_transfer_id
    where p.tenant_id = $1 and p.status in ('VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED')
      and (h.id is null or h.amount <> p.amount or r.id is not null
        or case p.entry_type when 'DEBIT' then h.credit_account_id else h.debit_account_id end <> p.sender_account_id)`,
  'a processed payment was not posted once with its amount': `
    select p.id, format('%s %s, posted %s', p.amount, p.currency, coalesce(sum(t.amount), 0)) as detail
    from payments p
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.purpose = 'payment'
        and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.status = 'PROCESSED'
    group by p.id, p.amount, p.currency having coalesce(sum(t.amount), 0) <> p.amount`,
  'a returned or reversed debit did not go back once, with what was posted': `
    select p.id, format('posted %s %s, went back %s', coalesce(sum(t.amount) filter (where t.purpose = 'payment'), 0), p.currency,
      coalesce(sum(t.amount) filter (where t.purpose in ('return', 'reversal')), 0)) as detail
    from payments p
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.kind in ('posted', 'post_pending')
    where p.tenant_id = $1 and p.entry_type = 'DEBIT' and p.status in ('RETURNED', 'REVERSED')
    group by p.id, p.currency
    having coalesce(sum(t.amount) filter (where t.purpose = 'payment'), 0) <> coalesce(sum(t.amount) filter (where t.purpose in ('return', 'reversal')), 0)`,
  'a book transfer did not pay the account that it names': `
    select p.id, format('account %s, credited %s', p.receiver_account_id, t.credit_account_id) as detail
    from payments p join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id and t.purpose = 'payment'
    where p.tenant_id = $1 and p.receiver_account_id <> t.credit_account_id`,
  'a payment that does not pay holds or moved money': `
    select p.id, format('%s, transfer %s', p.status, t.id) as detail
    from payments p join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
    where p.tenant_id = $1 and p.status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'REJECTED')`,
  'a payment that ended unpaid holds or moved money': `
    select p.id, format('%s, transfer %s', p.status, t.id) as detail
    from payments p
      join ledger_transfers t on t.tenant_id = $1 and t.reference_id = p.id
      left join ledger_transfers r on r.tenant_id = $1 and r.pending_id = t.id
    where p.tenant_id = $1 and p.status in ('VALIDATION_FAILURE', 'CANCELLED')
      and (t.kind in ('posted', 'post_pending') or (t.kind = 'pending' and r.id is null))`,
  'a series does not have each of the payments that it counts, once': `
    select r.id, format('%s payments made, %s found', r.payments_made, count(o.number)) as detail
    from payment_recurrences r left join payment_occurrences o on o.tenant_id = $1 and o.recurrence_id = r.id
    where r.tenant_id = $1
    group by r.id, r.payments_made having count(o.number) <> r.payments_made or max(o.number) <> r.payments_made`,
}
