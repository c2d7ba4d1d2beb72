-- A sealed value and a value from before share a column, so that an upgrade needs no stop: rows are
-- read in either form, written sealed, and a sweep seals the rest. A blind index is beside each
-- sealed value that is searched. Until a row is sealed, its index is null and the search uses the
-- value itself: behind row-level security, PostgreSQL uses an index over such a case, but not over
-- coalesce or a function.
alter table customers add column tax_id_index text;
alter table users add column phone_number_index text;
alter table contacts add column account_number_index text;
alter table accounts add column account_number_index text;
alter table payments add column receiver_account_number_index text;

drop index customers_tax_id;
create index customers_tax_id on customers (tenant_id, (case when tax_id_index is null then tax_id else tax_id_index end), id);
drop index users_phone_number;
create index users_phone_number on users (tenant_id, customer_id, (case when phone_number_index is null then phone_number else phone_number_index end), id);
drop index contacts_account_number;
create index contacts_account_number on contacts (tenant_id, customer_id, (case when account_number_index is null then account_number else account_number_index end), id);
drop index accounts_number;
create unique index accounts_number on accounts (tenant_id, (case when account_number_index is null then account_number else account_number_index end), routing_number)
  where deleted_at is null;
drop index accounts_any_number;
create index accounts_any_number on accounts (tenant_id, (case when account_number_index is null then account_number else account_number_index end), id);
drop index payments_receiver_account;
create index payments_receiver_account on payments (tenant_id, (case when receiver_account_number_index is null then receiver_account_number else receiver_account_number_index end), id);

-- What ACH cannot carry of a contact's account number, so that a payment is decided without opening
-- it: 'none', 'tooLong' or 'zeros'. Null for a contact from before, whose number is opened.
alter table contacts add column ach_fault text check (ach_fault in ('none', 'tooLong', 'zeros'));

-- The sweep writes sealed values over the ones from before, and over those of an earlier key. The
-- service has no right to change these columns otherwise: SQL through it must not redirect a payment,
-- change a file before it leaves or a proposal before it is decided, or rewrite an event. So these
-- functions write as the owner of the tables, within the setting giro.tenant, and accept only a
-- sealed value. A receiver keeps its blind index once it has one. Null keeps a column as it is.
create function reseal_payments(tenant bigint, row_id uuid, number text, number_index text, sealed_details jsonb)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update payments
     set receiver_account_number = coalesce(number, receiver_account_number),
         receiver_account_number_index = coalesce(receiver_account_number_index, number_index),
         details = coalesce(sealed_details, details)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and coalesce(number, 'sealed:') like 'sealed:%'
     and coalesce(sealed_details ->> 'sealed', 'sealed:') like 'sealed:%'
$$;

create function reseal_payment_recurrences(tenant bigint, row_id uuid, sealed_details jsonb)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update payment_recurrences set details = sealed_details
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_details ->> 'sealed' like 'sealed:%'
$$;

create function reseal_ach_files(tenant bigint, row_id uuid, sealed_content text)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update ach_files set content = sealed_content
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and written_at is not null and sealed_content like 'sealed:%'
$$;

create function reseal_events(tenant bigint, row_id uuid, sealed_data jsonb)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update events set data = sealed_data
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_data #>> '{}' like 'sealed:%'
$$;

create function reseal_approvals(
  tenant bigint, row_id uuid, sealed_current jsonb, sealed_proposed jsonb, sealed_result jsonb, sealed_hash text)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update approvals
     set current = coalesce(sealed_current, current), proposed = coalesce(sealed_proposed, proposed),
         result = coalesce(sealed_result, result), content_sha256 = coalesce(sealed_hash, content_sha256)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and status <> 'Pending'
     and coalesce(sealed_current #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_proposed #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_result #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_hash, 'sealed:') like 'sealed:%'
$$;

revoke execute on function reseal_payments, reseal_payment_recurrences, reseal_ach_files, reseal_events, reseal_approvals
  from public;
grant execute on function reseal_payments, reseal_payment_recurrences, reseal_ach_files, reseal_events, reseal_approvals
  to giro_service;
grant update (sealed) on webhook_secrets to giro_service;
