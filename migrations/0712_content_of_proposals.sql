-- Keyed digests of proposals, and of the approvals of trades, which only the service can make. Each
-- names its row. Null in rows from before, until the sweep that seals stored rows has given them
-- theirs.
alter table approvals add column content_index text;
alter table trade_approvals add column content_index text;
grant update (content_index) on approvals, trade_approvals to giro_service;

-- What was decided, voided or has expired does not wait again.
-- Safe for running nodes: they decide a proposal once.
create trigger approvals_never_go_back before update of status on approvals for each row
  when (old.status <> 'Pending' and new.status <> old.status)
  execute function refuse_step_back();

-- Safe for running nodes: they never change an approval of a trade.
drop trigger trade_approvals_append_only on trade_approvals;
call make_append_only('trade_approvals', 'content_index');
