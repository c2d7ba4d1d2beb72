-- A sealed value is bound to its place: the column and the row that it was sealed for. The nodes of
-- the release before read no such value, so only keys that this release makes bind what they seal;
-- `giro encryption-key rotate` makes one.
alter table encryption_keys add column binds_place boolean not null default false;

-- Since when all values of a table are bound to their places: then a value without a place is
-- refused there. Nobody takes that back.
alter table sealing_progress add column bound_since timestamptz;
create function sealing_progress_stays_bound() returns trigger language plpgsql as $$
begin
  raise exception 'the values of % stay bound to their places', old.table_name
    using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name;
end $$;
revoke execute on function sealing_progress_stays_bound from public;
-- Safe for running nodes: they do not write the column.
create trigger sealing_progress_stays_bound before update of bound_since on sealing_progress for each row
  when (old.bound_since is not null and new.bound_since is distinct from old.bound_since)
  execute function sealing_progress_stays_bound();

-- Whether a text was sealed for the place: its version is 3, and its tag is that of the place
-- (src/kernel/sealed-text.ts). Who has no key can copy such a text, and can make none.
create function sealed_for(place text, sealed text) returns boolean language sql immutable parallel safe
  set search_path = giro, pg_temp
as $$
  select sealed like 'sealed:Aw%' and substr(sealed, 20, 20)
    = translate(encode(substr(sha256(convert_to(place, 'UTF8')), 1, 15), 'base64'), '+/', '-_')
$$;
revoke execute on function sealed_for from public;

-- The functions of the sweep that seals stored data (src/db/reseal.ts). Each accepts only what was
-- sealed for the place that it writes; null keeps a column as it is. A number must be that of the
-- index that the payment has.
create or replace function reseal_payments(tenant bigint, row_id uuid, number text, number_index text, sealed_details jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update payments
     set receiver_account_number = coalesce(number, receiver_account_number),
         receiver_account_number_index = coalesce(receiver_account_number_index, number_index),
         details = coalesce(sealed_details, details)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and (number is null or (number_index = coalesce(receiver_account_number_index, number_index)
       and sealed_for(case when contact_id is null then 'accounts.account_number:' || receiver_account_id
         else 'contacts.account_number:' || contact_id end, number)))
     and (sealed_details is null or sealed_for('payments.details:' || id, sealed_details ->> 'sealed'))
$$;

create or replace function reseal_payment_recurrences(tenant bigint, row_id uuid, sealed_details jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update payment_recurrences set details = sealed_details
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_for('payment_recurrences.details:' || id, sealed_details ->> 'sealed')
$$;

create or replace function reseal_approvals(tenant bigint, row_id uuid, sealed_current jsonb, sealed_proposed jsonb, sealed_result
  jsonb, sealed_hash text)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update approvals
     set current = coalesce(sealed_current, current), proposed = coalesce(sealed_proposed, proposed),
         result = coalesce(sealed_result, result), content_sha256 = coalesce(sealed_hash, content_sha256)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and status <> 'Pending'
     and (sealed_current is null or sealed_for('approvals.current:' || id, sealed_current #>> '{}'))
     and (sealed_proposed is null or sealed_for('approvals.proposed:' || id, sealed_proposed #>> '{}'))
     and (sealed_result is null or sealed_for('approvals.result:' || id, sealed_result #>> '{}'))
     and (sealed_hash is null or sealed_for('approvals.content_sha256:' || id, sealed_hash))
$$;

create or replace function reseal_events(tenant bigint, row_id uuid, sealed_data jsonb)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update events set data = sealed_data
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and sealed_for('events.data:' || id, sealed_data #>> '{}')
$$;

create or replace function reseal_ach_files(tenant bigint, row_id uuid, sealed_content text)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update ach_files set content = sealed_content
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and written_at is not null and sealed_for('ach_files.content:' || id, sealed_content)
$$;

-- Sealed values of new rows name their row, so the service takes the numbers of rows before.
grant usage on sequence customers_id_seq, signatories_id_seq to giro_service;

-- Safe for running nodes: a wider list, and a row for each part.
alter table verifications drop constraint verifications_part_known;
-- Safe for running nodes: a wider list, and a row for each part.
alter table verifications add constraint verifications_part_known check (part in ('ledger', 'entries', 'payments',
  'settlements', 'limits', 'fx', 'adjustments', 'suspense', 'books', 'audit', 'seals'));
