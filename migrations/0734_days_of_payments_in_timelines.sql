-- A change of the calendar moves the day of a payment, its value date, or both.
alter table payment_value_date_changes add column previous_payment_date date;
alter table payment_value_date_changes add column payment_date date;
-- Safe for running nodes: a wider list.
alter table payment_value_date_changes drop constraint payment_value_date_changes_reason_known;
-- Safe for running nodes: a wider list.
alter table payment_value_date_changes add constraint payment_value_date_changes_reason_known check (reason in (
  'missedCutOff', 'downgraded', 'held', 'decidedAgain', 'anotherFile', 'calendarChanged'));
-- Safe for running nodes: a wider rule.
alter table payment_value_date_changes drop constraint payment_value_date_changes_value_date_other;
-- Safe for running nodes: a wider rule.
alter table payment_value_date_changes add constraint payment_value_date_changes_value_date_other
  check (value_date <> previous_value_date or payment_date is distinct from previous_payment_date);
