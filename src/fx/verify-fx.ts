import type { Transaction } from '../db/client.ts'
import { type LedgerDifference, runChecks } from '../ledger/verify-ledger.ts'
import { verifyRevaluations } from './revaluation/verify-revaluations.ts'
import { verifyPrices } from './verify-prices.ts'

/**
 * Compares contracts, covers and positions with the books, contracts with their payments, and their
 * prices with the market rates that were set.
 */
export async function verifyFx(tx: Transaction, tenantId: bigint): Promise<LedgerDifference[]> {
  return [
    ...(await runChecks(tx, tenantId, checks)),
    ...(await verifyPrices(tx, tenantId)),
    ...(await verifyRevaluations(tx, tenantId)),
  ]
}

/** The margin of a contract in the parts that were closed out, and the rest. */
const margins = `
  cross join lateral (select div(c.margin_amount::numeric * c.closed_sell_amount, q.sell_amount)::bigint as closed) as m
  cross join lateral (select c.margin_amount - m.closed as margin,
    case q.base_currency when q.sell_currency then q.buy_currency else q.sell_currency end as quote_currency) as r`

/** What was unwound of a cover `v`. */
const unwound = `
  left join (select contract_id, sum(sell_amount)::bigint as sold, sum(buy_amount)::bigint as bought, sum(market_amount)::bigint as exchanged
    from fx_cover_unwinds where tenant_id = $1 group by 1) as u on u.contract_id = v.contract_id`

/**
 * Two lines per contract, one for each currency, for what was not closed out: the amounts of the
 * contract, and its margin in the quote currency.
 */
const exchangeLines = `
  select l.currency, q.value_date, l.received as bought, l.delivered as sold, coalesce(l.covered, 0) as covered,
    case l.currency when r.quote_currency then r.margin else 0 end as margin
  from fx_contracts c
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id ${unwound}
    ${margins}
    cross join lateral (values
      (q.sell_currency, q.sell_amount - c.closed_sell_amount, 0::bigint, coalesce(u.sold, 0) - v.sell_amount),
      (q.buy_currency, 0::bigint, q.buy_amount - c.closed_buy_amount, v.buy_amount - coalesce(u.bought, 0)))
      as l (currency, received, delivered, covered)
  where c.tenant_id = $1`

/** What trades of the desk add to positions: both amounts, less what was realized. */
const deskLines = `
  select l.currency, d.value_date, l.amount as desk
  from fx_desk_trades d join institutions i on i.tenant_id = $1
    cross join lateral (values (d.buy_currency, d.buy_amount), (d.sell_currency, -d.sell_amount), (i.currency, -d.result_amount))
      as l (currency, amount)
  where d.tenant_id = $1`

/**
 * What the market has still to receive, or to deliver (negative), under covers, their unwinds and
 * desk trades.
 */
const unsettled = `
  select l.currency, l.amount from fx_covers v
    join fx_contracts c on c.tenant_id = $1 and c.id = v.contract_id join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    cross join lateral (values
      (q.sell_currency, case q.base_currency when q.sell_currency then v.sell_amount else v.market_amount end),
      (q.buy_currency, -case q.base_currency when q.buy_currency then v.buy_amount else v.market_amount end)) as l (currency, amount)
  where v.tenant_id = $1 and v.settled_on is null
  union all
  select l.currency, l.amount from fx_cover_unwinds u
    join fx_contracts c on c.tenant_id = $1 and c.id = u.contract_id join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    cross join lateral (values
      (q.sell_currency, -case q.base_currency when q.sell_currency then u.sell_amount else u.market_amount end),
      (q.buy_currency, case q.base_currency when q.buy_currency then u.buy_amount else u.market_amount end)) as l (currency, amount)
  where u.tenant_id = $1 and u.settled_on is null
  union all
  select l.currency, l.amount from fx_desk_trades d
    cross join lateral (values (d.sell_currency, d.sell_amount), (d.buy_currency, -d.buy_amount)) as l (currency, amount)
  where d.tenant_id = $1 and d.settled_on is null`

/**
 * What exchanges have earned: margins, covers and their unwinds, and the losses and gains of
 * close-outs.
 */
