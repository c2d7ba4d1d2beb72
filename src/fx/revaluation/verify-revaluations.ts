import type { Connection } from '../../db/client.ts'
import { type LedgerDifference, runChecks } from '../../ledger/verify-ledger.ts'
import { rateOf } from '../domain/rate.ts'
import { valueAt } from '../domain/revaluation.ts'
import { readRevaluations } from './revaluations.store.ts'

/**
 * Compares the cost of positions with contracts, covers and trades of the desk, and the
 * revaluations of each day with its books and their rates.
 */
export async function verifyRevaluations(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  return [...(await runChecks(db, tenantId, checks)), ...(await verifyValues(db, tenantId))]
}

/** Revaluations compared in one query. */
const PAGE_SIZE = 1000

/** Computes the value of each position again from its rate. */
async function verifyValues(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const institution = await db.row<{ own: string }>('select currency as own from institutions where tenant_id = $1', [
    tenantId,
  ])
  const differences: LedgerDifference[] = []
  for (let page = 1; ; page++) {
    const { rows } = await readRevaluations(db, tenantId, { page, limit: PAGE_SIZE })
    for (const one of rows) {
      const value = one.rate === null ? 0n : valueAt(one, institution!.own, rateOf(one.rate))
      if (value === one.value) continue
      const id = `${one.businessDate} ${one.currency} ${one.valueDate}`
      const detail = `value ${one.value}, at its rate ${value}`
      differences.push({ what: 'the value of a revalued FX position is not that of its rate', id, detail })
    }
    if (rows.length < PAGE_SIZE) return differences
  }
}

/** Contracts at the market rate of their trade, without what was closed out. */
const contracts = `
  select q.value_date, q.sell_currency, q.buy_currency, i.currency as own,
    q.sell_amount - c.closed_sell_amount - case when q.base_currency = q.buy_currency then m.margin else 0 end as sold,
    q.buy_amount - c.closed_buy_amount + case when q.base_currency = q.sell_currency then m.margin else 0 end as bought,
    c.cross_amount - div(c.cross_amount::numeric * c.closed_sell_amount, q.sell_amount)::bigint as crossed,
    v.contract_id is not null as is_covered, v.sell_amount - coalesce(u.sold, 0) as cover_sold,
    v.buy_amount - coalesce(u.bought, 0) as cover_bought, v.cross_amount - coalesce(u.crossed, 0) as cover_crossed
  from fx_contracts c
    join institutions i on i.tenant_id = $1
    join fx_quotes q on q.tenant_id = $1 and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = $1 and v.contract_id = c.id
    left join (select contract_id, sum(sell_amount)::bigint as sold, sum(buy_amount)::bigint as bought, sum(cross_amount)::bigint as crossed
      from fx_cover_unwinds where tenant_id = $1 group by 1) as u on u.contract_id = c.id
    cross join lateral (select c.margin_amount - div(c.margin_amount::numeric * c.closed_sell_amount, q.sell_amount)::bigint as margin) as m
  where c.tenant_id = $1`

/** What each currency received at what cost, by exchanges, covers, desk trades and results. */
const exchanges = `
  select value_date, sell_currency as receives, buy_currency as delivers,
    case own when sell_currency then sold when buy_currency then bought else crossed end as value from (${contracts}) as c
  union all
  select value_date, buy_currency, sell_currency,
    case own when sell_currency then cover_sold when buy_currency then cover_bought else cover_crossed end
  from (${contracts}) as c where is_covered
  union all
  select d.value_date, d.buy_currency, d.sell_currency,
    case i.currency when d.buy_currency then d.buy_amount when d.sell_currency then d.sell_amount else d.cross_amount end
  from fx_desk_trades d join institutions i on i.tenant_id = $1 where d.tenant_id = $1
  union all
  select d.value_date, l.currency, i.currency, l.result from fx_desk_trades d join institutions i on i.tenant_id = $1
    cross join lateral (values (d.buy_currency, d.buy_result), (d.sell_currency, d.sell_result)) as l (currency, result)
  where d.tenant_id = $1`

