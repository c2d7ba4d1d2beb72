import type { Transaction } from '../db/client.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'
import { exchangeLines } from './positions.store.ts'

/** Compares contracts, covers and positions with the books. */
export async function verifyFx(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return runChecks(tx, tenantId, checks)
}

const booked = (purpose: string, book: string) => `
  coalesce((select sum(case t.credit_account_id when a.id then t.amount else -t.amount end)
    from ledger_transfers t join ledger_accounts a on a.tenant_id = $1 and a.code = '${book}:' || t.currency
      and a.id in (t.debit_account_id, t.credit_account_id)
    where t.tenant_id = $1 and t.reference_id = c.id and t.purpose = '${purpose}' and t.currency = q.sell_currency), 0)`

const contracts = `from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
  left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id where c.tenant_id = $1`

const checks = {
  'an FX position is not what the contracts and covers come to': `
    select coalesce(l.currency, a.currency) as id, format('%s by contracts, %s in the books', coalesce(l.open, 0), coalesce(a.balance, 0)) as detail
    from (select currency, sum(bought - sold + covered) as open from (${exchangeLines}) as lines group by currency) as l
      full join (select currency, credits_posted - debits_posted as balance from ledger_accounts
        where tenant_id = $1 and code like 'fx-position:%') as a on a.currency = l.currency
    where coalesce(l.open, 0) <> coalesce(a.balance, 0)`,
  'an FX contract is not booked once with its amount': `
    select c.id, format('%s %s, booked %s', q.sell_amount, q.sell_currency, ${booked('fxContract', 'fx-customers')}) as detail
    ${contracts} and ${booked('fxContract', 'fx-customers')} <> -q.sell_amount`,
  'an FX contract is closed in the books, and not cancelled, or the other way round': `
    select c.id, format('%s, booked %s', c.status, ${booked('fxCancellation', 'fx-customers')}) as detail
    ${contracts} and ${booked('fxCancellation', 'fx-customers')} <> case c.status when 'Cancelled' then q.sell_amount else 0 end`,
  'an FX cover is not booked once with its amount': `
    select c.id, format('cover %s, booked %s', v.cover_no, ${booked('fxCover', 'fx-market')}) as detail
    ${contracts} and ${booked('fxCover', 'fx-market')}
      <> case when v.contract_id is null then 0 when q.base_ccy = q.sell_currency then q.sell_amount else v.quote_amount end`,
}