const results = `
  select r.quote_currency as currency, case
      when not c.margin_deferred or c.drawn_sell_amount + c.closed_sell_amount = q.sell_amount then r.margin
      else div(c.margin_amount::numeric * c.drawn_sell_amount, q.sell_amount)::bigint end as earned
  from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id ${margins} where c.tenant_id = $1
  union all
  select r.quote_currency, case r.quote_currency when q.sell_currency then v.sell_amount - v.market_amount else v.market_amount - v.buy_amount end
  from fx_covers v join fx_contracts c on c.tenant_id = $1 and c.id = v.contract_id
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id ${margins} where v.tenant_id = $1
  union all
  select r.quote_currency, case r.quote_currency when q.sell_currency then u.market_amount - u.sell_amount else u.buy_amount - u.market_amount end
  from fx_cover_unwinds u join fx_contracts c on c.tenant_id = $1 and c.id = u.contract_id
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id ${margins} where u.tenant_id = $1
  union all
  select sell_currency, loss - gain from fx_close_outs where tenant_id = $1
  union all
  select i.currency, d.result_amount from fx_desk_trades d join institutions i on i.tenant_id = $1 where d.tenant_id = $1`

const booked = (purposes: string, book: string) => `
  coalesce((select sum(case t.credit_account_id when a.id then t.amount else -t.amount end)
    from ledger_transfers t join ledger_accounts a on a.tenant_id = $1 and a.code = '${book}:' || t.currency
      and a.id in (t.debit_account_id, t.credit_account_id)
    where t.tenant_id = $1 and t.reference_id = c.id and t.purpose in (${purposes}) and t.currency = q.sell_currency), 0)`

const closed = booked("'fxCancellation', 'fxExpiry'", 'fx-customers')

/** What holds reserve for a contract. */
const held = `
  coalesce((select sum(case t.kind when 'pending' then t.amount else -t.amount end)
    from ledger_transfers t where t.tenant_id = $1 and t.reference_id = c.id and t.purpose = 'fxPrefunding'), 0)`

const contracts = `from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
  left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id where c.tenant_id = $1`

/**
 * The amounts that payments have drawn on each contract, and those sold back when payments were
 * returned.
 */
const drawn = `
  select contract_id, sum(sold) as sold, sum(bought) as bought from (
    select contract_id, sell_amount as sold, buy_amount as bought from payment_exchanges
    where tenant_id = $1 and contract_id is not null and not is_given_back
    union all
    select x.return_contract_id, q.sell_amount, q.buy_amount from payment_exchanges x
      join fx_contracts c on c.tenant_id = $1 and c.id = x.return_contract_id
      join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    where x.tenant_id = $1
  ) as draws group by contract_id`

/**
 * What customers paid (credit) and received (debit) by settled payments, and by their later
 * returns.
 */
const settled = `
  select l.currency, l.settled
  from payment_exchanges x join current_payments p on p.tenant_id = $1 and p.id = x.payment_id
    left join fx_contracts c on c.tenant_id = $1 and c.id = x.return_contract_id
    left join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    cross join lateral (values (x.sell_currency, x.sell_amount - coalesce(q.buy_amount, 0)), (x.buy_currency, coalesce(q.sell_amount, 0) - x.buy_amount))
      as l (currency, settled)
  where x.tenant_id = $1 and (p.status = 'PROCESSED' or x.return_contract_id is not null)`

