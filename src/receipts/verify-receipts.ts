import { findAltered } from '../db/altered-rows.ts'
import type { Connection } from '../db/client.ts'
import { findAlteredContents } from '../db/content-digest.ts'
import { RECEIPTS } from '../db/digested-tables.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'

/** Compares receipts with their transfers: what is held, what is posted, and where it is. */
export async function verifyReceipts(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(db, tenantId, checks)
}

/** Opens the numbers of receipts that have not settled, and compares those that can move still. */
export async function verifyReceivedNumbers(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const columns = ['account_number', 'account_number_index', 'originator_account']
  const where = 'settlement_id is null and amount > 0'
  const found = await findAltered(db, tenantId, { table: 'receipts', columns, where })
  const waiting = `(r.settlement_id is null and r.amount > 0 or r.status not in ('POSTED', 'PENDING'))
    and r.status not in ('RETURNED', 'CONTESTED', 'REJECTED')`
  found.push(...(await findAlteredContents(db, tenantId, RECEIPTS, waiting)))
  const byId = new Map(found.map((one) => [one.id, one.altered]))
  return [...byId].map(([id, detail]) => ({ what: 'a receipt that waits was altered', id, detail }))
}

const checks = {
  'the hold of a receipt is not live, or has another amount': `
    select r.id, format('hold %s of %s', r.hold_id, r.amount) as detail
    from receipts r left join ledger_transfers t on t.tenant_id = $1 and t.id = r.hold_id
    where r.tenant_id = $1 and r.hold_id is not null and (t.kind is distinct from 'pending' or t.amount <> r.amount
      or t.reference_id <> r.id
      or not exists (select from ledger_holds h where h.tenant_id = $1 and h.reference_id = r.id and h.purpose = 'receipt'
        and h.transfer_id = r.hold_id))`,
  'a settled receipt has not moved its amount through clearing once': `
    select r.id, format('%s posted, amount %s', coalesce(sum(t.amount), 0), r.amount) as detail
    from receipts r
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = r.id and t.purpose = 'receipt'
        and t.kind in ('posted', 'post_pending') and exists (select from ledger_accounts a where a.tenant_id = $1
          and a.id = case r.direction when 'Credit' then t.debit_account_id else t.credit_account_id end
          and a.code = 'clearing:' || r.rail || ':' || r.currency)
    where r.tenant_id = $1 and r.amount > 0 group by r.id, r.amount, r.settlement_id
    having coalesce(sum(t.amount), 0) <> case when r.settlement_id is null then 0 else r.amount end`,
  'the return of a credit by message has not paid its amount through clearing once': `
    select r.id, format('%s paid back, amount %s, %s', coalesce(sum(t.amount), 0), r.amount, r.status) as detail
    from receipts r
      left join ledger_transfers t on t.tenant_id = $1 and t.reference_id = r.id and t.purpose = 'return'
        and t.kind = 'posted' and exists (select from ledger_accounts a where a.tenant_id = $1
          and a.id = t.credit_account_id and a.code = 'clearing:' || r.rail || ':' || r.currency)
    where r.tenant_id = $1 and r.rail <> 'ACH' group by r.id, r.amount, r.status, r.return_settlement_id
    having coalesce(sum(t.amount), 0) <> case when r.status = 'RETURNED' then r.amount else 0 end
      or (r.status = 'RETURNED') <> (r.return_settlement_id is not null)`,
  'a rejected receipt has a hold or has moved money': `
    select r.id, format('hold %s, settlement %s', r.hold_id, r.settlement_id) as detail
    from receipts r where r.tenant_id = $1 and r.status = 'REJECTED'
      and (r.hold_id is not null or r.settlement_id is not null or r.place is not null)`,
  'a posted receipt is not on its account': `
    select r.id, format('%s, place %s, account %s', r.status, r.place, r.account_id) as detail
    from receipts r where r.tenant_id = $1 and r.status = 'POSTED' and r.amount > 0
      and (r.place is distinct from 'Customer' or r.settlement_id is null)`,
}
