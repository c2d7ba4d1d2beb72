-- Applies a statement's only transfer. A resolution ends a hold of the amount.
create function ledger_apply_one(t ledger_transfers, ended bigint) returns void language plpgsql as $$
declare
  held constant bigint := case t.kind when 'pending' then t.amount when 'posted' then 0 else -ended end;
  moved constant bigint := case when t.kind in ('posted', 'post_pending') then t.amount else 0 end;
  -- The numbers of its entries; null for accounts of the institution, which have none.
  of_debit bigint;
  of_credit bigint;
  own bigint[];
  changed bigint;
begin
  with customers as (
    update ledger_accounts a set
      debits_pending = a.debits_pending + case a.id when t.debit_account_id then held else 0 end,
      debits_posted = a.debits_posted + case a.id when t.debit_account_id then moved else 0 end,
      credits_pending = a.credits_pending + case a.id when t.credit_account_id then held else 0 end,
      credits_posted = a.credits_posted + case a.id when t.credit_account_id then moved else 0 end,
      last_sequence = a.last_sequence + 1, last_entry_at = greatest(a.last_entry_at, t.created_at)
    where a.tenant_id = t.tenant_id and a.id = any (array[t.debit_account_id, t.credit_account_id])
      and a.currency = t.currency and a.code is null
    returning a.*
  ), entries as (
    insert into ledger_entries (tenant_id, account_id, sequence, transfer_id, direction, kind, purpose, amount, debits_pending,
      debits_posted, credits_pending, credits_posted, booked_at, business_date, value_date)
    select tenant_id, id, last_sequence, t.id, case id when t.debit_account_id then 'Debit' else 'Credit' end, t.kind, t.purpose,
      t.amount, debits_pending, debits_posted, credits_pending, credits_posted, last_entry_at, day,
      coalesce(t.value_date, day)
    from customers, coalesce(t.business_date, (t.created_at at time zone 'UTC')::date) as day
  )
  select max(last_sequence) filter (where id = t.debit_account_id), max(last_sequence) filter (where id = t.credit_account_id)
    into of_debit, of_credit from customers;

  own := array_remove(array[case when of_debit is null then t.debit_account_id end,
    case when of_credit is null then t.credit_account_id end], null);
  if cardinality(own) > 1 then
    perform from ledger_accounts where tenant_id = t.tenant_id and id = any (own) order by id for no key update;
  end if;
  if cardinality(own) > 0 then
    update ledger_accounts a set
      debits_pending = a.debits_pending + case a.id when t.debit_account_id then held else 0 end,
      debits_posted = a.debits_posted + case a.id when t.debit_account_id then moved else 0 end,
      credits_pending = a.credits_pending + case a.id when t.credit_account_id then held else 0 end,
      credits_posted = a.credits_posted + case a.id when t.credit_account_id then moved else 0 end,
      last_sequence = a.last_sequence + 1
    where a.tenant_id = t.tenant_id and a.id = any (own) and a.currency = t.currency and a.code is not null;
    get diagnostics changed = row_count;
    if changed < cardinality(own) then
      raise exception 'a transfer names an account that does not exist, or not in its currency'
        using errcode = 'foreign_key_violation', constraint = 'ledger_transfers_accounts', schema = 'giro',
        table = 'ledger_transfers';
    end if;
  end if;

  if t.kind = 'pending' then
    if cardinality(own) = 2 then
      -- A hold of the institution alone: its number among the transfers of the account.
      select last_sequence into of_debit from ledger_accounts where tenant_id = t.tenant_id and id = t.debit_account_id;
    end if;
    insert into ledger_holds (tenant_id, account_id, sequence, transfer_id, reference_id, purpose, part, is_leading,
      debit_account_id, credit_account_id, amount)
    select t.tenant_id, s.account_id, s.sequence, t.id, t.reference_id, t.purpose,
      case t.purpose when 'fee' then t.credit_account_id else 0 end, s.is_leading, t.debit_account_id, t.credit_account_id, t.amount
    from (values (t.debit_account_id, of_debit, true), (t.credit_account_id, of_credit, of_debit is null))
      s (account_id, sequence, is_leading)
    where s.sequence is not null;
  end if;
end $$;
revoke execute on function ledger_apply_one from public;

-- Applies the transfers of one statement, in their order. Its plans are kept from the first
-- statement of a connection, which may have one transfer or thousands: with these settings a join
-- goes to an index, and the full join sorts or hashes. A single transfer, as at low load, needs
-- neither sums nor numbers, and has a function of its own.
create or replace function ledger_apply_transfers()
  returns trigger language plpgsql security definer
  set search_path = giro, pg_temp
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  places bigint;
  resolutions bigint;
  -- The amounts of the holds that end, in the order of their resolutions.
  ended bigint[] := '{}';
  unfit uuid;
  -- Whether the statement also places a hold that it ends.
  is_nested boolean := false;
  has_own_holds boolean;
  own record;
  changed bigint;
