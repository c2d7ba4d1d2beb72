-- What is left of a contract that ends is closed out at the market rate of the moment, and its margin is reversed.

alter table fx_contracts add column closed_sell_amount bigint not null default 0 check (closed_sell_amount >= 0);
alter table fx_contracts add column closed_buy_amount  bigint not null default 0 check (closed_buy_amount  >= 0);
update fx_contracts c set closed_sell_amount = q.sell_amount - c.drawn_sell_amount, closed_buy_amount = q.buy_amount - c.drawn_buy_amount
  from fx_quotes q where q.tenant_id = c.tenant_id and q.id = c.quote_id and c.status in ('Cancelled', 'Expired');
-- In minor units of the quote currency. Of contracts from before, the margin stays in their position until they are covered.
alter table fx_contracts add column margin_amount   bigint  not null default 0 check (margin_amount >= 0);
-- Whether the margin is income when payments draw the contract, and not at once.
alter table fx_contracts add column margin_deferred boolean not null default false;
-- What the customer lost and gained by close-outs, in minor units of the currency sold.
alter table fx_contracts add column close_out_loss  bigint  not null default 0 check (close_out_loss >= 0);
alter table fx_contracts add column close_out_gain  bigint  not null default 0 check (close_out_gain >= 0);
-- Why a close-out that is due is not made yet. It is tried again at expires_at.
alter table fx_contracts add column close_out_waits_for text;
alter table fx_contracts alter column closed_sell_amount drop default;
alter table fx_contracts alter column closed_buy_amount drop default;
alter table fx_contracts alter column margin_amount drop default;
alter table fx_contracts alter column margin_deferred drop default;
grant update (closed_sell_amount, closed_buy_amount, close_out_loss, close_out_gain, close_out_waits_for, expires_at) on fx_contracts to giro_service;

drop index fx_contracts_expiring;
create index fx_contracts_expiring on fx_contracts (tenant_id, expires_at, id)
  where status in ('Open', 'PartiallyDrawn') or close_out_waits_for is not null;

create table fx_close_outs (
  tenant_id         bigint        not null,
  id                uuid          not null,
  contract_id       uuid          not null,
  customer_id       bigint        not null,
  reason            text          not null check (reason in ('Cancelled', 'Expired', 'Released')),
  -- The part of the contract that was closed, and the market rate. Minor units.
  sell_currency     text          not null,
  buy_currency      text          not null,
  sell_amount       bigint        not null check (sell_amount >= 0),
  buy_amount        bigint        not null check (buy_amount >= 0),
  market_rate       numeric(15,8) not null check (market_rate > 0),
  pricing_reference text          not null,
  -- The margin that was reversed, in the quote currency.
  margin_amount     bigint        not null check (margin_amount >= 0),
  -- In the currency sold: what the customer lost, of which it paid a part at once; or what it gained and what the institution kept.
  loss              bigint        not null check (loss >= 0),
  charged_amount    bigint        not null check (charged_amount between 0 and loss),
  gain              bigint        not null check (gain >= 0),
  kept_amount       bigint        not null check (kept_amount >= 0),
  -- The account that was charged or credited.
  account_id        bigint,
  -- The rest of the loss, as far as it was collected later, and when that is tried next.
  collected_amount  bigint        not null check (charged_amount + collected_amount <= loss),
  collect_at        timestamptz,
  closed_at         timestamptz   not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references fx_contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, account_id)  references accounts (tenant_id, id),
  check (loss = 0 or gain = 0),
  check ((collect_at is null) = (charged_amount + collected_amount = loss))
);
create index fx_close_outs_contract on fx_close_outs (tenant_id, contract_id);
create index fx_close_outs_customer on fx_close_outs (tenant_id, customer_id, id);
create index fx_close_outs_owed on fx_close_outs (tenant_id, collect_at) where collect_at is not null;
create index fx_close_outs_owed_by on fx_close_outs (tenant_id, customer_id) where collect_at is not null;
grant select, insert on fx_close_outs to giro_service;
grant update (collected_amount, collect_at) on fx_close_outs to giro_service;
call add_tenant_policy('fx_close_outs');
