-- What messages and files take from a contact when they are written, as a blind index: the contact
-- keeps that of now, and a payment that for which it was made and approved. Null on a contact: as it
-- was before the column. Null on a payment: from before the column, or to no contact.
alter table contacts add column message_details_index text;
alter table payments add column receiver_message_details_index text;

-- The version at which a node that knows the index wrote the contact. A node of the release before
-- counts the version up and leaves this as it is: then the index is not that of the details.
alter table contacts add column details_version bigint;

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
           then coalesce(k.message_details_index, '') else 'version ' || k.version end
    from waiting w, contacts k
   where p.tenant_id = tenant and p.id = w.payment_id and k.tenant_id = p.tenant_id and k.id = p.contact_id
$$;