begin
  select count(*), count(pending_id) into places, resolutions from added;
  if resolutions > 0 then
    with gone as (
      delete from ledger_holds l using (select row_number() over () as place, r.* from added r) r
      where r.pending_id is not null and l.tenant_id = r.tenant_id and l.reference_id = r.reference_id
        and l.purpose = r.purpose and l.part = case r.purpose when 'fee' then r.credit_account_id else 0 end
        and l.is_leading = any ('{true,false}'::boolean[]) and l.transfer_id = r.pending_id
        and l.debit_account_id = r.debit_account_id and l.credit_account_id = r.credit_account_id
        and (l.amount = r.amount or l.amount > r.amount and r.kind = 'post_pending')
      returning r.place, l.is_leading, l.amount
    )
    select coalesce(array_agg(amount order by place) filter (where is_leading), '{}') into ended from gone;
    if cardinality(ended) < resolutions then
      select r.id into unfit from added r
        left join ledger_transfers h on h.tenant_id = r.tenant_id and h.id = r.pending_id
      where r.pending_id is not null and (h.kind is distinct from 'pending' or r.amount > h.amount
        or (r.kind = 'void_pending' and r.amount < h.amount)
        or (r.debit_account_id, r.credit_account_id, r.currency, r.reference_id, r.purpose)
          <> (h.debit_account_id, h.credit_account_id, h.currency, h.reference_id, h.purpose))
      limit 1;
      if found then
        raise exception 'transfer % does not fit its hold', unfit using errcode = 'check_violation',
          constraint = 'ledger_transfers_fits_hold', schema = tg_table_schema, table = tg_table_name;
      end if;
      -- What is missing are holds of this statement, each once; or holds that ended before.
      is_nested := true;
      if resolutions > cardinality(ended) + (select count(*) from added where kind = 'pending' and (tenant_id, id) in (
        select tenant_id, pending_id from added where pending_id is not null))
      then
        raise exception 'a hold ends only once' using errcode = 'unique_violation',
          constraint = 'ledger_transfers_resolution', schema = tg_table_schema, table = tg_table_name;
      end if;
      select array_agg(h.amount order by r.place) into ended
      from (select row_number() over () as place, a.tenant_id, a.pending_id from added a) r
        join ledger_transfers h on h.tenant_id = r.tenant_id and h.id = r.pending_id
      where r.pending_id is not null;
    end if;
  end if;

  if places = 1 then
    perform ledger_apply_one(a, ended[1]) from added a;
    return null;
  end if;

  with sides as materialized (
    select t.*, s.account_id, s.is_debit, row_number() over earlier as number, lead(t.place) over earlier is null as is_last,
      ledger_sum(s.debit_held) over earlier as debits_pending, ledger_sum(s.debit_moved) over earlier as debits_posted,
      ledger_sum(s.credit_held) over earlier as credits_pending, ledger_sum(s.credit_moved) over earlier as credits_posted,
      max(t.created_at) over earlier as latest
    from (
      select a.*, row_number() over () as place,
        case a.kind when 'pending' then a.amount when 'posted' then 0
          else -ended[count(a.pending_id) over (rows unbounded preceding)] end as held,
        case when a.kind in ('posted', 'post_pending') then a.amount else 0 end as moved
      from added a
    ) t cross join lateral (values
        (t.debit_account_id, true, t.held, t.moved, 0::bigint, 0::bigint),
        (t.credit_account_id, false, 0, 0, t.held, t.moved)
      ) s (account_id, is_debit, debit_held, debit_moved, credit_held, credit_moved)
    window earlier as (partition by t.tenant_id, s.account_id, t.currency order by t.place rows unbounded preceding)
  ), customers as (
    update ledger_accounts a set debits_pending = a.debits_pending + s.debits_pending,
      debits_posted = a.debits_posted + s.debits_posted, credits_pending = a.credits_pending + s.credits_pending,
      credits_posted = a.credits_posted + s.credits_posted, last_sequence = a.last_sequence + s.number,
      last_entry_at = greatest(a.last_entry_at, s.latest)
    from sides s
    where s.is_last and a.tenant_id = s.tenant_id and a.id = s.account_id and a.currency = s.currency and a.code is null
    returning a.tenant_id, a.id, a.currency, a.last_entry_at as booked_at, a.last_sequence - s.number as sequence,
      a.debits_pending - s.debits_pending as debits_pending, a.debits_posted - s.debits_posted as debits_posted,
      a.credits_pending - s.credits_pending as credits_pending, a.credits_posted - s.credits_posted as credits_posted
  ), stated as materialized (
    select s.tenant_id, s.account_id, s.currency, s.id, s.is_debit, s.kind, s.purpose, s.reference_id, s.amount, s.debit_account_id,
      s.credit_account_id, s.is_last, c.id is not null as is_customer, c.sequence + s.number as sequence,
      c.debits_pending + s.debits_pending as debits_pending, c.debits_posted + s.debits_posted as debits_posted,
      c.credits_pending + s.credits_pending as credits_pending, c.credits_posted + s.credits_posted as credits_posted,
      s.debits_pending as dp, s.debits_posted as dt, s.credits_pending as cp, s.credits_posted as ct,
      c.booked_at, coalesce(s.business_date, (s.created_at at time zone 'UTC')::date) as business_date, s.value_date
    from sides s full join customers c on c.tenant_id = s.tenant_id and c.id = s.account_id and c.currency = s.currency
  ), entries as (
    insert into ledger_entries (tenant_id, account_id, sequence, transfer_id, direction, kind, purpose, amount, debits_pending,
      debits_posted, credits_pending, credits_posted, booked_at, business_date, value_date)
    select tenant_id, account_id, sequence, id, case when is_debit then 'Debit' else 'Credit' end, kind, purpose, amount, debits_pending,
      debits_posted, credits_pending, credits_posted, booked_at, business_date, coalesce(value_date, business_date)
    from stated where is_customer
  ), holds as (
    insert into ledger_holds (tenant_id, account_id, sequence, transfer_id, reference_id, purpose, part, is_leading,
      debit_account_id, credit_account_id, amount)
    select tenant_id, account_id, sequence, id, reference_id, purpose, case purpose when 'fee' then credit_account_id else 0 end,
      is_debit or (tenant_id, debit_account_id) not in (select tenant_id, id from customers),
      debit_account_id, credit_account_id, amount
    from stated
    where is_customer and kind = 'pending' and (not is_nested
      or (tenant_id, id) not in (select tenant_id, pending_id from added where pending_id is not null))
  )
  select array_agg(tenant_id order by tenant_id, account_id) filter (where is_last) as tenants,
    array_agg(account_id order by tenant_id, account_id) filter (where is_last) as ids,
    array_agg(currency order by tenant_id, account_id) filter (where is_last) as currencies,
    array_agg(dp order by tenant_id, account_id) filter (where is_last) as debits_pending,
    array_agg(dt order by tenant_id, account_id) filter (where is_last) as debits_posted,
    array_agg(cp order by tenant_id, account_id) filter (where is_last) as credits_pending,
    array_agg(ct order by tenant_id, account_id) filter (where is_last) as credits_posted,
    coalesce(bool_or(kind = 'pending' and is_debit and (tenant_id, credit_account_id) not in (select tenant_id, id from customers)), false) as holds
  into own from stated where not is_customer;

  if own.ids is not null then
    if cardinality(own.ids) > 1 then
      perform from ledger_accounts where tenant_id = any (own.tenants) and id = any (own.ids) order by tenant_id, id for no key update;
    end if;
    update ledger_accounts a set debits_pending = a.debits_pending + s.debits_pending,
      debits_posted = a.debits_posted + s.debits_posted, credits_pending = a.credits_pending + s.credits_pending,
      credits_posted = a.credits_posted + s.credits_posted, last_sequence = a.last_sequence + (select count(*) from added)
    from unnest(own.tenants, own.ids, own.currencies, own.debits_pending, own.debits_posted, own.credits_pending, own.credits_posted)
      s (tenant_id, id, currency, debits_pending, debits_posted, credits_pending, credits_posted)
    where a.tenant_id = s.tenant_id and a.id = s.id and a.currency = s.currency and a.code is not null;
    get diagnostics changed = row_count;
    if changed < cardinality(own.ids) then
      raise exception 'a transfer names an account that does not exist, or not in its currency'
        using errcode = 'foreign_key_violation', constraint = 'ledger_transfers_accounts', schema = tg_table_schema,
        table = tg_table_name;
    end if;
    if own.holds then
      -- A hold of the institution alone: its number among the transfers of the account.
      insert into ledger_holds (tenant_id, account_id, sequence, transfer_id, reference_id, purpose, part, is_leading,
        debit_account_id, credit_account_id, amount)
      select t.tenant_id, d.id, d.last_sequence + t.place - t.places, t.id, t.reference_id, t.purpose,
        case t.purpose when 'fee' then t.credit_account_id else 0 end, true, t.debit_account_id, t.credit_account_id, t.amount
      from (select a.*, row_number() over () as place, count(*) over () as places from added a) t
        join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id and d.code is not null
        join ledger_accounts c on c.tenant_id = t.tenant_id and c.id = t.credit_account_id and c.code is not null
      where t.kind = 'pending'
        and (not is_nested or (t.tenant_id, t.id) not in (select tenant_id, pending_id from added where pending_id is not null));
    end if;
  end if;
  return null;
end $$;
