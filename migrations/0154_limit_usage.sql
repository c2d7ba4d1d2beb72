-- The usage of limits says in columns what it counts, instead of in a text such as BELOW_ACH_CREDIT_LIMIT_PER_DAY, and the payments
-- that count towards the tiers of a fee have a table of their own.

create table fee_counts (
  tenant_id   bigint not null,
  customer_id bigint not null,
  fee_id      bigint not null,
  month       date   not null constraint fee_counts_month_first_day check (extract(day from month) = 1),
  payments    bigint not null constraint fee_counts_payments_not_negative check (payments >= 0),
  primary key (tenant_id, customer_id, fee_id, month),
  constraint fee_counts_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
grant select, insert, update on fee_counts to giro_service;
call add_tenant_policy('fee_counts');

insert into fee_counts (tenant_id, customer_id, fee_id, month, payments)
select tenant_id, customer_id, substring(key from '^FEE_(\d+)_COUNT$')::bigint, period_start, used
from limit_usage where key ~ '^FEE_\d+_COUNT$';
delete from limit_usage where key ~ '^FEE_\d+_COUNT$';

alter table limit_usage
  add column rail       text,
  add column entry_type text,
  add column period     text,
  add column is_below   boolean;
update limit_usage u
set rail = k.parts[2], entry_type = k.parts[3], period = k.parts[4], is_below = k.parts[1] is not null
from (
  select tenant_id, customer_id, key, period_start,
    regexp_match(replace(key, '_PAYMENT_', '_ALL_'), '^(BELOW_)?([A-Z]+)_(CREDIT|DEBIT|ALL)_LIMIT_PER_(DAY|WEEK|MONTH)$') as parts
  from limit_usage
) k
where k.tenant_id = u.tenant_id and k.customer_id = u.customer_id and k.key = u.key and k.period_start = u.period_start;
alter table limit_usage
  drop constraint limit_usage_pkey,
  drop column key,
  alter column rail set not null,
  alter column entry_type set not null,
  alter column period set not null,
  alter column is_below set not null,
  add primary key (tenant_id, customer_id, rail, entry_type, period, period_start, is_below),
  add constraint limit_usage_rail_known check (rail in ('ACH', 'FEDWIRE', 'INSTANT', 'SWIFT', 'BOOK')),
  add constraint limit_usage_entry_type_known check (entry_type in ('CREDIT', 'DEBIT', 'ALL')),
  add constraint limit_usage_entry_type_of_rail check ((rail = 'ACH') = (entry_type <> 'ALL')),
  add constraint limit_usage_period_known check (period in ('DAY', 'WEEK', 'MONTH'));

-- The exposure limit of an account as a column: a payment looks for those of its customer. It is text, as it was sent, because an
-- old limit that is no amount allows nothing.
alter table accounts
  add column credit_exposure_limit text generated always as (features #>> '{achFeature,creditExposureLimit}') stored;
drop index accounts_credit_exposure;
create index accounts_credit_exposure on accounts (tenant_id, customer_id)
  where credit_exposure_limit is not null and deleted_at is null;
