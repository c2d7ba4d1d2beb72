-- A row of events may be a bundle of several events of one type and kind of subject: it names no
-- subject. The next migration validates the rule without a lock.
alter table events drop constraint events_one_or_steps;
alter table events add constraint events_one_or_steps check (case
  when payment_ids is null then (subject_id is null) = (size > 1) and from_statuses is null and to_statuses is null
  else subject_id is null and cardinality(from_statuses) = cardinality(payment_ids)
    and cardinality(to_statuses) = cardinality(payment_ids) end) not valid;
