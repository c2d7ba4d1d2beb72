-- The books of the networks that a sandbox simulates: each payment that the institution sent by a
-- message, or that another bank sent to it, and what became of it. They are the other side of the
-- institution's own books. A payment that the network never got (Lost) is known all the same, because
-- it may come again.
create table simulated_payments (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  rail         text        not null,
  direction    text        not null,
  kind         text        not null,
  message_id   text        not null,
  uetr         text,
  amount       bigint      not null,
  currency     currency_code not null,
  status       text        not null,
  code         text,
  answer_by    timestamptz,
  told         jsonb       not null,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (tenant_id, id),
  constraint simulated_payments_message unique (tenant_id, rail, direction, message_id),
  constraint simulated_payments_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint simulated_payments_direction_known check (direction in ('FromBank', 'ToBank')),
  constraint simulated_payments_kind_known check (kind in ('Payment', 'Return', 'Request')),
  constraint simulated_payments_status_known check (status in ('Waiting', 'Settled', 'Rejected', 'Lost')),
  constraint simulated_payments_amount_positive check (amount > 0),
  constraint simulated_payments_ended_at_when_over check ((status in ('Settled', 'Rejected')) = (ended_at is not null)),
  constraint simulated_payments_code_rejected check (code is null or status = 'Rejected')
);
create index simulated_payments_uetr on simulated_payments (tenant_id, rail, uetr);
create index simulated_payments_unanswered on simulated_payments (tenant_id, answer_by) where status = 'Waiting';
grant select, insert on simulated_payments to giro_service;
grant update (status, code, ended_at) on simulated_payments to giro_service;
call add_tenant_policy('simulated_payments');
call make_append_only('simulated_payments', 'status', 'code', 'ended_at');

-- What a network has booked as settled or rejected stays so.
create function simulated_payments_final() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a simulated network books the end of a payment once'
      using errcode = 'check_violation', table = 'simulated_payments', constraint = 'simulated_payments_final';
  end if;
  return new;
end $$;
create trigger simulated_payments_final before update on simulated_payments
  for each row execute function simulated_payments_final();

-- The last number that a simulated network gave to a message of a day.
create table simulated_sequences (
  tenant_id bigint  not null references institutions,
  rail      text    not null,
  day       date    not null,
  last      integer not null,
  primary key (tenant_id, rail, day),
  constraint simulated_sequences_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint simulated_sequences_last_positive check (last > 0)
);
grant select, insert on simulated_sequences to giro_service;
grant update (last) on simulated_sequences to giro_service;
call add_tenant_policy('simulated_sequences');
