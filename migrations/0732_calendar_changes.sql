-- How far the dates of what waits are derived again since the last change of an institution's
-- calendar: series first, then payments in the order of their states.
create table calendar_changes (
  tenant_id  bigint      not null references institutions,
  changed_at timestamptz not null,
  walks_left smallint    not null,
  due_at     timestamptz not null,
  kind       text        not null,
  rail       text        not null,
  after_id   uuid        not null,
  primary key (tenant_id),
  constraint calendar_changes_kind_known check (kind in ('Series', 'FUTURE_DATED', 'HELD', 'PARTIALLY_APPROVED',
    'PENDING_APPROVAL', 'READY_TO_TRANSMIT', 'VALIDATED'))
);
grant select, insert, update, delete on calendar_changes to giro_service;
call add_tenant_policy('calendar_changes');
