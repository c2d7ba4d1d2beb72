-- Webhooks of a customer: they get the events of that customer alone. Null is the institution.
-- Nodes of 0.2.0 take every webhook that is Active for one of the institution, so an active one of
-- a customer has another word, which only later nodes take, and never that one.
-- Safe for running nodes: the rule refuses only that they activate a webhook of a customer.
alter table webhooks add column customer_id bigint;
alter table webhooks drop constraint webhooks_status_known;
alter table webhooks add constraint webhooks_status_known
  check (status in ('Active', 'CustomerActive', 'Paused', 'Disabled', 'Deleted'));
alter table webhooks add constraint webhooks_active_of_owner
  check (status <> (case when customer_id is null then 'CustomerActive' else 'Active' end));
