-- The database holds the books, whoever writes. A trigger on transfers writes the totals of both accounts, the entries of
-- customers' accounts and the live holds, and checks resolutions against their holds; nothing else can write them.

-- The closed lists. The code has the same (src/ledger/transfer.ts, src/ledger/chart.ts); a test compares them.
alter table ledger_accounts add constraint ledger_accounts_kind check (kind in
  ('customer', 'settlement', 'rail-settlement', 'clearing', 'income', 'receivable', 'suspense', 'adjustment', 'fx'));
-- Only the institution's own accounts may be overdrawn.
alter table ledger_accounts add constraint ledger_accounts_overdraft check (overdraft = (kind <> 'customer'));
alter table ledger_transfers add constraint ledger_transfers_purpose check (purpose in
  ('payment', 'fee', 'settlement', 'return', 'reversal', 'crossedReturn', 'release', 'repayment', 'writeOff', 'adjustment',
   'fxContract', 'fxPrefunding', 'fxCover', 'fxMargin', 'fxDesk', 'fxRevaluation', 'fxSettlement', 'fxCloseOut',
   'fxCancellation', 'fxExpiry', 'fxFunding', 'fxPayout'));

-- The day from which the amount counts for interest and value-dated balances; null for the business date.
alter table ledger_transfers add column value_date date;
-- The number of the last entry, and its booking time. The institution's own accounts have no entries; their numbers have gaps.
alter table ledger_accounts add column last_sequence bigint not null default 0;
alter table ledger_accounts add column last_entry_at timestamptz;

-- The transfers of a customer's account, numbered without gaps. Each has the totals of the account after it, so a balance at
-- any time in the past is that of one entry. Booking times and business dates never run back from one number to the next.
create table ledger_entries (
  tenant_id       bigint      not null,
  account_id      bigint      not null,
  sequence        bigint      not null,
  transfer_id     uuid        not null,
  direction       text        not null check (direction in ('Debit', 'Credit')),
  kind            text        not null,
  purpose         text        not null,
  amount          bigint      not null,
  debits_pending  bigint      not null,
  debits_posted   bigint      not null,
  credits_pending bigint      not null,
  credits_posted  bigint      not null,
  booked_at       timestamptz not null,
  business_date   date        not null,
  value_date      date        not null,
  primary key (tenant_id, account_id, sequence),
  constraint ledger_entries_transfer unique (tenant_id, transfer_id, account_id)
);
-- What counts later than it was booked: a value-dated balance is the booked balance without it.
create index ledger_entries_forward on ledger_entries (tenant_id, account_id, value_date) where value_date > business_date;
grant select on ledger_entries to giro_service;
call add_tenant_policy('ledger_entries');

-- The holds that are live, once for each customer's account that they touch; the leading row is that of the debited account. A
-- payment or contract has one live hold for each purpose, and one for each fee. (Each fee has an account of its own.)
create table ledger_holds (
  tenant_id    bigint  not null,
  account_id   bigint  not null,
  -- The number of the hold among the account's transfers.
  sequence     bigint  not null,
  transfer_id  uuid    not null,
  reference_id uuid    not null,
  purpose      text    not null,
  -- The account of the fee; 0 for other purposes.
  part         bigint  not null,
  is_leading   boolean not null,
  primary key (tenant_id, account_id, sequence),
  constraint ledger_holds_one_live unique (tenant_id, reference_id, purpose, part, is_leading)
) with (autovacuum_vacuum_scale_factor = 0.05);
grant select on ledger_holds to giro_service;
call add_tenant_policy('ledger_holds');

