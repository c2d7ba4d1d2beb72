-- What is to be received and delivered in a currency on a day is kept as it changes: to sum it up over all contracts ever made takes longer every day.
create table fx_positions (
  tenant_id  bigint not null references institutions,
  currency   text   not null,
  -- Of the contracts; their covers count on the same day, whenever they settle.
  value_date date   not null,
  -- Minor units.
  bought     bigint not null,
  sold       bigint not null,
  covered    bigint not null,
  primary key (tenant_id, currency, value_date)
);
grant select, insert, update on fx_positions to giro_service;

insert into fx_positions (tenant_id, currency, value_date, bought, sold, covered)
  select c.tenant_id, l.currency, q.value_date,
    sum(case when c.status in ('Cancelled', 'Expired') then l.received_drawn else l.received end),
    sum(case when c.status in ('Cancelled', 'Expired') then l.delivered_drawn else l.delivered end),
    sum(case when v.contract_id is null then 0 else l.delivered - l.received end)
  from fx_contracts c
    join fx_quotes q on q.tenant_id = c.tenant_id and q.id = c.quote_id
    left join fx_covers v on v.tenant_id = c.tenant_id and v.contract_id = c.id
    cross join lateral (values (q.sell_currency, q.sell_amount, c.drawn_sell_amount, 0::bigint, 0::bigint),
      (q.buy_currency, 0::bigint, 0::bigint, q.buy_amount, c.drawn_buy_amount))
      as l (currency, received, received_drawn, delivered, delivered_drawn)
  group by c.tenant_id, l.currency, q.value_date;

-- A contract that is covered after its value date is covered for a later one; and of one that has ended only what was drawn is, in minor units.
alter table fx_covers add column value_date date;
alter table fx_covers add column sell_amount bigint check (sell_amount > 0);
alter table fx_covers add column buy_amount  bigint check (buy_amount  > 0);
update fx_covers v set value_date = q.value_date, sell_amount = q.sell_amount, buy_amount = q.buy_amount
  from fx_contracts c, fx_quotes q
  where c.tenant_id = v.tenant_id and c.id = v.contract_id and q.tenant_id = v.tenant_id and q.id = c.quote_id;
alter table fx_covers alter column value_date set not null;
alter table fx_covers alter column sell_amount set not null;
alter table fx_covers alter column buy_amount set not null;
