-- What another bank answers goes back, too: a return is dishonored, and a notification of change that
-- cannot be right is refused. Only the lists grow longer.
alter table ach_returns drop constraint ach_returns_kind_known;
alter table ach_returns add constraint ach_returns_kind_known
  check (kind in ('Return', 'Contest', 'Dishonor', 'Refusal'));
alter table rail_departures drop constraint rail_departures_kind_known;
alter table rail_departures add constraint rail_departures_kind_known
  check (kind in ('Entry', 'Reversal', 'Return', 'Contest', 'Dishonor', 'Refusal'));

-- What a dishonored return says besides its code, such as the fields in error.
alter table ach_returns add column information text not null default '';
grant update (information) on ach_returns to giro_service;
-- Safe for running nodes: the rule is the one before it, with one column more, which they leave out.
drop trigger ach_returns_code_stands on ach_returns;
create trigger ach_returns_code_stands before update of code, requested_at, information on ach_returns for each row
  when ((old.code, old.requested_at, old.information) is distinct from (new.code, new.requested_at, new.information)
    and (old.set_aside_at is null or old.file_id is not null))
  execute function refuse_receipt_change();
