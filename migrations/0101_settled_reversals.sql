-- The business day on which a reversing entry left the clearing account. Entries of one settlement moment can settle in several
-- transactions, and a business day can close between them.
alter table ach_reversals add column settled_on date;
update ach_reversals r set settled_on = (
  select min(t.business_date) from ledger_transfers t where t.tenant_id = r.tenant_id and t.reference_id = r.settlement_id)
where r.settlement_id is not null;
grant update (settled_on) on ach_reversals to giro_service;
