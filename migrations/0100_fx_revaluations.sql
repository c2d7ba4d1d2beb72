-- The unrealized result of open positions at the close of each business day, and what each currency cost.

-- The value of an exchange between two foreign currencies in the institution's currency, in minor units; zero if one side is in that
-- currency, which is then the value. Earlier exchanges count with zero: only how their result divides between the two currencies differs.
alter table fx_contracts add column cross_amount bigint not null default 0;
alter table fx_contracts alter column cross_amount drop default;
alter table fx_covers add column cross_amount bigint not null default 0;
alter table fx_covers alter column cross_amount drop default;
alter table fx_desk_trades add column cross_amount bigint not null default 0;
alter table fx_desk_trades alter column cross_amount drop default;

-- What a trade of the desk realized in each of its two currencies, in the institution's currency. Their sum is result_amount.
alter table fx_desk_trades add column buy_result bigint not null default 0;
alter table fx_desk_trades add column sell_result bigint not null default 0;
update fx_desk_trades d set
  buy_result  = case when d.buy_currency = i.currency then 0 else d.result_amount end,
  sell_result = case when d.buy_currency = i.currency then d.result_amount else 0 end
from institutions i where i.tenant_id = d.tenant_id;
alter table fx_desk_trades alter column buy_result drop default;
alter table fx_desk_trades alter column sell_result drop default;
alter table fx_desk_trades add constraint fx_desk_trades_result check (result_amount = buy_result + sell_result);

-- What the open amount cost, in the institution's currency. All costs of a value date are together zero.
alter table fx_positions add column cost bigint not null default 0;
alter table fx_positions alter column cost drop default;
with contracts as (
  select c.tenant_id, q.value_date, q.sell_currency, q.buy_currency, i.currency as own, v.contract_id is not null as is_covered,
    q.sell_amount - c.closed_sell_amount - case when q.base_ccy = q.buy_currency then m.margin else 0 end as sold,
    q.buy_amount - c.closed_buy_amount + case when q.base_ccy = q.sell_currency then m.margin else 0 end as bought,
    v.sell_amount as cover_sold, v.buy_amount as cover_bought
  from fx_contracts c
    join institutions i on i.tenant_id = c.tenant_id
    join fx_quotes q on q.tenant_id = c.tenant_id and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = c.tenant_id and v.contract_id = c.id
    cross join lateral (select c.margin_amount - div(c.margin_amount::numeric * c.closed_sell_amount, q.sell_amount)::bigint as margin) as m
), exchanges as (
  select tenant_id, value_date, sell_currency as receives, buy_currency as delivers,
    case own when sell_currency then sold when buy_currency then bought else 0 end as value from contracts
  union all
  select tenant_id, value_date, buy_currency, sell_currency,
    case own when sell_currency then cover_sold when buy_currency then cover_bought else 0 end from contracts where is_covered
  union all
  select d.tenant_id, d.value_date, d.buy_currency, d.sell_currency,
    case i.currency when d.buy_currency then d.buy_amount when d.sell_currency then d.sell_amount else 0 end
  from fx_desk_trades d join institutions i on i.tenant_id = d.tenant_id
  union all
  select d.tenant_id, d.value_date, d.buy_currency, i.currency, d.buy_result from fx_desk_trades d join institutions i on i.tenant_id = d.tenant_id
  union all
  select d.tenant_id, d.value_date, d.sell_currency, i.currency, d.sell_result from fx_desk_trades d join institutions i on i.tenant_id = d.tenant_id
), costs as (
  select x.tenant_id, l.currency, x.value_date, sum(l.cost) as cost
  from exchanges x cross join lateral (values (x.receives, x.value), (x.delivers, -x.value)) as l (currency, cost)
  group by 1, 2, 3
)
update fx_positions p set cost = c.cost from costs c
where (c.tenant_id, c.currency, c.value_date) = (p.tenant_id, p.currency, p.value_date);

-- What each business day changed in the positions: the position at the end of a day is that of now less what later days changed.
create table fx_position_changes (
  tenant_id     bigint not null references institutions,
  business_date date   not null,
  currency      text   not null,
  value_date    date   not null,
  amount        bigint not null,
  cost          bigint not null,
  primary key (tenant_id, business_date, currency, value_date)
);
grant select, insert, update on fx_position_changes to giro_service;
call add_tenant_policy('fx_position_changes');
insert into fx_position_changes (tenant_id, business_date, currency, value_date, amount, cost)
select p.tenant_id, coalesce((select max(d.business_date) from ledger_days d where d.tenant_id = p.tenant_id and d.closed_at is not null), date '2000-01-01'),
  p.currency, p.value_date, p.bought - p.sold + p.covered + p.desk, p.cost
from fx_positions p;

-- The open positions at the close of a business day at the market rates, in minor units.
create table fx_revaluations (
  tenant_id         bigint      not null,
  business_date     date        not null,
  currency          text        not null,
  -- The spot date for all that is due until then, or a later date.
  value_date        date        not null,
  -- The reference of the entry, which all rows of a day share.
  id                uuid        not null,
  position          bigint      not null,
  -- In the institution's currency, as are value and result.
  cost              bigint      not null,
  -- The mid rate for the value date, of the pair in market order; null for a position of zero.
  rate              numeric     check (rate > 0),
  pricing_reference text,
  value             bigint      not null,
  result            bigint      not null,
  revalued_at       timestamptz not null,
  primary key (tenant_id, business_date, currency, value_date),
  foreign key (tenant_id, business_date) references ledger_days (tenant_id, business_date),
  constraint fx_revaluations_result check (result = value - cost),
  constraint fx_revaluations_rate check ((rate is null) = (position = 0) and (rate is null) = (pricing_reference is null))
);
grant select, insert on fx_revaluations to giro_service;
call add_tenant_policy('fx_revaluations');
