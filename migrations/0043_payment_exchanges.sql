-- Payments in foreign currency: what each of them draws of a contract, and what that makes of the contract.

alter table fx_contracts drop constraint fx_contracts_status_check;
alter table fx_contracts add constraint fx_contracts_status
  check (status in ('Open', 'PartiallyDrawn', 'Completed', 'Cancelled', 'Expired'));
alter table fx_contracts drop constraint fx_contracts_check;
alter table fx_contracts add constraint fx_contracts_cover check (cover_due_at is null or status not in ('Cancelled', 'Expired'));
-- Minor units; what payments drew and have not given back.
alter table fx_contracts add column drawn_sell_amount bigint not null default 0 check (drawn_sell_amount >= 0);
alter table fx_contracts add column drawn_buy_amount  bigint not null default 0 check (drawn_buy_amount  >= 0);
-- The payment that it was made for; null where it was agreed on beforehand.
alter table fx_contracts add column payment_id uuid;
alter table fx_contracts add foreign key (tenant_id, payment_id) references payments (tenant_id, id);
-- When the day after its value date begins where the institution is: from then on nothing is drawn of it.
alter table fx_contracts add column expires_at timestamptz;
update fx_contracts c set expires_at = (q.value_date + 1)::timestamp at time zone i.time_zone
  from fx_quotes q, institutions i
  where q.tenant_id = c.tenant_id and q.id = c.quote_id and i.tenant_id = c.tenant_id;
alter table fx_contracts alter column expires_at set not null;
alter table fx_contracts alter column drawn_sell_amount drop default;
alter table fx_contracts alter column drawn_buy_amount drop default;
create index fx_contracts_expiring on fx_contracts (tenant_id, expires_at, id) where status in ('Open', 'PartiallyDrawn');
grant update (drawn_sell_amount, drawn_buy_amount) on fx_contracts to giro_service;
-- A payment is answered the number of its contract, which so is needed before the contract is written.
grant usage on sequence fx_contracts_contract_no_seq to giro_service;

-- The exchange that a payment needs whose receiver's account is in another currency than the sender's.
create table payment_exchanges (
  tenant_id          bigint  not null,
  payment_id         uuid    not null,
  -- The currency of the sending account, and that of the receiver's.
  sell_currency      text    not null,
  buy_currency       text    not null check (buy_currency <> sell_currency),
  -- The contract that the payment is priced at, and what it draws of it in minor units; null until it is validated.
  contract_id        uuid,
  sell_amount        bigint  check (sell_amount > 0),
  buy_amount         bigint  check (buy_amount > 0),
  -- What it counts for against limits, in minor units of the institution's currency; null where it does not.
  limit_amount       bigint  check (limit_amount > 0),
  -- The hold of what is paid out; the hold of what the sender pays is the payment's.
  payout_transfer_id uuid,
  -- Whether the contract has back what was drawn of it.
  is_given_back      boolean not null,
  -- The contract at which the bought currency was sold again, because the payment was returned after it had settled.
  return_contract_id uuid,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id)         references payments (tenant_id, id),
  foreign key (tenant_id, contract_id)        references fx_contracts (tenant_id, id),
  foreign key (tenant_id, return_contract_id) references fx_contracts (tenant_id, id),
  constraint payment_exchanges_drawn check (
    (contract_id is null) = (sell_amount is null) and (contract_id is null) = (buy_amount is null) and (contract_id is null) = (payout_transfer_id is null)
    and (contract_id is not null or (limit_amount is null and not is_given_back and return_contract_id is null)))
);
create index payment_exchanges_contract on payment_exchanges (tenant_id, contract_id, payment_id) where contract_id is not null;
grant select, insert on payment_exchanges to giro_service;
grant update (contract_id, sell_amount, buy_amount, limit_amount, payout_transfer_id, is_given_back, return_contract_id)
  on payment_exchanges to giro_service;
