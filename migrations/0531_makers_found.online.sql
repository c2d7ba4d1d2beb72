-- What an actor shaped and set up, found from the actor.
drop index concurrently if exists payment_makers_client;
create index concurrently payment_makers_client on payment_makers (tenant_id, client_id, payment_id);
drop index concurrently if exists payment_makers_user;
create index concurrently payment_makers_user on payment_makers (tenant_id, user_id, payment_id)
  where user_id is not null;
drop index concurrently if exists recurrence_makers_client;
create index concurrently recurrence_makers_client on recurrence_makers (tenant_id, client_id, recurrence_id);
drop index concurrently if exists recurrence_makers_user;
create index concurrently recurrence_makers_user on recurrence_makers (tenant_id, user_id, recurrence_id)
  where user_id is not null;
drop index concurrently if exists payment_recurrences_made_by;
create index concurrently payment_recurrences_made_by on payment_recurrences (tenant_id, created_by)
  where status = 'Active';
drop index concurrently if exists payment_files_unended;
create index concurrently payment_files_unended on payment_files (tenant_id, uploaded_by)
  where status in ('PENDING_APPROVAL', 'PROCESSING');
drop index concurrently if exists sent_payment_requests_by;
create index concurrently sent_payment_requests_by on sent_payment_requests (tenant_id, requested_by)
  where status in ('Open', 'Accepted');
drop index concurrently if exists audit_log_set_up;
create index concurrently audit_log_set_up on audit_log (tenant_id, actor, action, subject_id)
  where action in ('api-client.created', 'user.created', 'webhook.created', 'webhook.updated',
    'positivePay.rule.created', 'positivePay.rule.updated', 'positivePay.rule.activated', 'fx.contract.made');
