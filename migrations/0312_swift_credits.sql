-- Credits by SWIFT that came before their money: the cover is on its way, or the value date has not
-- come. A credit is posted when its money is there, and not before.
create table swift_credits (
  tenant_id  bigint      not null references institutions,
  uetr       uuid        not null,
  message_id text        not null,
  waits_for  text        not null,
  due_at     timestamptz not null,
  asked_at   timestamptz,
  ended_at   timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, uetr),
  constraint swift_credits_waits_for_known check (waits_for in ('Cover', 'ValueDate'))
);
create index swift_credits_due on swift_credits (tenant_id, due_at) where ended_at is null and asked_at is null;
grant select, insert on swift_credits to giro_service;
grant update (waits_for, due_at, asked_at, ended_at) on swift_credits to giro_service;
call add_tenant_policy('swift_credits');
call make_append_only('swift_credits', 'waits_for', 'due_at', 'asked_at', 'ended_at');
