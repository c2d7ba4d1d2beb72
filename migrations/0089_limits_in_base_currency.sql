-- Limits measure every payment in the institution's currency.

-- What a payment counts for, in minor units of the institution's currency; null if that is its
-- amount. It gives back exactly this, whatever the rate is then.
alter table payments add column limit_amount bigint check (limit_amount > 0);
-- The mid rate that converted it, of the pair in market order; null if nothing was converted.
alter table payments add column limit_rate numeric check (limit_rate > 0);

update payments p set limit_amount = x.limit_amount
from payment_exchanges x
where x.tenant_id = p.tenant_id and x.payment_id = p.id and x.limit_amount is not null and p.limit_date is not null;

-- Payments in other currencies had a day on which they counted, but counted for nothing.
update payments p set limit_date = null
from institutions i
where i.tenant_id = p.tenant_id and p.limit_date is not null and p.limit_amount is null and p.currency <> i.currency;
-- So did exchanges without a side in the institution's currency.
update payments p set limit_date = null
from payment_exchanges x
where x.tenant_id = p.tenant_id and x.payment_id = p.id and x.contract_id is not null and x.limit_amount is null
  and p.limit_date is not null;

alter table payments add constraint payments_limit_amount
  check ((limit_date is not null or limit_amount is null) and (limit_amount is not null or limit_rate is null));
grant update (limit_amount, limit_rate) on payments to giro_service;

alter table payment_exchanges drop constraint payment_exchanges_drawn;
alter table payment_exchanges drop column limit_amount;
alter table payment_exchanges add constraint payment_exchanges_drawn check (
  (contract_id is null) = (sell_amount is null) and (contract_id is null) = (buy_amount is null)
  and (contract_id is null) = (payout_transfer_id is null)
  and (contract_id is not null or (not is_given_back and return_contract_id is null)));

-- What an approved payment counts for against the daily limit of its approver, in minor units of the
-- institution's currency; null if that is its amount, or if it was in another currency and had no
-- rate.
alter table payment_approvals add column limit_amount bigint check (limit_amount > 0);