const checks = {
  'a market rate is not the last one that was set': `
    select r.base_currency || '/' || r.quote_currency as id, format('%s, set %s', (r.bid, r.mid, r.ask), (v.bid, v.mid, v.ask)) as detail
    from fx_rates r left join lateral (
      select bid, mid, ask, forward_points from fx_rate_versions
      where tenant_id = $1 and base_currency = r.base_currency and quote_currency = r.quote_currency order by id desc limit 1) as v on true
    where r.tenant_id = $1 and (r.bid, r.mid, r.ask, r.forward_points) is distinct from (v.bid, v.mid, v.ask, v.forward_points)`,
  'an FX position differs from the sum of its contracts and covers': `
    select coalesce(l.currency, p.currency) as id, format('%s: %s by contracts, %s by positions', coalesce(l.value_date, p.value_date),
      (l.bought, l.sold, l.covered), (p.bought, p.sold, p.covered)) as detail
    from (select currency, value_date, sum(case when bought > 0 then bought - margin else 0 end) as bought,
        sum(case when bought > 0 then 0 else sold + margin end) as sold, sum(covered) as covered
      from (${exchangeLines}) as lines group by currency, value_date) as l
      full join (select * from fx_positions where tenant_id = $1) as p on (p.currency, p.value_date) = (l.currency, l.value_date)
    where (coalesce(l.bought, 0), coalesce(l.sold, 0), coalesce(l.covered, 0)) <> (coalesce(p.bought, 0), coalesce(p.sold, 0), coalesce(p.covered, 0))`,
  'the FX positions in a currency differ from its position in the books': `
    select coalesce(p.currency, a.currency) as id, format('%s by positions, %s in the books', coalesce(p.open, 0), coalesce(a.balance, 0)) as detail
    from (select currency, sum(bought - sold + covered + desk) as open from fx_positions where tenant_id = $1 group by currency) as p
      full join (select currency, credits_posted - debits_posted as balance from ledger_accounts
        where tenant_id = $1 and code like 'fx-position:%') as a on a.currency = p.currency
    where coalesce(p.open, 0) <> coalesce(a.balance, 0)`,
  'an FX contract is not booked exactly once with its amount': `
    select c.id, format('%s %s, booked %s', q.sell_amount, q.sell_currency, ${booked("'fxContract'", 'fx-customers')}) as detail
    ${contracts} and ${booked("'fxContract'", 'fx-customers')} <> -q.sell_amount`,
  'the closing of an FX contract in the books does not match its status': `
    select c.id, format('%s, booked %s', c.status, ${closed}) as detail
    ${contracts} and ${closed} <> c.closed_sell_amount`,
  'a contract that has ended is not closed out': `
    select c.id, format('%s, left %s', c.status, q.sell_amount - c.drawn_sell_amount - c.closed_sell_amount) as detail
    ${contracts} and (c.status in ('Cancelled', 'Expired') and c.close_out_waits_for is null
        and (c.drawn_sell_amount + c.closed_sell_amount, c.drawn_buy_amount + c.closed_buy_amount) <> (q.sell_amount, q.buy_amount)
      or c.status not in ('Cancelled', 'Expired') and (c.closed_sell_amount, c.closed_buy_amount) <> (0, 0))`,
  'the FX result differs from margins, covers and close-outs': `
    select coalesce(l.currency, a.currency) as id, format('%s earned, %s in the books', coalesce(l.earned, 0), coalesce(a.balance, 0)) as detail
    from (select currency, sum(earned) as earned from (${results}) as earnings group by currency) as l
      full join (select currency, credits_posted - debits_posted as balance from ledger_accounts
        where tenant_id = $1 and code like 'fx-result:%') as a on a.currency = l.currency
    where coalesce(l.earned, 0) <> coalesce(a.balance, 0)`,
  'the FX positions of the desk differ from its trades': `
    select coalesce(l.currency, p.currency) as id, format('%s: %s by trades, %s by positions', coalesce(l.value_date, p.value_date),
      coalesce(l.desk, 0), coalesce(p.desk, 0)) as detail
    from (select currency, value_date, sum(desk) as desk from (${deskLines}) as lines group by currency, value_date) as l
      full join (select * from fx_positions where tenant_id = $1) as p on (p.currency, p.value_date) = (l.currency, l.value_date)
    where coalesce(l.desk, 0) <> coalesce(p.desk, 0)`,
  'what is to be exchanged with the market differs from the books': `
    select coalesce(l.currency, a.currency) as id, format('%s by trades, %s in the books', coalesce(l.amount, 0), coalesce(a.balance, 0)) as detail
    from (select currency, sum(amount) as amount from (${unsettled}) as lines group by currency) as l
      full join (select currency, credits_posted - debits_posted as balance from ledger_accounts
        where tenant_id = $1 and code like 'fx-market:%') as a on a.currency = l.currency
    where coalesce(l.amount, 0) <> coalesce(a.balance, 0)`,
  'what the close-outs of an FX contract left owed is not on the receivable of its customer': `
    select coalesce(l.contract_id, b.contract_id) as id, format('%s owed, %s in the books', coalesce(l.owed, 0), coalesce(b.owed, 0)) as detail
    from (select contract_id, customer_id, sum(loss - charged_amount) as owed from fx_close_outs
        where tenant_id = $1 and loss > charged_amount group by 1, 2) as l
      full join (select t.reference_id as contract_id, r.customer_id, sum(t.amount) as owed
        from receivables r join ledger_transfers t on t.tenant_id = $1 and t.debit_account_id = r.ledger_account_id and t.purpose = 'fxCloseOut'
        where r.tenant_id = $1 group by 1, 2) as b on (b.contract_id, b.customer_id) = (l.contract_id, l.customer_id)
    where coalesce(l.owed, 0) <> coalesce(b.owed, 0)`,
  'an FX cover is not booked exactly once with its amount': `
    select c.id, format('cover %s, booked %s', v.cover_no, ${booked("'fxCover'", 'fx-market')}) as detail
    from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
      left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id ${unwound}
    where c.tenant_id = $1 and ${booked("'fxCover'", 'fx-market')}
      <> case when v.contract_id is null then 0 when q.base_currency = q.sell_currency then v.sell_amount - coalesce(u.sold, 0)
        else v.market_amount - coalesce(u.exchanged, 0) end`,
  'the drawn amount of an FX contract differs from the draws of its payments': `
    select c.id, format('drawn %s of %s and %s of %s, by payments %s and %s', c.drawn_sell_amount, q.sell_amount, c.drawn_buy_amount, q.buy_amount,
      coalesce(d.sold, 0), coalesce(d.bought, 0)) as detail
    from fx_contracts c join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id left join (${drawn}) as d on d.contract_id = c.id
    where c.tenant_id = $1 and ((c.drawn_sell_amount, c.drawn_buy_amount) <> (coalesce(d.sold, 0), coalesce(d.bought, 0))
      or c.drawn_sell_amount > q.sell_amount or c.drawn_buy_amount > q.buy_amount)`,
  'the prefunding of an FX contract is not held on its account': `
    select c.id, format('left to sell %s, held %s', q.sell_amount - c.drawn_sell_amount, ${held}) as detail
    ${contracts} and (c.funding_account_id is not null or c.funding_hold_id is not null or ${held} <> 0)
      and (${held} <> q.sell_amount - c.drawn_sell_amount - c.closed_sell_amount
        or (c.funding_hold_id is null) <> (${held} = 0)
        or exists (select from ledger_transfers t where t.tenant_id = $1 and t.reference_id = c.id and t.purpose = 'fxPrefunding'
          and t.debit_account_id is distinct from c.funding_account_id))`,
  'the status of an FX contract does not match its drawn amount': `
    select c.id, format('%s, drawn %s of %s', c.status, c.drawn_buy_amount, q.buy_amount) as detail ${contracts}
      and c.status not in ('Cancelled', 'Expired') and c.status <> case
        when (c.drawn_sell_amount, c.drawn_buy_amount) = (0, 0) then 'Open'
        when (c.drawn_sell_amount, c.drawn_buy_amount) = (q.sell_amount, q.buy_amount) then 'Completed' else 'PartiallyDrawn' end`,
  'the FX balances of customers differ from the sum of contracts and payments': `
    select coalesce(l.currency, a.currency) as id, format('%s by contracts and payments, %s in the books', coalesce(l.owed, 0), coalesce(a.balance, 0)) as detail
    from (select currency, sum(owed) as owed from (
        select currency, sold - bought as owed from (${exchangeLines}) as lines
        union all select currency, settled from (${settled}) as payments
      ) as all_lines group by currency) as l
      full join (select currency, credits_posted - debits_posted as balance from ledger_accounts
        where tenant_id = $1 and code like 'fx-customers:%') as a on a.currency = l.currency
    where coalesce(l.owed, 0) <> coalesce(a.balance, 0)`,
}
