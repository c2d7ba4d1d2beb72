-- The business days of an institution. A day takes entries until its end; when it is closed, it takes no more.
create table ledger_days (
  tenant_id     bigint      not null references institutions,
  business_date date        not null,
  -- Entries from the end of the day before until this moment have this business date.
  closes_at     timestamptz not null,
  -- When the close is tried: at the end of the day, or later if it could not be proved.
  close_due_at  timestamptz not null,
  closed_at     timestamptz,
  -- What a close that could not be proved found.
  differences   jsonb,
  primary key (tenant_id, business_date)
);
create index ledger_days_coming on ledger_days (tenant_id, closes_at) where closed_at is null;
create index ledger_days_open on ledger_days (tenant_id, business_date) where closed_at is null;
grant select, insert, delete on ledger_days to giro_service;
grant update (close_due_at, closed_at, differences) on ledger_days to giro_service;
call add_tenant_policy('ledger_days');

-- The closing balances of a closed day: a row for each account of the institution, and for the accounts of customers a row for
-- each master GL account. Balances are credits less debits.
create table ledger_closings (
  tenant_id     bigint not null,
  business_date date   not null,
  account       text   not null,
  currency      text   not null,
  -- The number in the institution's general ledger, as it was at the close.
  gl_account    text   not null,
  opening       bigint not null,
  debits        bigint not null,
  credits       bigint not null,
  -- The balances of accounts that changed their master GL account.
  reclassified  bigint not null,
  closing       bigint not null,
  primary key (tenant_id, business_date, account),
  foreign key (tenant_id, business_date) references ledger_days (tenant_id, business_date),
  constraint ledger_closings_sum check (closing = opening + credits - debits + reclassified)
);
grant select, insert on ledger_closings to giro_service;
call add_tenant_policy('ledger_closings');

-- Entries from before business days were kept have no business date: the opening balances below contain them.
alter table ledger_transfers add column business_date date;
create index ledger_transfers_journal on ledger_transfers (tenant_id, business_date, id)
  where business_date is not null and kind in ('posted', 'post_pending');

-- The place of a business day among the advisory locks of the class "book" (src/db/advisory-locks.ts).
create function ledger_day_key(tenant bigint, day date) returns integer language sql immutable as $$
  select ((tenant * 50000 + (day - date '1970-01-01')) % 2147483647)::integer
$$;

-- The open business day of a moment. It stays open until the transaction ends: a close waits for the lock. Each query of a
-- volatile function sees what was committed before it, so a day that was closed while this waited is noticed.
create function ledger_open_day(tenant bigint, moment timestamptz) returns date language plpgsql volatile as $$
declare
  day date;
begin
  loop
    select d.business_date into day from ledger_days d
      where d.tenant_id = tenant and d.closed_at is null and d.closes_at > moment order by d.closes_at limit 1;
    if day is null then
      -- Days are prepared a year ahead. A later one counts in the next business day that is closed.
      select greatest((moment at time zone i.time_zone)::date, max(d.business_date) + 1) into day
        from institutions i left join ledger_days d on d.tenant_id = i.tenant_id where i.tenant_id = tenant group by i.time_zone;
    end if;
    perform pg_advisory_xact_lock_shared(1651470187, ledger_day_key(tenant, day));
    exit when not exists (
      select from ledger_days d where d.tenant_id = tenant and d.business_date >= day and d.closed_at is not null);
  end loop;
  return day;
end $$;

-- Waits until no transaction adds entries to the day, and keeps new ones out until this transaction ends.
create function ledger_lock_day(tenant bigint, day date) returns void language sql volatile as $$
  select pg_advisory_xact_lock(1651470187, ledger_day_key(tenant, day))
$$;

revoke execute on function ledger_day_key, ledger_open_day, ledger_lock_day from public;
grant execute on function ledger_day_key, ledger_open_day, ledger_lock_day to giro_service;

-- Institutions with books begin with the balances of the day before.
insert into ledger_days (tenant_id, business_date, closes_at, close_due_at, closed_at)
select tenant_id,
  (coalesce(clock_stands_at, now() + clock_offset_ms * interval '1 millisecond') at time zone time_zone)::date - 1, now(), now(), now()
from institutions;
insert into ledger_closings
  (tenant_id, business_date, account, currency, gl_account, opening, debits, credits, reclassified, closing)
select l.tenant_id, d.business_date, coalesce(l.code, 'customers:' || l.currency || ':' || coalesce(a.master_gl, '')), l.currency,
  coalesce(l.code, a.master_gl, ''), sum(l.credits_posted - l.debits_posted), 0, 0, 0, sum(l.credits_posted - l.debits_posted)
from ledger_accounts l
  join ledger_days d on d.tenant_id = l.tenant_id
  left join accounts a on a.tenant_id = l.tenant_id and a.id = l.id
group by 1, 2, 3, 4, 5;