-- The transfers so far, in the order of their times.
insert into ledger_entries
with sides as (
  select t.tenant_id, s.account_id, s.direction, t.id, t.kind, t.purpose, t.amount, t.created_at, t.pending_id, t.business_date,
    case t.kind when 'pending' then t.amount when 'posted' then 0 else -h.amount end as pending,
    case when t.kind in ('posted', 'post_pending') then t.amount else 0 end as posted
  from ledger_transfers t
    left join ledger_transfers h on h.tenant_id = t.tenant_id and h.id = t.pending_id
    cross join lateral (values (t.debit_account_id, 'Debit'), (t.credit_account_id, 'Credit')) s (account_id, direction)
    join ledger_accounts a on a.tenant_id = t.tenant_id and a.id = s.account_id and a.kind = 'customer'
)
select s.tenant_id, s.account_id, row_number() over entries, s.id, s.direction, s.kind, s.purpose, s.amount,
  sum(case s.direction when 'Debit' then s.pending else 0 end) over entries,
  sum(case s.direction when 'Debit' then s.posted else 0 end) over entries,
  sum(case s.direction when 'Credit' then s.pending else 0 end) over entries,
  sum(case s.direction when 'Credit' then s.posted else 0 end) over entries,
  s.created_at,
  max(coalesce(s.business_date, (s.created_at at time zone i.time_zone)::date)) over entries,
  max(coalesce(s.business_date, (s.created_at at time zone i.time_zone)::date)) over entries
from sides s join institutions i on i.tenant_id = s.tenant_id
window entries as (partition by s.tenant_id, s.account_id order by s.created_at, s.pending_id is not null, s.id
  rows between unbounded preceding and current row);

update ledger_accounts a set last_sequence = s.transfers, last_entry_at = case when a.kind = 'customer' then s.last_at end
from (
  select t.tenant_id, x.account_id, count(*) as transfers, max(t.created_at) as last_at
  from ledger_transfers t cross join lateral (values (t.debit_account_id), (t.credit_account_id)) x (account_id) group by 1, 2
) s
where a.tenant_id = s.tenant_id and a.id = s.account_id;

insert into ledger_holds
select t.tenant_id, s.account_id, coalesce(e.sequence, row_number() over (partition by t.tenant_id, s.account_id order by t.id)),
  t.id, t.reference_id, t.purpose, case t.purpose when 'fee' then t.credit_account_id else 0 end,
  s.direction = 'Debit' or d.kind <> 'customer'
from ledger_transfers t
  join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
  join ledger_accounts c on c.tenant_id = t.tenant_id and c.id = t.credit_account_id
  cross join lateral (values
    (t.debit_account_id, 'Debit', d.kind = 'customer' or c.kind <> 'customer'),
    (t.credit_account_id, 'Credit', c.kind = 'customer')) s (account_id, direction, is_kept)
  left join ledger_entries e on e.tenant_id = t.tenant_id and e.transfer_id = t.id and e.account_id = s.account_id
where t.kind = 'pending' and s.is_kept
  and not exists (select from ledger_transfers r where r.tenant_id = t.tenant_id and r.pending_id = t.id);

-- Refuses a statement, by the constraint that its trigger names.
create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[1] using errcode = 'check_violation', constraint = tg_argv[0],
    schema = tg_table_schema, table = tg_table_name;
end $$;

-- Applies the transfers of one statement, in their order. Its plan is kept from the first statement of a connection, which may
-- have one transfer or thousands, so every join goes to an index and the rest is sorted.
create function ledger_apply_transfers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  unfit uuid;
  applied bigint;
