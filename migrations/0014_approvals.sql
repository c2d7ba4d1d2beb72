-- Changes that wait for a second pair of eyes. What is proposed never changes: another proposal is another row.
create table approvals (
  tenant_id      bigint      not null references institutions,
  id             uuid        not null,
  kind           text        not null check (kind in ('contact', 'customer', 'user')),
  subject_id     text        not null,
  -- Whose settings ask for the approval.
  customer_id    bigint      not null,
  action         text        not null check (action in ('create', 'update')),
  -- The subject as it stands, for a change of it, and what it is to become: what an approver sees, and what is applied.
  current        jsonb,
  proposed       jsonb       not null,
  content_sha256 text        not null,
  status         text        not null check (status in ('Pending', 'Approved', 'Rejected', 'Voided', 'Expired')),
  requested_by   text        not null,
  requested_at   timestamptz not null,
  expires_at     timestamptz not null,
  decided_by     text,
  decided_at     timestamptz,
  reason         text,
  primary key (tenant_id, id),
  check ((status = 'Pending') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  constraint approvals_four_eyes check (status <> 'Approved' or decided_by <> requested_by),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
-- One proposal at a time waits for a subject.
create unique index approvals_pending on approvals (tenant_id, kind, subject_id) where status = 'Pending';
create index approvals_waiting  on approvals (tenant_id, kind, id) where status = 'Pending';
create index approvals_expiry   on approvals (tenant_id, expires_at, id) where status = 'Pending';
create index approvals_status   on approvals (tenant_id, status, id);
create index approvals_kind     on approvals (tenant_id, kind, id);
create index approvals_customer on approvals (tenant_id, customer_id, id);
create index approvals_subject  on approvals (tenant_id, subject_id, id);
grant select, insert on approvals to giro_service;
grant update (status, decided_by, decided_at, reason) on approvals to giro_service;

-- Only an Active contact can receive money. Contacts that exist were made without a second pair of eyes being asked for.
alter table contacts add column status text not null default 'Active' check (status in ('Pending', 'Active', 'Rejected'));
alter table contacts alter column status drop default;

-- The state in which a Pending customer goes on once its change is decided.
alter table customers add column resumes_as text check (resumes_as in ('New', 'Active'));
