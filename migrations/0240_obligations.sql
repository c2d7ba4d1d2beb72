-- The clocks that rules start: what must be done by when, for which item, and by which rule.
create table obligations (
  tenant_id    bigint      not null,
  id           uuid        not null,
  kind         text        not null,
  subject_kind text        not null,
  subject_id   text        not null,
  owner        text        not null,
  rule         text        not null,
  opened_at    timestamptz not null,
  due_at       timestamptz not null,
  warn_at      timestamptz,
  warned_at    timestamptz,
  state        text        not null,
  missed_at    timestamptz,
  met_at       timestamptz,
  met_by       text,
  primary key (tenant_id, id),
  constraint obligations_kind_known check (kind in ('ReceiptReturn', 'ExtendedReturn', 'WrittenStatementReturn',
    'ReturnRequestAnswer', 'DishonoredReturn', 'ContestedReturn', 'NotificationOfChange', 'Reversal',
    'DiscoveredReversal', 'FedNowFinalAnswer', 'FedNowAnswer')),
  constraint obligations_owner_known check (owner in ('Customer', 'Institution')),
  constraint obligations_state_known check (state in ('Open', 'Met', 'Missed')),
  constraint obligations_met_at_with_by check ((met_at is null) = (met_by is null)),
  constraint obligations_state_with_times check ((state = 'Open') = (met_at is null and missed_at is null)
    and (state = 'Missed') = (missed_at is not null)),
  constraint obligations_missed_after_due check (missed_at >= due_at)
);
-- A clock of a kind starts once for an item.
create unique index obligations_subject on obligations (tenant_id, subject_kind, subject_id, kind);
create index obligations_listed on obligations (tenant_id, due_at, id);
create index obligations_by_state on obligations (tenant_id, state, due_at, id);
create index obligations_by_kind on obligations (tenant_id, kind, due_at, id);
create index obligations_to_warn on obligations (tenant_id, warn_at)
  where state = 'Open' and warned_at is null and warn_at is not null;
create index obligations_warned on obligations (tenant_id) where state = 'Open' and warned_at is not null;
create index obligations_overdue on obligations (tenant_id) where state = 'Missed' and met_at is null;
grant select, insert on obligations to giro_service;
grant update (warned_at, state, missed_at, met_at, met_by) on obligations to giro_service;
call add_tenant_policy('obligations');
call make_append_only('obligations', 'warned_at', 'state', 'missed_at', 'met_at', 'met_by');
