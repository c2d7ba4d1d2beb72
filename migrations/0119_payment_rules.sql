-- Rules of what a payment instructs: the database accepts no currency, speed or SEC code that the
-- code does not know, and no payment of an account that belongs to another customer.
do $$ begin
  if to_regtype('currency_code') is null then
    create domain currency_code as text constraint currency_code_form check (value ~ '^[A-Z]{3}$');
  end if;
end $$;
alter table payments alter column currency type currency_code;

alter table payments rename constraint payments_amount_check to payments_amount_positive;
alter table payments rename constraint payments_entry_type_check to payments_entry_type_known;
alter table payments rename constraint payments_rail_check to payments_rail_known;
alter table payments rename constraint payments_on_missed_cut_off_check to payments_on_missed_cut_off_known;
alter table payments add constraint payments_speed_known
  check (speed in ('Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN'));
alter table payments add constraint payments_sec_code_known check (sec_code in ('POP', 'CCD', 'PPD', 'WEB', 'CTX'));

-- No payment was ever in the state INITIATED.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_known check (status in ('PENDING_APPROVAL', 'PARTIALLY_APPROVED',
  'FUTURE_DATED', 'HELD', 'VALIDATED', 'VALIDATION_FAILURE', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED', 'RETURNED',
  'REJECTED', 'CANCELLED', 'REVERSED'));

-- One reference proves the account and its customer.
alter table accounts add constraint accounts_of_customer unique (tenant_id, id, customer_id);
alter table payments drop constraint payments_tenant_id_sender_account_id_fkey;
alter table payments add constraint payments_sender_account_of_customer
  foreign key (tenant_id, sender_account_id, customer_id) references accounts (tenant_id, id, customer_id);