begin
  if exists (select from added where pending_id is not null) then
    select r.id into unfit from added r
      left join ledger_transfers h on h.tenant_id = r.tenant_id and h.id = r.pending_id
    where r.pending_id is not null and (h.kind is distinct from 'pending' or r.amount > h.amount
      or (r.kind = 'void_pending' and r.amount < h.amount)
      or (r.debit_account_id, r.credit_account_id, r.currency) <> (h.debit_account_id, h.credit_account_id, h.currency))
    limit 1;
    if found then
      raise exception 'transfer % does not fit its hold', unfit using errcode = 'check_violation',
        constraint = 'ledger_transfers_fits_hold', schema = tg_table_schema, table = tg_table_name;
    end if;
    delete from ledger_holds l using added r, ledger_transfers h, (values (true), (false)) v (is_leading)
    where r.pending_id is not null and h.tenant_id = r.tenant_id and h.id = r.pending_id
      and l.tenant_id = h.tenant_id and l.reference_id = h.reference_id and l.purpose = h.purpose
      and l.part = case h.purpose when 'fee' then h.credit_account_id else 0 end and l.is_leading = v.is_leading
      and l.transfer_id = h.id;
  end if;

  -- Customers' accounts first, the institution's own last: every transaction waits for them.
  perform from ledger_accounts a
  where (a.tenant_id, a.id) in (
    select tenant_id, debit_account_id from added union all select tenant_id, credit_account_id from added)
  order by a.tenant_id, a.code is not null, a.id for no key update;

  with moved as materialized (
    select t.*, d.id as debit_id, d.code is null as debits_customer, d.last_sequence as debit_sequence,
      d.last_entry_at as debit_entry_at, d.debits_pending as dp, d.debits_posted as dt, d.credits_pending as dcp,
      d.credits_posted as dct, c.id as credit_id, c.code is null as credits_customer, c.last_sequence as credit_sequence,
      c.last_entry_at as credit_entry_at, c.debits_pending as cdp, c.debits_posted as cdt, c.credits_pending as cp,
      c.credits_posted as ct,
      case t.kind when 'pending' then t.amount when 'posted' then 0 else -h.amount end as held,
      case when t.kind in ('posted', 'post_pending') then t.amount else 0 end as posted
    from (select added.*, row_number() over () as place from added) t
      join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id and d.currency = t.currency
      join ledger_accounts c on c.tenant_id = t.tenant_id and c.id = t.credit_account_id and c.currency = t.currency
      left join ledger_transfers h on h.tenant_id = t.tenant_id and h.id = t.pending_id
  ), stated as materialized (
    select m.tenant_id, m.id, m.kind, m.purpose, m.reference_id, m.amount, m.credit_account_id, s.account_id, s.direction,
      s.is_leading, s.sequence + count(*) over earlier as sequence,
      (s.debits_pending + sum(s.debit_held) over earlier)::bigint as debits_pending,
      (s.debits_posted + sum(s.debit_posted) over earlier)::bigint as debits_posted,
      (s.credits_pending + sum(s.credit_held) over earlier)::bigint as credits_pending,
      (s.credits_posted + sum(s.credit_posted) over earlier)::bigint as credits_posted,
      m.place = max(m.place) over account as is_last,
      greatest(s.entry_at, max(m.created_at) over account) as booked_at,
      coalesce(m.business_date, (m.created_at at time zone 'UTC')::date) as business_date, m.value_date
    from moved m cross join lateral (values
        (m.debit_id, 'Debit', m.debits_customer, true, m.debit_sequence, m.debit_entry_at, m.dp, m.dt, m.dcp, m.dct,
          m.held, m.posted, 0, 0),
        (m.credit_id, 'Credit', m.credits_customer, not m.debits_customer, m.credit_sequence, m.credit_entry_at,
          m.cdp, m.cdt, m.cp, m.ct, 0, 0, m.held, m.posted)
      ) s (account_id, direction, is_customer, is_leading, sequence, entry_at, debits_pending, debits_posted,
        credits_pending, credits_posted, debit_held, debit_posted, credit_held, credit_posted)
    where s.is_customer
    window account as (partition by m.tenant_id, s.account_id),
      earlier as (partition by m.tenant_id, s.account_id order by m.place rows between unbounded preceding and current row)
  ), entries as (
    insert into ledger_entries (tenant_id, account_id, sequence, transfer_id, direction, kind, purpose, amount, debits_pending,
      debits_posted, credits_pending, credits_posted, booked_at, business_date, value_date)
    select tenant_id, account_id, sequence, id, direction, kind, purpose, amount, debits_pending, debits_posted,
      credits_pending, credits_posted, booked_at, business_date, coalesce(value_date, business_date)
    from stated
  ), holds as (
    insert into ledger_holds (tenant_id, account_id, sequence, transfer_id, reference_id, purpose, part, is_leading)
    select tenant_id, account_id, sequence, id, reference_id, purpose,
      case purpose when 'fee' then credit_account_id else 0 end, is_leading
    from (
      select tenant_id, account_id, sequence, id, reference_id, purpose, credit_account_id, is_leading from stated
      where kind = 'pending'
      union all
      -- A hold of the institution alone: its number among the transfers of the account.
      select tenant_id, debit_id, debit_sequence + place, id, reference_id, purpose, credit_account_id, true from moved
      where kind = 'pending' and not debits_customer and not credits_customer
    ) p
    where not exists (select from added where pending_id is not null)
      or (select r.id from ledger_transfers r where r.tenant_id = p.tenant_id and r.pending_id = p.id) is null
  ), customers as (
    update ledger_accounts a set debits_pending = s.debits_pending, debits_posted = s.debits_posted,
      credits_pending = s.credits_pending, credits_posted = s.credits_posted, last_sequence = s.sequence,
      last_entry_at = s.booked_at
    from stated s where s.is_last and a.tenant_id = s.tenant_id and a.id = s.account_id
  ), books as (
    update ledger_accounts a set debits_pending = a.debits_pending + s.debits_pending,
      debits_posted = a.debits_posted + s.debits_posted, credits_pending = a.credits_pending + s.credits_pending,
      credits_posted = a.credits_posted + s.credits_posted, last_sequence = a.last_sequence + s.places
    from (
      select tenant_id, id, sum(debits_pending)::bigint as debits_pending, sum(debits_posted)::bigint as debits_posted,
        sum(credits_pending)::bigint as credits_pending, sum(credits_posted)::bigint as credits_posted, max(places) as places
      from (
        select tenant_id, debit_id as id, sum(held) as debits_pending, sum(posted) as debits_posted, 0 as credits_pending,
          0 as credits_posted, max(place) as places
        from moved where not debits_customer group by tenant_id, debit_id
        union all
        select tenant_id, credit_id, 0, 0, sum(held), sum(posted), max(place) from moved where not credits_customer
        group by tenant_id, credit_id
      ) sides group by tenant_id, id
    ) s where a.tenant_id = s.tenant_id and a.id = s.id
  )
  select count(*) into applied from moved;
  if applied < (select count(*) from added) then
    raise exception 'a transfer names an account that does not exist, or not in its currency'
      using errcode = 'foreign_key_violation', constraint = 'ledger_transfers_accounts', schema = tg_table_schema,
      table = tg_table_name;
  end if;
  return null;
