-- The transitions of a payment are numbered steps. Each step starts from the state that the step
-- before it led to, so a history has no gap and no branch, whoever writes it. The number orders
-- them: several can have the same time.
alter table payment_transitions add column step smallint;

-- Numbers the histories that exist. Of several transitions at one time, the next is the one that
-- starts from the state of the last.
with recursive chain as (
  select t.tenant_id, t.payment_id, t.to_status, t.at, 1 as step, array[t.to_status || ' ' || t.at] as passed
  from payment_transitions t where t.from_status is null
  union all
  select c.tenant_id, c.payment_id, n.to_status, n.at, c.step + 1, c.passed || (n.to_status || ' ' || n.at)
  from chain c cross join lateral (
    select t.to_status, t.at from payment_transitions t
    where t.tenant_id = c.tenant_id and t.payment_id = c.payment_id and t.from_status = c.to_status and t.at >= c.at
      and (t.to_status || ' ' || t.at) <> all (c.passed)
    order by t.at limit 1) n
)
update payment_transitions t set step = c.step from chain c
where t.tenant_id = c.tenant_id and t.payment_id = c.payment_id and t.to_status = c.to_status and t.at = c.at;

do $$
declare
  broken text := (select string_agg(distinct payment_id::text, ', ') from (
    select payment_id from payment_transitions where step is null limit 20) as first);
begin
  if broken is not null then
    raise exception 'the history of payments has a gap: %', broken
      using hint = 'Each transition must start from the state that the one before it led to. Correct payment_transitions of these payments, then migrate again.';
  end if;
end $$;

alter table payment_transitions alter column step set not null;
alter table payment_transitions drop constraint payment_transitions_pkey;
alter table payment_transitions add primary key (tenant_id, payment_id, step);
alter table payment_transitions add constraint payment_transitions_led_to unique (tenant_id, payment_id, step, to_status);
alter table payment_transitions add column previous_step smallint generated always as (nullif(step, 1) - 1) stored;
alter table payment_transitions add constraint payment_transitions_first
  check (step >= 1 and (step = 1) = (from_status is null));
alter table payment_transitions add constraint payment_transitions_follows
  foreign key (tenant_id, payment_id, previous_step, from_status)
  references payment_transitions (tenant_id, payment_id, step, to_status);
