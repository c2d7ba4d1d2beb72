-- The files of a sandbox that its simulated ACH operator has met, and what it did with each. The
-- clock of the sandbox waits for the operator until it has met every file that has left.
create table simulated_ach_originations (
  tenant_id bigint      not null references institutions,
  name      text        not null,
  sha256    text,
  outcome   text        not null,
  reason    text,
  taken_at  timestamptz not null,
  primary key (tenant_id, name),
  constraint simulated_ach_originations_outcome_known check (outcome in ('Accepted', 'Rejected', 'Duplicate', 'Missing')),
  constraint simulated_ach_originations_reason_rejected check ((outcome = 'Rejected') = (reason is not null)),
  constraint simulated_ach_originations_sha256_taken check ((outcome = 'Missing') = (sha256 is null))
);
create index simulated_ach_originations_content on simulated_ach_originations (tenant_id, sha256);
grant select, insert on simulated_ach_originations to giro_service;
call add_tenant_policy('simulated_ach_originations');
call make_append_only('simulated_ach_originations');
