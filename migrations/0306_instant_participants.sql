-- What an instant network last said of a participant: whether it is there. The list of participants
-- says who can be reached at all; this says who cannot be reached now.
-- Safe for running nodes: they do not know the table.
create table instant_participants (
  tenant_id  bigint      not null references institutions,
  rail       text        not null,
  bank_code  text        not null,
  is_on      boolean     not null,
  changed_at timestamptz not null,
  primary key (tenant_id, rail, bank_code),
  constraint instant_participants_rail_known check (rail in ('FEDNOW', 'RTP'))
);
create index instant_participants_off on instant_participants (tenant_id, bank_code) where not is_on;
grant select, insert on instant_participants to giro_service;
grant update (is_on, changed_at) on instant_participants to giro_service;
call add_tenant_policy('instant_participants');
