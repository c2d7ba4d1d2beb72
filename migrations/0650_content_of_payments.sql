-- A keyed digest of what was instructed, which only the service can make. A payment that was
-- inserted or altered in the database has none, or not its own, and pays nobody. Empty in payments
-- from before, until the sweep that seals stored rows has given them theirs.
alter table payments add column content_index text;

-- Confirmed bank details: the service writes the digest of the new content afterwards.
create or replace function take_contact_details(tenant bigint, payment uuid, moment timestamptz)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  with waiting as (
    update payment_states s set updated_at = moment
     where s.tenant_id = tenant and s.payment_id = payment and s.status in ('FUTURE_DATED', 'HELD')
       and current_setting('giro.tenant', true) in ('all', tenant::text)
    returning s.payment_id, s.rail)
  update payments p
     set receiver_name = k.name, receiver_account_number = k.account_number,
         receiver_account_number_index = k.account_number_index, receiver_account_type = k.account_type,
         receiver_bank_code = coalesce(case w.rail when 'SWIFT' then k.swift_code else k.national_code end, ''),
         receiver_message_details_index = case when k.details_version is null or k.details_version = k.version
           then coalesce(k.message_details_index, '') else 'version ' || k.version end,
         content_index = null
    from waiting w, contacts k
   where p.tenant_id = tenant and p.id = w.payment_id and k.tenant_id = p.tenant_id and k.id = p.contact_id
$$;

-- Gives a payment the digest of its content. Who has no key can only make it a wrong one.
create function seal_payment(tenant bigint, payment uuid, content text) returns void language sql security definer
  set search_path = giro, pg_temp
as $$
  update payments set content_index = content
   where tenant_id = tenant and id = payment and current_setting('giro.tenant', true) in ('all', tenant::text)
$$;
revoke execute on function seal_payment from public;
grant execute on function seal_payment to giro_service;
