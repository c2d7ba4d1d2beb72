-- Exchange rates and margins with their history; quotes, contracts and how payments draw them; the
-- institution's positions and their results.

-- The latest market rate of each pair of currencies, as the institution sets it.
create table fx_rates (
  tenant_id        bigint        not null references institutions,
  base_currency    currency_code not null,
  quote_currency   currency_code not null,
  bid              numeric(15,8) not null,
  mid              numeric(15,8) not null,
  ask              numeric(15,8) not null,
  forward_points   jsonb         not null,
  as_of            timestamptz   not null,
  reference_mid    numeric(15,8) not null,
  reference_points jsonb         not null,
  reference_on     date          not null,
  primary key (tenant_id, base_currency, quote_currency),
  constraint fx_rates_quote_currency_other check (quote_currency <> base_currency),
  constraint fx_rates_bid_positive check (bid > 0),
  constraint fx_rates_mid_from_bid check (mid >= bid),
  constraint fx_rates_ask_from_mid check (ask >= mid)
);
grant select, insert, update on fx_rates to giro_service;
call add_tenant_policy('fx_rates');

-- What the institution earns on exchanges: a margin for a tier of customers and a pair.
create table fx_margins (
  tenant_id      bigint   not null references institutions,
  tier           text     not null,
  base_currency  text     not null,
  quote_currency text     not null,
  basis_points   smallint not null,
  primary key (tenant_id, tier, base_currency, quote_currency),
  constraint fx_margins_pair_whole check ((base_currency = '') = (quote_currency = '')),
  constraint fx_margins_base_currency_form check (base_currency ~ '^([A-Z]{3})?$'),
  constraint fx_margins_quote_currency_form check (quote_currency ~ '^([A-Z]{3})?$'),
  constraint fx_margins_basis_points_range check (basis_points between 0 and 1000)
);
grant select, insert, delete on fx_margins to giro_service;
call add_tenant_policy('fx_margins');

-- Every market rate that was set, in the order of their setting.
create table fx_rate_versions (
  tenant_id      bigint        not null references institutions,
  id             bigint        generated always as identity,
  base_currency  currency_code not null,
  quote_currency currency_code not null,
  valid_from     timestamptz   not null,
  bid            numeric(15,8) not null,
  mid            numeric(15,8) not null,
  ask            numeric(15,8) not null,
  forward_points jsonb         not null,
  primary key (tenant_id, id)
);
create index fx_rate_versions_of_pair on fx_rate_versions (tenant_id, base_currency, quote_currency, id);
grant select, insert on fx_rate_versions to giro_service;
call add_tenant_policy('fx_rate_versions');
call make_append_only('fx_rate_versions');

-- What each margin was, and from when.
create table fx_margin_versions (
  tenant_id      bigint      not null references institutions,
  id             bigint      generated always as identity,
  tier           text        not null,
  base_currency  text        not null,
  quote_currency text        not null,
  valid_from     timestamptz not null,
  basis_points   smallint,
  primary key (tenant_id, id)
);
create index fx_margin_versions_of_pair on fx_margin_versions (tenant_id, tier, base_currency, quote_currency, id);
grant select, insert on fx_margin_versions to giro_service;
call add_tenant_policy('fx_margin_versions');
call make_append_only('fx_margin_versions');

-- The credit that the institution gives a customer for FX contracts without prefunding.
create table fx_lines (
  tenant_id   bigint      not null references institutions,
  customer_id bigint      not null,
  exposure    bigint      not null,
  spot        bigint      not null,
  forward     bigint      not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, customer_id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint fx_lines_exposure_not_negative check (exposure >= 0),
  constraint fx_lines_spot_not_negative check (spot >= 0),
  constraint fx_lines_forward_not_negative check (forward >= 0)
);
grant select, insert, update, delete on fx_lines to giro_service;
call add_tenant_policy('fx_lines');

