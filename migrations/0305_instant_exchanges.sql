-- Messages of FedNow and RTP that move money or ask for something, and how each ended. The clocks
-- of the networks run here: next_clock is when we have to act if nothing comes before.
-- Safe for running nodes: they do not know the table, and send nothing over these networks.
create table instant_exchanges (
  tenant_id           bigint      not null references institutions,
  rail                text        not null,
  direction           text        not null,
  message_id          text        not null,
  kind                text        not null,
  message_type        text        not null,
  state               text        not null,
  counterparty        text        not null,
  instruction_id      text,
  end_to_end_id       text,
  uetr                text,
  case_id             text,
  amount              bigint,
  sent_at             timestamptz not null,
  group_time          text        not null,
  answer_by           timestamptz,
  asks                integer     not null default 0,
  next_clock          timestamptz,
  payment_id          uuid,
  receipt_id          uuid,
  original_message_id text,
  answer_message_id   text,
  code                text,
  created_at          timestamptz not null,
  ended_at            timestamptz,
  primary key (tenant_id, rail, direction, message_id),
  constraint instant_exchanges_rail_known check (rail in ('FEDNOW', 'RTP')),
  constraint instant_exchanges_direction_known check (direction in ('Out', 'In')),
  constraint instant_exchanges_kind_known check (kind in ('Payment', 'Return', 'Liquidity', 'ReturnRequest',
    'PaymentRequest', 'InformationRequest')),
  constraint instant_exchanges_state_known check (state in ('Sent', 'Received', 'Accepted', 'Settled', 'Rejected',
    'Unresolved')),
  constraint instant_exchanges_amount_positive check (amount > 0),
  constraint instant_exchanges_asks_not_negative check (asks >= 0),
  constraint instant_exchanges_ended_at_when_over check ((ended_at is not null) = (state in ('Settled', 'Rejected'))),
  constraint instant_exchanges_clock_while_open check (next_clock is null or state in ('Sent', 'Received', 'Accepted'))
);
create index instant_exchanges_clock on instant_exchanges (tenant_id, rail, next_clock) where next_clock is not null;
create index instant_exchanges_payment on instant_exchanges (tenant_id, payment_id) where payment_id is not null;
create index instant_exchanges_receipt on instant_exchanges (tenant_id, receipt_id) where receipt_id is not null;
create index instant_exchanges_instruction on instant_exchanges (tenant_id, rail, instruction_id)
  where instruction_id is not null;
create index instant_exchanges_answer on instant_exchanges (tenant_id, rail, answer_message_id)
  where answer_message_id is not null;
create index instant_exchanges_case on instant_exchanges (tenant_id, rail, case_id) where case_id is not null;
grant select, insert on instant_exchanges to giro_service;
grant update (state, sent_at, asks, next_clock, receipt_id, answer_message_id, code, ended_at) on instant_exchanges
  to giro_service;
call add_tenant_policy('instant_exchanges');
call make_append_only('instant_exchanges', 'state', 'sent_at', 'asks', 'next_clock', 'receipt_id', 'answer_message_id',
  'code', 'ended_at');

-- How an exchange ended is final, and it is never asked about less often.
create function instant_exchanges_final() returns trigger language plpgsql as $$
begin
  if old.state in ('Settled', 'Rejected') and new.state <> old.state or new.asks < old.asks then
    raise exception 'how an exchange ended is final'
      using errcode = 'check_violation', table = 'instant_exchanges', constraint = 'instant_exchanges_final';
  end if;
  return new;
end $$;
create trigger instant_exchanges_final before update on instant_exchanges for each row
  execute function instant_exchanges_final();
