-- Why nothing leaves to the networks of an institution at present: while a hold is open, no file and
-- no message is handed over. The service opens holds by itself, people release them.
create table rail_holds (
  tenant_id      bigint      not null references institutions,
  id             uuid        not null,
  reason         text        not null,
  differences    jsonb       not null,
  held_by        text        not null,
  held_at        timestamptz not null,
  released_at    timestamptz,
  released_by    text,
  release_reason text,
  primary key (tenant_id, id),
  constraint rail_holds_reason_known check (reason in ('BooksBroken', 'DatabaseOlder', 'Operator')),
  constraint rail_holds_released_at_with_whom check ((released_at is null) = (released_by is null)
    and (released_at is null) = (release_reason is null))
);
create unique index rail_holds_open on rail_holds (tenant_id, reason) where released_at is null;
grant select, insert on rail_holds to giro_service;
grant update (released_at, released_by, release_reason) on rail_holds to giro_service;
call add_tenant_policy('rail_holds');
call make_append_only('rail_holds', 'released_at', 'released_by', 'release_reason');

-- Releasing a hold and deciding about a hand-over in doubt wait for a second person.
alter table approvals drop constraint approvals_kind_known;
alter table approvals add constraint approvals_kind_known check (kind in ('account', 'adjustment', 'apiClient', 'contact',
  'customer', 'customerFee', 'customerState', 'fees', 'fundsRelease', 'fxDeskTrade', 'fxLine', 'fxMargins', 'fxRates',
  'institution', 'limits', 'rails', 'role', 'signatory', 'signingKey', 'suspenseRelease', 'user', 'writeOff'));
