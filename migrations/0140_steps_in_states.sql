-- The state of a payment is its last step: number, statuses, time, actor and evidence. When it moves, the database itself adds
-- the step that it leaves to payment_transitions, and nobody else can. So a new payment writes one row less, and a history has
-- neither a gap nor a branch without an index or a reference that would prove it.
alter table payment_states add column previous_status text, add column stepped_at timestamptz, add column actor text,
  add column evidence jsonb;

-- The last step of each history moves into the state.
update payment_states s set previous_status = t.from_status, stepped_at = t.at, actor = t.actor, evidence = t.evidence
from payment_transitions t where t.tenant_id = s.tenant_id and t.payment_id = s.payment_id and t.step = s.step;
alter table payment_states alter column stepped_at set not null, alter column actor set not null;

alter table payment_states drop constraint payment_states_last_step;
alter table payment_transitions drop constraint payment_transitions_follows, drop constraint payment_transitions_led_to,
  drop constraint payment_transitions_begins_fkey, drop constraint payment_transitions_step,
  drop column begins, drop column previous_step;
drop trigger payment_states_moved on payment_transitions;
drop function check_states_moved;

alter table payment_transitions disable trigger payment_transitions_never_change;
delete from payment_transitions t using payment_states s
where s.tenant_id = t.tenant_id and s.payment_id = t.payment_id and s.step = t.step;
alter table payment_transitions enable trigger payment_transitions_never_change;

alter table payment_states add constraint payment_states_payment
  foreign key (tenant_id, payment_id) references payments (tenant_id, id);
alter table payment_states add constraint payment_states_first
  check (step >= 1 and (step = 1) = (previous_status is null));
-- PostgreSQL reads a check's expression from the catalogue for each statement: an array is shorter than comparisons.
alter table payment_states add constraint payment_states_step check (
  (case when previous_status is null then 'none' else previous_status end || ' ' || status) = any (array[
    'none PENDING_APPROVAL', 'none FUTURE_DATED', 'none VALIDATED',
    'PENDING_APPROVAL PARTIALLY_APPROVED', 'PENDING_APPROVAL FUTURE_DATED', 'PENDING_APPROVAL HELD',
    'PENDING_APPROVAL VALIDATED', 'PENDING_APPROVAL PROCESSED', 'PENDING_APPROVAL VALIDATION_FAILURE',
    'PENDING_APPROVAL REJECTED', 'PENDING_APPROVAL CANCELLED',
    'PARTIALLY_APPROVED FUTURE_DATED', 'PARTIALLY_APPROVED HELD', 'PARTIALLY_APPROVED VALIDATED',
    'PARTIALLY_APPROVED PROCESSED', 'PARTIALLY_APPROVED VALIDATION_FAILURE', 'PARTIALLY_APPROVED REJECTED',
    'PARTIALLY_APPROVED CANCELLED',
    'FUTURE_DATED HELD', 'FUTURE_DATED VALIDATED', 'FUTURE_DATED VALIDATION_FAILURE', 'FUTURE_DATED PROCESSED',
    'FUTURE_DATED PENDING_APPROVAL', 'FUTURE_DATED CANCELLED',
    'HELD FUTURE_DATED', 'HELD VALIDATED', 'HELD VALIDATION_FAILURE', 'HELD CANCELLED',
    'VALIDATED READY_TO_TRANSMIT', 'VALIDATED HELD', 'VALIDATED PROCESSED', 'VALIDATED CANCELLED',
    'READY_TO_TRANSMIT TRANSMITTED', 'READY_TO_TRANSMIT HELD', 'READY_TO_TRANSMIT VALIDATION_FAILURE',
    'READY_TO_TRANSMIT CANCELLED',
    'TRANSMITTED PROCESSED', 'TRANSMITTED RETURNED',
    'PROCESSED RETURNED', 'PROCESSED REVERSED']));

-- Refuses what breaks a history, by the name of the trigger.
create or replace function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed: %', tg_table_name, tg_name
    using errcode = 'integrity_constraint_violation', constraint = tg_name, table = tg_table_name,
      hint = 'Correct a payment with a new step or a new payment.';
end $$;

-- A step is the next number, from the status before; a change of anything of a step is a step.
create trigger payment_states_follows after update of tenant_id, payment_id, step, previous_status, status, stepped_at, actor, evidence
  on payment_states for each row
  when (new.step <> old.step + 1 or new.previous_status is distinct from old.status
    or new.payment_id <> old.payment_id or new.tenant_id <> old.tenant_id)
  execute function refuse_payment_change();
create trigger payment_states_permanent before delete or truncate on payment_states
  for each statement execute function refuse_payment_change();

-- Adds the steps that the states of one statement left. The key in front makes the plan of the first statement fit all others.
create function add_left_steps() returns trigger language plpgsql security definer set search_path = giro, pg_temp as $$
begin
  insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor, evidence)
  select b.tenant_id, b.payment_id, b.step, b.previous_status, b.status, b.stepped_at, b.actor, b.evidence
  from before b join after a on a.payment_id = b.payment_id and a.tenant_id = b.tenant_id
  where a.step <> b.step;
  return null;
end $$;
create trigger payment_states_left after update on payment_states referencing old table as before new table as after
  for each statement execute function add_left_steps();

-- A book transfer is validated and processed at once: its state begins with the second step.
create function add_first_step() returns trigger language plpgsql security definer set search_path = giro, pg_temp as $$
begin
  if (new.step, new.previous_status, new.status, new.rail) is distinct from (2::smallint, 'VALIDATED', 'PROCESSED', 'BOOK') then
    raise exception 'payment % has a state without the steps that lead to it', new.payment_id
      using errcode = 'integrity_constraint_violation', constraint = 'payment_states_begins', table = tg_table_name,
        hint = 'Add a payment in its first state, then move it step by step.';
  end if;
  insert into payment_transitions (tenant_id, payment_id, step, to_status, at, actor)
  values (new.tenant_id, new.payment_id, 1, new.previous_status, new.stepped_at, new.actor);
  return null;
end $$;
create trigger payment_states_begins after insert on payment_states for each row when (new.step > 1)
  execute function add_first_step();
revoke execute on function add_left_steps, add_first_step from public;

create trigger payment_transitions_written before insert on payment_transitions
  for each statement when (pg_trigger_depth() = 0) execute function refuse_payment_change();
create trigger payment_transitions_permanent before truncate on payment_transitions
  for each statement execute function refuse_payment_change();
revoke insert on payment_transitions from giro_service;
grant update (previous_status, stepped_at, actor, evidence) on payment_states to giro_service;

-- All steps of all payments: those that the states have left, and the last ones.
create view payment_steps with (security_invoker = true) as
select tenant_id, payment_id, step, from_status, to_status, at, actor, evidence from payment_transitions
union all
select tenant_id, payment_id, step, previous_status, status, stepped_at, actor, evidence from payment_states;
grant select on payment_steps to giro_service;
comment on view payment_steps is 'All steps of all payments, in the order of their numbers: those before the last are in payment_transitions, the last is in payment_states.';
comment on view current_payments is 'Payments as they are now: the instruction with its state.';
