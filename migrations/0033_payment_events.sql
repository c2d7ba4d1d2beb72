-- The steps of payments in the feed. What a transaction took so many payments through is one row: it stands for `size` events, of the positions
-- up to its own, and the payments are shown as they are when somebody reads. So the intake writes one row a batch, and nobody writes one a payment.
alter table events alter column subject_id drop not null;
alter table events add column size          integer not null default 1 check (size > 0);
alter table events add column payment_ids   uuid[];
alter table events add column from_statuses text[];
alter table events add column to_statuses   text[];
alter table events add constraint events_one_or_steps check (
  case when payment_ids is null then subject_id is not null and size = 1 and from_statuses is null and to_statuses is null
  else subject_id is null and cardinality(from_statuses) = cardinality(payment_ids) and cardinality(to_statuses) = cardinality(payment_ids) end);

-- The order in which events were written. Who changes a record waits for whoever has it, and writes afterwards: of one record it is the order of
-- its changes, whatever the clocks of the nodes say.
alter table events add column written bigint generated always as identity;
drop index events_unplaced;
create index events_unplaced on events (tenant_id, written) where position is null;
