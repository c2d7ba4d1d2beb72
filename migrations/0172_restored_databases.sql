-- A database that was restored from a backup holds its rails, whatever the evidence shows.
alter table rail_holds drop constraint rail_holds_reason_known;
alter table rail_holds add constraint rail_holds_reason_known
  check (reason in ('BooksBroken', 'DatabaseOlder', 'EvidenceBroken', 'Operator', 'Restored'));
