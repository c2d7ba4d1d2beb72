-- Who asked for a quote is a maker of the trade, and a trade can wait for its approvers. Nodes of
-- the release before name no maker.
-- Safe for running nodes: the check only becomes wider.
alter table fx_quotes add column made_by text;
alter table fx_quotes add column made_by_user uuid;
alter table fx_quotes drop constraint fx_quotes_status_known;
alter table fx_quotes add constraint fx_quotes_status_known check (
  status in ('Open', 'PendingApproval', 'Accepted', 'Rejected')) not valid;
alter table fx_quotes validate constraint fx_quotes_status_known;
alter table fx_quotes add constraint fx_quotes_made_by_user_fkey foreign key (tenant_id, made_by_user)
  references users (tenant_id, id) not valid;
alter table fx_quotes validate constraint fx_quotes_made_by_user_fkey;
