-- A rail settles the payments in transit on it with the institution's account at the Federal Reserve or at a correspondent: at
-- one moment, in one currency. The amounts are the ledger transfers whose reference is the settlement.
create table rail_settlements (
  tenant_id  bigint      not null references institutions,
  id         uuid        not null,
  rail       text        not null,
  currency   text        not null,
  settled_at timestamptz not null,
  -- What had cleared before settlements were recorded, in one amount, without its payments.
  is_opening boolean     not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint rail_settlements_moment unique (tenant_id, rail, currency, settled_at, is_opening)
);
grant select, insert on rail_settlements to giro_service;
call add_tenant_policy('rail_settlements');

-- A reversing entry settles after its file: the amount is in transit until then.
alter table ach_reversals
  add column settlement_due_at timestamptz,
  add column settlement_id uuid,
  add foreign key (tenant_id, settlement_id) references rail_settlements (tenant_id, id);
create index ach_reversals_unsettled on ach_reversals (tenant_id, settlement_due_at)
  where settlement_due_at is not null and settlement_id is null;
create index ach_reversals_file on ach_reversals (tenant_id, file_id) where file_id is not null;
grant update (settlement_due_at, settlement_id) on ach_reversals to giro_service;

-- Institutions that have clearing accounts get an account for the settlements of each rail.
insert into ledger_accounts
  (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
select tenant_id, 'rail-settlement', 'rail-settlement:' || split_part(code, ':', 2) || ':' || currency, currency, true, 0, 0, 0, 0, now()
from ledger_accounts where kind = 'clearing'
order by tenant_id, code
on conflict (tenant_id, code) do nothing;

-- What has cleared so far settles in one amount: the posted balance, without the reversing entries that are in no file yet.
create temporary table cleared on commit drop as
select a.tenant_id, gen_random_uuid() as id, gen_random_uuid() as transfer_id, split_part(a.code, ':', 2) as rail, a.currency,
  a.id as clearing_id, s.id as settlement_id,
  a.credits_posted - a.debits_posted - coalesce((
    select sum(p.amount) from ach_reversals r join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
      left join ach_files f on f.tenant_id = r.tenant_id and f.id = r.file_id
    where r.tenant_id = a.tenant_id and f.written_at is null and a.code = 'clearing:ACH:' || p.currency), 0) as amount
from ledger_accounts a
  join ledger_accounts s on s.tenant_id = a.tenant_id and s.code = 'rail-' || replace(a.code, 'clearing:', 'settlement:')
where a.kind = 'clearing';

insert into rail_settlements (tenant_id, id, rail, currency, settled_at, is_opening, created_at)
select tenant_id, id, rail, currency, now(), true, now() from cleared where amount <> 0 or rail = 'ACH';

insert into ledger_transfers
  (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at)
select tenant_id, transfer_id, 'posted', case when amount > 0 then clearing_id else settlement_id end,
  case when amount > 0 then settlement_id else clearing_id end, abs(amount), currency, 'settlement', id, now()
from cleared where amount <> 0;

update ledger_accounts a set
  debits_posted = a.debits_posted + case when (a.id = c.clearing_id) = (c.amount > 0) then abs(c.amount) else 0 end,
  credits_posted = a.credits_posted + case when (a.id = c.clearing_id) = (c.amount > 0) then 0 else abs(c.amount) end
from cleared c
where c.amount <> 0 and a.tenant_id = c.tenant_id and a.id in (c.clearing_id, c.settlement_id);

-- The reversing entries of written files are part of that amount, even if it is zero.
update ach_reversals r set settlement_due_at = f.written_at, settlement_id = c.id
from ach_files f, cleared c
where f.tenant_id = r.tenant_id and f.id = r.file_id and f.written_at is not null
  and c.tenant_id = r.tenant_id and c.rail = 'ACH'
  and c.currency = (select p.currency from payments p where p.tenant_id = r.tenant_id and p.id = r.payment_id);
