-- What a sandbox and its simulated networks send each other: the wire between them, as rows.
create table simulated_messages (
  tenant_id  bigint      not null references institutions,
  id         uuid        not null,
  rail       text        not null,
  sent_by    text        not null,
  sealed     bytea       not null,
  due_at     timestamptz not null,
  created_at timestamptz not null,
  taken_at   timestamptz,
  primary key (tenant_id, id),
  constraint simulated_messages_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint simulated_messages_sent_by_known check (sent_by in ('Institution', 'Network'))
);
alter table simulated_messages alter column sealed set storage external;
create index simulated_messages_open on simulated_messages (tenant_id, sent_by, rail, due_at, id)
  where taken_at is null;
grant select, insert on simulated_messages to giro_service;
grant update (taken_at) on simulated_messages to giro_service;
call add_tenant_policy('simulated_messages');
call make_append_only('simulated_messages', 'taken_at');
