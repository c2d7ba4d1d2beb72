-- A payment whose message is committed has no time at which it leaves, until it has left.
alter table payment_states alter column leaves_at drop not null;

-- A network can reject a payment that it has, before it settles: the payment fails, and no money
-- moves.
alter table payment_states drop constraint payment_states_step;
alter table payment_states add constraint payment_states_step check (
  (case when previous_status is null then 'none' else previous_status end || ' ' || status) in (
    'none PENDING_APPROVAL', 'none FUTURE_DATED', 'none VALIDATED',
    'PENDING_APPROVAL PARTIALLY_APPROVED', 'PENDING_APPROVAL FUTURE_DATED', 'PENDING_APPROVAL HELD',
      'PENDING_APPROVAL VALIDATED', 'PENDING_APPROVAL PROCESSED', 'PENDING_APPROVAL VALIDATION_FAILURE',
      'PENDING_APPROVAL REJECTED', 'PENDING_APPROVAL CANCELLED',
    'PARTIALLY_APPROVED FUTURE_DATED', 'PARTIALLY_APPROVED HELD', 'PARTIALLY_APPROVED VALIDATED',
      'PARTIALLY_APPROVED PROCESSED', 'PARTIALLY_APPROVED VALIDATION_FAILURE', 'PARTIALLY_APPROVED REJECTED',
      'PARTIALLY_APPROVED CANCELLED',
    'FUTURE_DATED HELD', 'FUTURE_DATED VALIDATED', 'FUTURE_DATED VALIDATION_FAILURE', 'FUTURE_DATED PROCESSED',
      'FUTURE_DATED PENDING_APPROVAL', 'FUTURE_DATED CANCELLED',
    'HELD FUTURE_DATED', 'HELD VALIDATED', 'HELD VALIDATION_FAILURE', 'HELD CANCELLED',
    'VALIDATED READY_TO_TRANSMIT', 'VALIDATED HELD', 'VALIDATED PROCESSED', 'VALIDATED CANCELLED',
    'READY_TO_TRANSMIT TRANSMITTED', 'READY_TO_TRANSMIT HELD', 'READY_TO_TRANSMIT VALIDATION_FAILURE',
      'READY_TO_TRANSMIT CANCELLED',
    'TRANSMITTED PROCESSED', 'TRANSMITTED RETURNED', 'TRANSMITTED VALIDATION_FAILURE',
    'PROCESSED RETURNED', 'PROCESSED REVERSED'
  )) not valid;
alter table payment_states validate constraint payment_states_step;

-- What Fedwire calls a payment: the identifiers of the sender and of Fedwire.
create table wire_ids (
  tenant_id  bigint not null,
  payment_id uuid   not null,
  imad       text,
  omad       text,
  primary key (tenant_id, payment_id),
  constraint wire_ids_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint wire_ids_named check (num_nonnulls(imad, omad) > 0)
);
create index wire_ids_imad on wire_ids (tenant_id, imad) where imad is not null;
create index wire_ids_omad on wire_ids (tenant_id, omad) where omad is not null;
grant select, insert on wire_ids to giro_service;
grant update (imad, omad) on wire_ids to giro_service;
call add_tenant_policy('wire_ids');

-- What a network says that contradicts what is booked: a person decides, and nothing is posted.
create table message_exceptions (
  tenant_id   bigint      not null references institutions,
  id          uuid        not null,
  rail        text        not null,
  rail_message_id uuid,
  kind        text        not null,
  why         text        not null,
  payment_id  uuid,
  receipt_id  uuid,
  evidence    jsonb       not null,
  status      text        not null,
  created_at  timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  notes       text,
  primary key (tenant_id, id),
  constraint message_exceptions_rail_message_fkey foreign key (tenant_id, rail_message_id)
    references rail_messages (tenant_id, id),
  constraint message_exceptions_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint message_exceptions_receipt_fkey foreign key (tenant_id, receipt_id) references receipts (tenant_id, id),
  constraint message_exceptions_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint message_exceptions_status_known check (status in ('Open', 'Resolved')),
  constraint message_exceptions_resolved_by_whom check ((status = 'Resolved') = (resolved_at is not null)
    and (status = 'Resolved') = (resolved_by is not null))
);
create index message_exceptions_listed on message_exceptions (tenant_id, created_at, id);
create index message_exceptions_status on message_exceptions (tenant_id, status, created_at, id);
create index message_exceptions_message on message_exceptions (tenant_id, rail_message_id)
  where rail_message_id is not null;
create index message_exceptions_payment on message_exceptions (tenant_id, payment_id, id) where payment_id is not null;
create index message_exceptions_receipt on message_exceptions (tenant_id, receipt_id, id) where receipt_id is not null;
grant select, insert on message_exceptions to giro_service;
grant update (status, resolved_at, resolved_by, notes) on message_exceptions to giro_service;
call add_tenant_policy('message_exceptions');
call make_append_only('message_exceptions', 'status', 'resolved_at', 'resolved_by', 'notes');