-- What a customer was offered: a price for an exchange, for thirty seconds.
create table fx_quotes (
  tenant_id         bigint        not null,
  id                uuid          not null,
  customer_id       bigint        not null,
  customer_ref_type text          not null,
  customer_ref      text          not null,
  channel           text,
  product_type      text          not null,
  tenor             text,
  sell_currency     currency_code not null,
  buy_currency      currency_code not null,
  sell_amount       bigint        not null,
  buy_amount        bigint        not null,
  base_currency     currency_code not null,
  spot_rate         numeric(15,8) not null,
  forward_points    numeric(15,8) not null,
  all_in_rate       numeric(15,8) not null,
  pricing_reference text          not null,
  trade_date        date          not null,
  value_date        date          not null,
  status            text          not null,
  expires_at        timestamptz   not null,
  created_at        timestamptz   not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint fx_quotes_customer_ref_type_known check (customer_ref_type in ('CustomerUID', 'CustomerShortName',
    'CustomerId', 'DDA')),
  constraint fx_quotes_product_type_known check (product_type in ('SPOT', 'FORWARD')),
  constraint fx_quotes_buy_currency_other check (buy_currency <> sell_currency),
  constraint fx_quotes_sell_amount_positive check (sell_amount > 0),
  constraint fx_quotes_buy_amount_positive check (buy_amount > 0),
  constraint fx_quotes_base_currency_of_pair check (base_currency = sell_currency or base_currency = buy_currency),
  constraint fx_quotes_spot_rate_positive check (spot_rate > 0),
  constraint fx_quotes_all_in_rate_positive check (all_in_rate > 0),
  constraint fx_quotes_status_known check (status in ('Open', 'Accepted', 'Rejected'))
);
grant select, insert on fx_quotes to giro_service;
grant update (status) on fx_quotes to giro_service;
call add_tenant_policy('fx_quotes');
call make_append_only('fx_quotes', 'status');

