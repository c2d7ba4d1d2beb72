-- The FX contract that a payment names, as a column: an index on a path of the details read them for every payment.
alter table payments add column fx_contract_number text;
update payments set fx_contract_number = details #>> '{additionalInfo,fxContractNumber}'
where details #>> '{additionalInfo,fxContractNumber}' is not null;
drop index payments_forex;
create index payments_forex on payments (tenant_id, fx_contract_number, id) where fx_contract_number is not null;
drop trigger payments_never_change on payments;
create trigger payments_never_change before delete or update of
    tenant_id, id, external_reference_id, customer_id, sender_account_id, contact_id, receiver_account_id, entry_type, amount,
    currency, speed, sec_code, payment_date, payment_notes, created_by, created_by_user, created_at, approvers_needed,
    on_missed_cut_off, fx_contract_number
  on payments for each row execute function refuse_payment_change();
