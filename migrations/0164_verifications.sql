-- When each part of an institution's books was last verified, and what differed.
create table verifications (
  tenant_id     bigint      not null references institutions,
  part          text        not null,
  claimed_until timestamptz,
  verified_at   timestamptz,
  took_ms       integer,
  differences   jsonb       not null default '[]',
  differs_since timestamptz,
  primary key (tenant_id, part),
  constraint verifications_part_known check (part in ('ledger', 'entries', 'payments', 'settlements', 'limits', 'fx',
    'adjustments', 'suspense', 'books', 'audit')),
  constraint verifications_verified_at_with_time check ((verified_at is null) = (took_ms is null)),
  constraint verifications_differs_since check ((differs_since is not null) = (differences <> '[]'))
);
grant select, insert on verifications to giro_service;
grant update (claimed_until, verified_at, took_ms, differences, differs_since) on verifications to giro_service;
call add_tenant_policy('verifications');
