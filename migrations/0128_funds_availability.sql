-- The proceeds of settled debits that are not available yet. The payment's row is locked before a row here is changed.
create table funds_holds (
  tenant_id    bigint      not null,
  payment_id   uuid        not null,
  -- The hold on the account of the customer that collects.
  transfer_id  uuid        not null,
  -- The day on which the proceeds become available, or became available, if the institution released them early.
  available_on date        not null,
  -- When business starts on that day.
  releases_at  timestamptz not null,
  released_at  timestamptz,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id)  references payments (tenant_id, id),
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id)
);
create index funds_holds_open on funds_holds (tenant_id, releases_at, payment_id) where released_at is null;
grant select, insert on funds_holds to giro_service;
grant update (available_on, released_at) on funds_holds to giro_service;
call add_tenant_policy('funds_holds');

-- An early release waits for a second person. The kinds that exist stay.
do $$
declare
  kinds text := (select substring(pg_get_constraintdef(oid) from '^CHECK (.*)$') from pg_constraint
    where conname = 'approvals_kind_check' and conrelid = 'approvals'::regclass);
begin
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (%s or kind = %L)', kinds, 'fundsRelease');
end $$;

-- The purpose of the hold. The purposes that exist stay.
alter table ledger_transfers drop constraint ledger_transfers_purpose;
alter table ledger_transfers add constraint ledger_transfers_purpose check (purpose in
  ('payment', 'fundsHold', 'fee', 'settlement', 'return', 'reversal', 'crossedReturn', 'release', 'repayment', 'writeOff', 'adjustment',
   'fxContract', 'fxPrefunding', 'fxCover', 'fxMargin', 'fxDesk', 'fxRevaluation', 'fxSettlement', 'fxCloseOut',
   'fxCancellation', 'fxExpiry', 'fxFunding', 'fxPayout'));
