-- What else a stopped actor had its hands in: invitations and approvals are taken back, and records
-- that it wrote are listed for somebody to check. Nodes of the release before find none of them.
alter table outstanding_items drop constraint outstanding_items_kind_known;
alter table outstanding_items add constraint outstanding_items_kind_known check (kind in ('Series', 'PaymentFile',
  'Payment', 'Proposal', 'FxQuote', 'PositivePayRule', 'Webhook', 'PaymentRequest', 'FxContract', 'ApiClient', 'User',
  'Invitation', 'Approval', 'Contact', 'Signatory', 'Customer', 'UserChange', 'Role', 'WebhookSecret'));
alter table outstanding_items drop constraint outstanding_items_remedy_known;
alter table outstanding_items add constraint outstanding_items_remedy_known check (remedy in ('Cancel',
  'RequestReturn', 'Reverse', 'LetExpire', 'CancelContract', 'Revoke', 'Suspend', 'Check', 'RotateSecret'));

-- The cancellation that took an approval back. It does not count from then on, also if its approver
-- acts again. Nodes of the release before count it again then.
alter table payment_approvals add column withdrawn_by uuid;
-- Safe for running nodes: they leave the column null.
alter table payment_approvals add constraint payment_approvals_withdrawn_by_fkey foreign key (tenant_id, withdrawn_by)
  references outstanding_cancellations (tenant_id, id) not valid;
grant update (withdrawn_by) on payment_approvals to giro_service;
drop trigger payment_approvals_append_only on payment_approvals;
call make_append_only('payment_approvals', 'withdrawn_by');
-- Safe for running nodes: they never change an approval.
create trigger payment_approvals_withdrawn_for_good before update on payment_approvals for each row
  when (old.withdrawn_by is not null) execute function refuse_change();
