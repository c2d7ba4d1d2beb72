-- Keyed digests of the approvals of payments, which only the service can make. Null in rows from
-- before, until the sweep that seals stored rows has given them theirs.
alter table payment_approvals add column content_index text;
grant update (content_index) on payment_approvals to giro_service;

-- Safe for running nodes: the triggers let them write all that they did before, and one column more.
drop trigger payment_approvals_append_only_columns on payment_approvals;
create trigger payment_approvals_append_only_columns before update on payment_approvals
  for each row execute function refuse_change('withdrawn_by', 'content_index');
-- Safe for running nodes: they never change an approval that was taken back.
drop trigger payment_approvals_withdrawn_for_good on payment_approvals;
create trigger payment_approvals_withdrawn_for_good before update on payment_approvals for each row
  when (old.withdrawn_by is not null) execute function refuse_change('content_index');
