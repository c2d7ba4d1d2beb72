-- Changes that wait for a second person.

-- One row for each proposed change and its decision.
create table approvals (
  tenant_id           bigint      not null references institutions,
  id                  uuid        not null,
  kind                text        not null,
  subject_id          text        not null,
  customer_id         bigint      not null,
  action              text        not null,
  current             jsonb,
  proposed            jsonb       not null,
  content_sha256      text        not null,
  status              text        not null,
  requested_by        text        not null,
  requested_at        timestamptz not null,
  expires_at          timestamptz not null,
  decided_by          text,
  decided_at          timestamptz,
  reason              text,
  institution_decides boolean     not null,
  result              jsonb,
  requested_by_user   uuid        default nullif(current_setting('giro.person', true), '')::uuid,
  decided_by_user     uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint approvals_requested_by_user_fkey foreign key (tenant_id, requested_by_user) references users (tenant_id, id),
  constraint approvals_decided_by_user_fkey foreign key (tenant_id, decided_by_user) references users (tenant_id, id),
  constraint approvals_kind_known check (kind in ('account', 'adjustment', 'apiClient', 'contact', 'customer',
    'customerFee', 'customerState', 'fees', 'fundsRelease', 'fxDeskTrade', 'fxLine', 'fxMargins', 'fxRates',
    'institution', 'limits', 'role', 'signatory', 'signingKey', 'suspenseRelease', 'user', 'writeOff')),
  constraint approvals_action_known check (action in ('create', 'update', 'delete')),
  constraint approvals_status_known check (status in ('Pending', 'Approved', 'Rejected', 'Voided', 'Expired')),
  constraint approvals_decided_at_once_ended check ((status = 'Pending') = (decided_at is null)),
  constraint approvals_four_eyes check (status <> 'Approved' or decided_by <> requested_by),
  -- approvals_four_eyes compares the clients.
  constraint approvals_four_eyes_of_persons check (status <> 'Approved' or decided_by_user <> requested_by_user),
  constraint approvals_decided_by_with_decided_at check ((decided_at is null) = (decided_by is null)),
  constraint approvals_result check (result is null or status = 'Approved'),
  constraint approvals_decided_by_user_once_decided check (decided_by_user is null or decided_by is not null)
);
-- One proposal at a time waits for a subject.
create unique index approvals_pending on approvals (tenant_id, kind, subject_id) where status = 'Pending';
create index approvals_waiting on approvals (tenant_id, kind, id) where status = 'Pending';
create index approvals_expiry on approvals (tenant_id, expires_at, id) where status = 'Pending';
create index approvals_status on approvals (tenant_id, status, id);
create index approvals_kind on approvals (tenant_id, kind, id);
create index approvals_customer on approvals (tenant_id, customer_id, id);
create index approvals_subject on approvals (tenant_id, subject_id, id);
grant select, insert on approvals to giro_service;
grant update (status, decided_by, decided_at, reason, result, decided_by_user) on approvals to giro_service;
call add_tenant_policy('approvals');

-- The sweep that seals stored data (src/db/seal-rows.ts) writes with it; the service has no right
-- to these columns. It accepts only sealed values, and null keeps a column as it is. It leaves
-- changes that wait for a decision.
create function reseal_approvals(tenant bigint, row_id uuid, sealed_current jsonb, sealed_proposed jsonb, sealed_result
  jsonb, sealed_hash text)
  returns void language sql security definer set search_path = giro, pg_temp
as $$
  update approvals
     set current = coalesce(sealed_current, current), proposed = coalesce(sealed_proposed, proposed),
         result = coalesce(sealed_result, result), content_sha256 = coalesce(sealed_hash, content_sha256)
   where tenant_id = tenant and id = row_id and current_setting('giro.tenant', true) in ('all', tenant::text)
     and status <> 'Pending'
     and coalesce(sealed_current #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_proposed #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_result #>> '{}', 'sealed:') like 'sealed:%'
     and coalesce(sealed_hash, 'sealed:') like 'sealed:%'
$$;
revoke execute on function reseal_approvals from public;
grant execute on function reseal_approvals to giro_service;
