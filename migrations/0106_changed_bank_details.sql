-- A payment keeps the bank details that it was made with. Only this function changes them, to those of its contact, while
-- the payment waits: the customer has confirmed them.
create function take_contact_details(tenant bigint, payment uuid, moment timestamptz)
  returns void language sql volatile security definer set search_path = public, pg_temp
as $$
  update payments p
     set receiver_name = k.name, receiver_account_number = k.account_number,
         receiver_account_number_index = k.account_number_index, receiver_account_type = k.account_type,
         receiver_bank_code = coalesce(case p.rail when 'SWIFT' then k.swift_code else k.national_code end, ''),
         updated_at = moment
    from contacts k
   where p.tenant_id = tenant and p.id = payment and p.status in ('FUTURE_DATED', 'HELD')
     and k.tenant_id = p.tenant_id and k.id = p.contact_id
     and current_setting('giro.tenant', true) in ('all', tenant::text)
$$;
revoke execute on function take_contact_details from public;
grant execute on function take_contact_details to giro_service;