end $$;
revoke execute on function ledger_refuse, ledger_apply_transfers from public;

-- The trigger reads both accounts, so a second check by foreign keys would only cost time and locks. What the keys referred to
-- cannot change or go.
alter table ledger_transfers drop constraint ledger_transfers_tenant_id_debit_account_id_currency_fkey;
alter table ledger_transfers drop constraint ledger_transfers_tenant_id_credit_account_id_currency_fkey;

create trigger ledger_transfers_apply after insert on ledger_transfers referencing new table as added
  for each statement execute function ledger_apply_transfers();
create trigger ledger_transfers_permanent before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse('ledger_transfers_permanent', 'transfers are only added');

revoke update (debits_pending, debits_posted, credits_pending, credits_posted) on ledger_accounts from giro_service;
create trigger ledger_accounts_opening before insert on ledger_accounts for each row
  when (new.debits_pending <> 0 or new.debits_posted <> 0 or new.credits_pending <> 0 or new.credits_posted <> 0
    or new.last_sequence <> 0 or new.last_entry_at is not null)
  execute function ledger_refuse('ledger_accounts_opening', 'an account opens with zero totals');
create trigger ledger_accounts_totals before update of debits_pending, debits_posted, credits_pending, credits_posted,
    last_sequence, last_entry_at on ledger_accounts for each statement when (pg_trigger_depth() = 0)
  execute function ledger_refuse('ledger_accounts_totals', 'only transfers change the totals of an account');
create trigger ledger_accounts_permanent before delete or truncate or update of tenant_id, id, kind, currency on ledger_accounts
  for each statement execute function ledger_refuse('ledger_accounts_permanent', 'an account of the ledger stays what it is');

create trigger ledger_entries_written before insert on ledger_entries for each statement when (pg_trigger_depth() = 0)
  execute function ledger_refuse('ledger_entries_written', 'only transfers make entries');
create trigger ledger_entries_permanent before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse('ledger_entries_permanent', 'entries are only added');
create trigger ledger_holds_written before insert or update or delete on ledger_holds
  for each statement when (pg_trigger_depth() = 0)
  execute function ledger_refuse('ledger_holds_written', 'only transfers place and end holds');
create trigger ledger_holds_permanent before truncate on ledger_holds
  for each statement execute function ledger_refuse('ledger_holds_written', 'only transfers place and end holds');
