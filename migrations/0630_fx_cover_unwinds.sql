-- A cover stayed with the market when its contract was closed out. Its part is now unwound: the
-- opposite trade with the market, at the rate of the close-out. Nodes of the release before close
-- contracts out without it, and leave the position to the desk.
create table fx_cover_unwinds (
  tenant_id     bigint not null,
  close_out_id  uuid   not null,
  contract_id   uuid   not null,
  sell_amount   bigint not null,
  buy_amount    bigint not null,
  market_amount bigint not null,
  cross_amount  bigint not null,
  value_date    date   not null,
  settled_on    date,
  primary key (tenant_id, close_out_id),
  foreign key (tenant_id, close_out_id) references fx_close_outs (tenant_id, id),
  foreign key (tenant_id, contract_id) references fx_covers (tenant_id, contract_id),
  constraint fx_cover_unwinds_sell_amount_positive check (sell_amount > 0),
  constraint fx_cover_unwinds_buy_amount_positive check (buy_amount > 0),
  constraint fx_cover_unwinds_market_amount_positive check (market_amount > 0),
  constraint fx_cover_unwinds_cross_amount_not_negative check (cross_amount >= 0)
);
create index fx_cover_unwinds_contract on fx_cover_unwinds (tenant_id, contract_id);
create index fx_cover_unwinds_unsettled on fx_cover_unwinds (tenant_id, value_date) where settled_on is null;
grant select, insert on fx_cover_unwinds to giro_service;
grant update (settled_on) on fx_cover_unwinds to giro_service;
call add_tenant_policy('fx_cover_unwinds');
call make_append_only('fx_cover_unwinds', 'settled_on');
