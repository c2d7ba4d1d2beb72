-- What the institution asked by a message to Fedwire, and whether it was answered. Fedwire has no
-- time limits of its own: when an answer is due, the institution asks once for the status, and
-- then a person does.
create table fedwire_exchanges (
  tenant_id    bigint      not null references institutions,
  message_id   text        not null,
  message_type text        not null,
  payment_id   uuid,
  receipt_id   uuid,
  status       text        not null,
  due_at       timestamptz,
  answer_id    text,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (tenant_id, message_id),
  constraint fedwire_exchanges_status_known check (status in ('Open', 'Asked', 'Answered', 'Silent', 'Unsent')),
  constraint fedwire_exchanges_due_at_open check ((due_at is not null) = (status in ('Open', 'Asked'))),
  constraint fedwire_exchanges_answer_id_answered check ((answer_id is not null) = (status = 'Answered')),
  constraint fedwire_exchanges_ended_at_over check ((ended_at is null) = (status in ('Open', 'Asked')))
);
create index fedwire_exchanges_due on fedwire_exchanges (tenant_id, due_at) where status in ('Open', 'Asked');
grant select, insert on fedwire_exchanges to giro_service;
grant update (status, due_at, answer_id, ended_at) on fedwire_exchanges to giro_service;
call add_tenant_policy('fedwire_exchanges');
call make_append_only('fedwire_exchanges', 'status', 'due_at', 'answer_id', 'ended_at');