-- An agreed exchange with a customer: its state, and what payments have drawn of it.
create table fx_contracts (
  tenant_id           bigint      not null,
  id                  uuid        not null,
  contract_no         bigint      generated by default as identity (start with 500001),
  quote_id            uuid        not null,
  status              text        not null,
  cover_due_at        timestamptz,
  created_at          timestamptz not null,
  drawn_sell_amount   bigint      not null,
  drawn_buy_amount    bigint      not null,
  payment_id          uuid,
  expires_at          timestamptz not null,
  customer_id         bigint      not null,
  funding_account_id  bigint,
  funding_hold_id     uuid,
  closed_sell_amount  bigint      not null,
  closed_buy_amount   bigint      not null,
  margin_amount       bigint      not null,
  margin_deferred     boolean     not null,
  close_out_loss      bigint      not null default 0,
  close_out_gain      bigint      not null default 0,
  close_out_waits_for text,
  cross_amount        bigint      not null,
  primary key (tenant_id, id),
  unique (tenant_id, contract_no),
  -- A quote becomes one contract at most.
  constraint fx_contracts_quote unique (tenant_id, quote_id),
  foreign key (tenant_id, quote_id) references fx_quotes (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, funding_account_id) references accounts (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint fx_contracts_funding_hold_id_fkey foreign key (tenant_id, funding_hold_id)
    references ledger_transfers (tenant_id, id) deferrable initially deferred,
  constraint fx_contracts_status_known check (status in ('Open', 'PartiallyDrawn', 'Completed', 'Cancelled', 'Expired')),
  constraint fx_contracts_cover check (cover_due_at is null or status not in ('Cancelled', 'Expired')
    or drawn_sell_amount > 0),
  constraint fx_contracts_drawn_sell_amount_not_negative check (drawn_sell_amount >= 0),
  constraint fx_contracts_drawn_buy_amount_not_negative check (drawn_buy_amount >= 0),
  constraint fx_contracts_funding check (funding_hold_id is null or funding_account_id is not null),
  constraint fx_contracts_closed_sell_amount_not_negative check (closed_sell_amount >= 0),
  constraint fx_contracts_closed_buy_amount_not_negative check (closed_buy_amount >= 0),
  constraint fx_contracts_margin_amount_not_negative check (margin_amount >= 0),
  constraint fx_contracts_close_out_loss_not_negative check (close_out_loss >= 0),
  constraint fx_contracts_close_out_gain_not_negative check (close_out_gain >= 0)
);
create index fx_contracts_cover_due on fx_contracts (tenant_id, cover_due_at) where cover_due_at is not null;
-- The contracts that use a line.
create index fx_contracts_on_line on fx_contracts (tenant_id, customer_id)
  where funding_account_id is null and status in ('Open', 'PartiallyDrawn');
create index fx_contracts_expiring on fx_contracts (tenant_id, expires_at, id)
  where status in ('Open', 'PartiallyDrawn') or close_out_waits_for is not null;
grant select, insert on fx_contracts to giro_service;
grant update (status, cover_due_at, drawn_sell_amount, drawn_buy_amount, expires_at, funding_account_id, funding_hold_id,
  closed_sell_amount, closed_buy_amount, close_out_loss, close_out_gain, close_out_waits_for)
  on fx_contracts to giro_service;
-- The service draws the number of a contract before it writes the row.
grant usage on sequence fx_contracts_contract_no_seq to giro_service;
call add_tenant_policy('fx_contracts');

-- The exchange of a payment whose two accounts have different currencies, and what it draws of an
-- FX contract.
create table payment_exchanges (
  tenant_id          bigint        not null,
  payment_id         uuid          not null,
  sell_currency      currency_code not null,
  buy_currency       currency_code not null,
  contract_id        uuid,
  sell_amount        bigint,
  buy_amount         bigint,
  payout_transfer_id uuid,
  is_given_back      boolean       not null,
  return_contract_id uuid,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, contract_id) references fx_contracts (tenant_id, id),
  foreign key (tenant_id, return_contract_id) references fx_contracts (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_exchanges_payout_transfer_id_fkey foreign key (tenant_id, payout_transfer_id)
    references ledger_transfers (tenant_id, id) deferrable initially deferred,
  constraint payment_exchanges_buy_currency_other check (buy_currency <> sell_currency),
  constraint payment_exchanges_drawn check ((contract_id is null) = (sell_amount is null)
    and (contract_id is null) = (buy_amount is null) and (contract_id is null) = (payout_transfer_id is null)
    and (contract_id is not null or not is_given_back and return_contract_id is null)),
  constraint payment_exchanges_sell_amount_positive check (sell_amount > 0),
  constraint payment_exchanges_buy_amount_positive check (buy_amount > 0)
);
-- The sum of a contract's draws is read in this index alone.
create index payment_exchanges_contract on payment_exchanges (tenant_id, contract_id, payment_id)
  include (sell_amount, buy_amount, is_given_back) where contract_id is not null;
grant select, insert on payment_exchanges to giro_service;
grant update (contract_id, sell_amount, buy_amount, payout_transfer_id, is_given_back, return_contract_id)
  on payment_exchanges to giro_service;
call add_tenant_policy('payment_exchanges');

-- The opposite exchange with the market that covers a contract, at most one for each contract.
create table fx_covers (
  tenant_id         bigint        not null,
  contract_id       uuid          not null,
  cover_no          bigint        generated by default as identity (start with 700001),
  market_amount     bigint        not null,
  spot_rate         numeric(15,8) not null,
  all_in_rate       numeric(15,8) not null,
  pricing_reference text          not null,
  trade_date        date          not null,
  value_date        date          not null,
  sell_amount       bigint        not null,
  buy_amount        bigint        not null,
  settled_on        date,
  cross_amount      bigint        not null,
  primary key (tenant_id, contract_id),
  unique (tenant_id, cover_no),
  foreign key (tenant_id, contract_id) references fx_contracts (tenant_id, id),
  constraint fx_covers_market_amount_positive check (market_amount > 0),
  constraint fx_covers_spot_rate_positive check (spot_rate > 0),
  constraint fx_covers_all_in_rate_positive check (all_in_rate > 0),
  constraint fx_covers_sell_amount_positive check (sell_amount > 0),
  constraint fx_covers_buy_amount_positive check (buy_amount > 0)
);
create index fx_covers_unsettled on fx_covers (tenant_id, value_date) where settled_on is null;
grant select, insert on fx_covers to giro_service;
grant update (settled_on) on fx_covers to giro_service;
call add_tenant_policy('fx_covers');
call make_append_only('fx_covers', 'settled_on');

-- What was left of a contract that ended, closed at the market rate, and what the customer owes or
-- gets for it.
create table fx_close_outs (
  tenant_id         bigint        not null,
  id                uuid          not null,
  contract_id       uuid          not null,
  customer_id       bigint        not null,
  reason            text          not null,
  sell_currency     currency_code not null,
  buy_currency      currency_code not null,
  sell_amount       bigint        not null,
  buy_amount        bigint        not null,
  market_rate       numeric(15,8) not null,
  pricing_reference text          not null,
  margin_amount     bigint        not null,
  loss              bigint        not null,
  charged_amount    bigint        not null,
  gain              bigint        not null,
  kept_amount       bigint        not null,
  account_id        bigint,
  closed_at         timestamptz   not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references fx_contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  constraint fx_close_outs_reason_known check (reason in ('Cancelled', 'Expired', 'Released')),
  constraint fx_close_outs_sell_amount_not_negative check (sell_amount >= 0),
  constraint fx_close_outs_buy_amount_not_negative check (buy_amount >= 0),
  constraint fx_close_outs_market_rate_positive check (market_rate > 0),
  constraint fx_close_outs_margin_amount_not_negative check (margin_amount >= 0),
  constraint fx_close_outs_loss_not_negative check (loss >= 0),
  constraint fx_close_outs_loss_or_gain check (loss = 0 or gain = 0),
  constraint fx_close_outs_charged_amount_within_loss check (charged_amount between 0 and loss),
  constraint fx_close_outs_gain_not_negative check (gain >= 0),
  constraint fx_close_outs_kept_amount_not_negative check (kept_amount >= 0)
);
create index fx_close_outs_contract on fx_close_outs (tenant_id, contract_id);
create index fx_close_outs_customer on fx_close_outs (tenant_id, customer_id, id);
grant select, insert on fx_close_outs to giro_service;
call add_tenant_policy('fx_close_outs');

-- Trades of the institution's own desk with the market, which close or open positions.
create table fx_desk_trades (
  tenant_id     bigint        not null references institutions,
  id            uuid          not null,
  trade_no      bigint        generated by default as identity (start with 800001),
  buy_currency  currency_code not null,
  sell_currency currency_code not null,
  buy_amount    bigint        not null,
  sell_amount   bigint        not null,
  result_amount bigint        not null,
  counterparty  text          not null,
  reference     text,
  trade_date    date          not null,
  value_date    date          not null,
  settled_on    date,
  cross_amount  bigint        not null,
  buy_result    bigint        not null,
  sell_result   bigint        not null,
  primary key (tenant_id, id),
  unique (tenant_id, trade_no),
  constraint fx_desk_trades_sell_currency_other check (sell_currency <> buy_currency),
  constraint fx_desk_trades_buy_amount_positive check (buy_amount > 0),
  constraint fx_desk_trades_sell_amount_positive check (sell_amount > 0),
  constraint fx_desk_trades_result check (result_amount = buy_result + sell_result)
);
create index fx_desk_trades_unsettled on fx_desk_trades (tenant_id, value_date) where settled_on is null;
grant select, insert on fx_desk_trades to giro_service;
grant update (settled_on) on fx_desk_trades to giro_service;
call add_tenant_policy('fx_desk_trades');
call make_append_only('fx_desk_trades', 'settled_on');

-- The institution's position in a currency for a value date, kept up to date in the transaction of
-- each contract, cover, close-out and desk trade.
create table fx_positions (
  tenant_id  bigint        not null references institutions,
  currency   currency_code not null,
  value_date date          not null,
  bought     bigint        not null,
  sold       bigint        not null,
  covered    bigint        not null,
  desk       bigint        not null,
  cost       bigint        not null,
  primary key (tenant_id, currency, value_date)
);
grant select, insert, update on fx_positions to giro_service;
call add_tenant_policy('fx_positions');

-- What each business day changed in the positions.
create table fx_position_changes (
  tenant_id     bigint        not null references institutions,
  business_date date          not null,
  currency      currency_code not null,
  value_date    date          not null,
  amount        bigint        not null,
  cost          bigint        not null,
  primary key (tenant_id, business_date, currency, value_date)
);
grant select, insert, update on fx_position_changes to giro_service;
call add_tenant_policy('fx_position_changes');

-- The open positions at the close of a business day, valued at market rates.
create table fx_revaluations (
  tenant_id         bigint        not null,
  business_date     date          not null,
  currency          currency_code not null,
  value_date        date          not null,
  id                uuid          not null,
  position          bigint        not null,
  cost              bigint        not null,
  rate              numeric,
  pricing_reference text,
  value             bigint        not null,
  result            bigint        not null,
  primary key (tenant_id, business_date, currency, value_date),
  foreign key (tenant_id, business_date) references ledger_days (tenant_id, business_date),
  constraint fx_revaluations_rate_positive check (rate > 0),
  constraint fx_revaluations_rate check ((rate is null) = (position = 0)
    and (rate is null) = (pricing_reference is null)),
  constraint fx_revaluations_result check (result = value - cost)
);
grant select, insert on fx_revaluations to giro_service;
call add_tenant_policy('fx_revaluations');
call make_append_only('fx_revaluations');

-- Draws and close-outs fit their quote, and the drawn amount of a contract is the sum of the draws
-- of its payments. A contract at which a returned payment was sold again is drawn in full by that
-- return. Checked at the end of the transaction.
create function fx_contracts_draws() returns trigger language plpgsql set search_path = giro, pg_temp as $$
declare
  contract record;
  draws record;
begin
  for contract in
    select c.*, q.sell_amount, q.buy_amount from fx_contracts c join fx_quotes q on q.tenant_id = c.tenant_id and q.id = c.quote_id
    where c.tenant_id = new.tenant_id and c.id = (to_jsonb(new) ->> tg_argv[0])::uuid
  loop
    if contract.drawn_sell_amount + contract.closed_sell_amount > contract.sell_amount
      or contract.drawn_buy_amount + contract.closed_buy_amount > contract.buy_amount
    then
      raise exception 'FX contract % exchanges less than was drawn and closed out', contract.contract_no
        using errcode = 'check_violation', table = 'fx_contracts', constraint = 'fx_contracts_draws_within_quote';
    end if;
    select coalesce(sum(sell_amount), 0) as sold, coalesce(sum(buy_amount), 0) as bought into draws from (
      select x.sell_amount, x.buy_amount from payment_exchanges x
        where x.tenant_id = contract.tenant_id and x.contract_id = contract.id and not x.is_given_back
      union all
      select contract.sell_amount, contract.buy_amount from payment_exchanges x
        where x.tenant_id = contract.tenant_id and x.payment_id = contract.payment_id and x.return_contract_id = contract.id
    ) as d;
    if (contract.drawn_sell_amount, contract.drawn_buy_amount) <> (draws.sold, draws.bought) then
      raise exception 'the drawn amount of FX contract % is not the sum of its draws', contract.contract_no
        using errcode = 'check_violation', table = 'fx_contracts', constraint = 'fx_contracts_drawn_by_payments';
    end if;
  end loop;
  return null;
end $$;
revoke execute on function fx_contracts_draws from public;
create constraint trigger fx_contracts_draws after insert
  or update of quote_id, drawn_sell_amount, drawn_buy_amount, closed_sell_amount, closed_buy_amount
  on fx_contracts deferrable initially deferred for each row execute function fx_contracts_draws('id');
create constraint trigger payment_exchanges_draws after insert
  or update of contract_id, sell_amount, buy_amount, is_given_back
  on payment_exchanges deferrable initially deferred for each row when (new.contract_id is not null)
  execute function fx_contracts_draws('contract_id');
create constraint trigger payment_exchanges_return_draws after update of return_contract_id
  on payment_exchanges deferrable initially deferred for each row when (new.return_contract_id is not null)
  execute function fx_contracts_draws('return_contract_id');
