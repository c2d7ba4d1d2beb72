-- How often a customer was suspended, and how often a user was stopped: what is released while one
-- suspension lasts is held again by the next one.
alter table customers add column suspensions integer not null default 0;
alter table users add column suspensions integer not null default 0;

-- What stops the makers of held payments. A payment has rows only while it is HELD with the reason
-- makerStopped. The worker walks the stopped actors, one lookup each, however many payments wait.
create table stopped_makers (
  tenant_id  bigint      not null,
  kind       text        not null,
  actor_id   text        not null,
  payment_id uuid        not null,
  found_at   timestamptz not null,
  primary key (tenant_id, kind, actor_id, payment_id),
  constraint stopped_makers_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint stopped_makers_kind_known check (kind in ('clientExpired', 'clientRevoked', 'legalEntitySuspended',
    'userStopped'))
);
create index stopped_makers_of_payment on stopped_makers (tenant_id, payment_id);
grant select, insert, delete on stopped_makers to giro_service;
call add_tenant_policy('stopped_makers');

-- Which stops of its makers the institution released a payment from, and who did. Another stop, or
-- the same one after it was lifted, holds the payment again.
create table payment_releases (
  tenant_id   bigint      not null,
  payment_id  uuid        not null,
  kind        text        not null,
  actor_id    text        not null,
  stop_number bigint      not null,
  client_id   text        not null,
  user_id     uuid,
  at          timestamptz not null,
  primary key (tenant_id, payment_id, kind, actor_id, stop_number),
  constraint payment_releases_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_releases_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint payment_releases_kind_known check (kind in ('clientExpired', 'clientRevoked', 'legalEntitySuspended',
    'userStopped'))
);
grant select, insert on payment_releases to giro_service;
call add_tenant_policy('payment_releases');
call make_append_only('payment_releases');

-- The same for a series: it counts for all payments that the series makes afterwards.
create table recurrence_releases (
  tenant_id     bigint      not null,
  recurrence_id uuid        not null,
  kind          text        not null,
  actor_id      text        not null,
  stop_number   bigint      not null,
  client_id     text        not null,
  user_id       uuid,
  at            timestamptz not null,
  primary key (tenant_id, recurrence_id, kind, actor_id, stop_number),
  constraint recurrence_releases_recurrence_fkey foreign key (tenant_id, recurrence_id)
    references payment_recurrences (tenant_id, id),
  constraint recurrence_releases_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint recurrence_releases_kind_known check (kind in ('clientExpired', 'clientRevoked', 'legalEntitySuspended',
    'userStopped'))
);
grant select, insert on recurrence_releases to giro_service;
call add_tenant_policy('recurrence_releases');
call make_append_only('recurrence_releases');

-- A second person decides such a release. Safe for running nodes: the check only becomes wider.
alter table approvals drop constraint approvals_kind_known;
alter table approvals add constraint approvals_kind_known check (kind in ('account', 'adjustment', 'apiClient', 'contact',
  'customer', 'customerFee', 'customerState', 'fees', 'fundsRelease', 'fxDeskTrade', 'fxLine', 'fxMargins', 'fxRates',
  'institution', 'limits', 'paymentRelease', 'rails', 'role', 'signatory', 'signingKey', 'suspenseRelease', 'user',
  'userCredentials', 'writeOff'));