const costs = `
  select l.currency, x.value_date, sum(l.cost) as cost from (${exchanges}) as x
    cross join lateral (values (x.receives, x.value), (x.delivers, -x.value)) as l (currency, cost)
  group by 1, 2`

/** The days since the first revaluation, with what their revaluations add up to. */
const days = `
  select d.business_date, i.currency as own, coalesce(sum(r.value), 0) as value, coalesce(sum(r.result), 0) as result
  from ledger_days d join institutions i on i.tenant_id = $1
    left join fx_revaluations r on r.tenant_id = $1 and r.business_date = d.business_date
  where d.tenant_id = $1 and d.closed_at is not null
    and d.business_date >= (select min(business_date) from fx_revaluations where tenant_id = $1)
  group by 1, 2`

const closing = (code: string) => `
  coalesce((select c.closing from ledger_closings c where c.tenant_id = $1 and c.business_date = d.business_date and c.account = ${code}), 0)`

const checks = {
  'the cost of an FX position differs from its contracts, covers and trades of the desk': `
    select coalesce(l.currency, p.currency) as id, format('%s: %s by trades, %s by positions', coalesce(l.value_date, p.value_date),
      coalesce(l.cost, 0), coalesce(p.cost, 0)) as detail
    from (${costs}) as l
      full join (select * from fx_positions where tenant_id = $1) as p on (p.currency, p.value_date) = (l.currency, l.value_date)
    where coalesce(l.cost, 0) <> coalesce(p.cost, 0)`,
  'the costs of the FX positions do not add up to zero': `
    select value_date::text as id, format('they sum to %s', sum(cost)) as detail from fx_positions
    where tenant_id = $1 group by value_date having sum(cost) <> 0`,
  'an FX position differs from what business days changed in it': `
    select p.currency as id, format('%s: %s and cost %s, by changes %s and %s', p.value_date, p.bought - p.sold + p.covered + p.desk, p.cost,
      coalesce(c.amount, 0), coalesce(c.cost, 0)) as detail
    from fx_positions p left join (select currency, value_date, sum(amount) as amount, sum(cost) as cost from fx_position_changes
      where tenant_id = $1 group by 1, 2) as c using (currency, value_date)
    where p.tenant_id = $1
      and (p.bought - p.sold + p.covered + p.desk, p.cost) <> (coalesce(c.amount, 0), coalesce(c.cost, 0))`,
  'the revalued position in a currency is not the one in the books of its day': `
    select d.business_date || ' ' || c.currency as id, format('revalued %s, in the books %s', coalesce(r.position, 0), c.closing) as detail
    from (${days}) as d
      join ledger_closings c on c.tenant_id = $1 and c.business_date = d.business_date and c.account = 'fx-position:' || c.currency
        and c.currency <> d.own
      left join (select business_date, currency, sum(position) as position from fx_revaluations where tenant_id = $1 group by 1, 2) as r
        on (r.business_date, r.currency) = (c.business_date, c.currency)
    where coalesce(r.position, 0) <> c.closing`,
  'the unrealized FX result of a day is not that of its revaluations': `
    select d.business_date::text as id, format('in the books %s, by revaluations %s', ${closing(`'fx-unrealized:' || d.own`)}, d.result) as detail
    from (${days}) as d where ${closing(`'fx-unrealized:' || d.own`)} <> d.result`,
  // The position in the institution's currency is what exchanges brought, less what was realized.
  'the FX result of a day is not what its exchanges brought and its positions are worth': `
    select d.business_date::text as id, format('unrealized %s, values %s and own currency %s', d.result, d.value, ${closing(`'fx-position:' || d.own`)}) as detail
    from (${days}) as d where d.result <> d.value + ${closing(`'fx-position:' || d.own`)}`,
}
