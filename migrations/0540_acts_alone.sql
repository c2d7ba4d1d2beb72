-- What one person has moved alone on a day, of what takes two people above an amount. `party` is the
-- API client, with the person whose token it used.
create table acts_alone (
  tenant_id     bigint not null references institutions,
  act           text   not null,
  business_date date   not null,
  party         text   not null,
  used          bigint not null,
  primary key (tenant_id, act, business_date, party),
  constraint acts_alone_act_known check (act in ('DeskTrade', 'Return')),
  constraint acts_alone_used_positive check (used > 0)
);
grant select, insert on acts_alone to giro_service;
grant update (used) on acts_alone to giro_service;
call add_tenant_policy('acts_alone');
create trigger acts_alone_only_grows before update on acts_alone for each row when (new.used <= old.used)
  execute function ledger_refuse('acts_alone_only_grows', 'what was done alone stays counted');

-- What a trade of the desk was compared with. Null for one from before, and without a current rate.
alter table fx_desk_trades
  add column worth bigint,
  add column market_rate numeric(15,8),
  add constraint fx_desk_trades_worth_positive check (worth > 0),
  add constraint fx_desk_trades_market_rate_positive check (market_rate > 0);

-- Who set a rate, in the form of `acts_alone.party`. Null for one that a second person confirmed, and
-- from before.
alter table fx_rates add column set_by text;
