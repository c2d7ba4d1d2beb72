-- Reads the approvals beside the work.
alter table payment_approvals validate constraint payment_approvals_withdrawn_by_fkey;
-- Records that an actor wrote, found from the actor.
drop index concurrently if exists audit_log_written_by;
create index concurrently audit_log_written_by on audit_log (tenant_id, actor, action, subject_id)
  where action in ('contact.created', 'contact.updated', 'signatory.created', 'signatory.updated',
    'signatory.phoneNumberConfirmed', 'customer.created', 'customer.updated', 'customer.phoneNumberConfirmed',
    'user.updated', 'user.activated', 'user.phoneNumberConfirmed', 'user.invited', 'user.credentialsReset',
    'role.created', 'role.updated', 'api-client.updated', 'webhook.rotated');
