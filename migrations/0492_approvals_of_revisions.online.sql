-- An approver decides once on each revision of a payment.
-- Safe for running nodes: they insert the first revision only, which is as unique as before.
create unique index concurrently if not exists payment_approvals_once
  on payment_approvals (tenant_id, payment_id, approver, revision);
-- Safe for running nodes: no statement names the key, and the index of the new one is built.
alter table payment_approvals drop constraint payment_approvals_pkey,
  add constraint payment_approvals_pkey primary key using index payment_approvals_once;
