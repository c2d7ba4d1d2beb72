-- Messages to and from the networks. An outgoing message is committed with what it belongs to, and
-- handed over afterwards, under a lease with a fencing token. An incoming one is kept before the
-- network is told that it arrived. The bytes are sealed, because they contain names and account
-- numbers. An incoming message with the bytes of an earlier one keeps none of its own.
create table rail_messages (
  tenant_id          bigint      not null references institutions,
  id                 uuid        not null,
  rail               text        not null,
  direction          text        not null,
  status             text        not null,
  message_type       text,
  message_id         text,
  copy               integer     not null default 0,
  uetr               text,
  payment_id         uuid,
  receipt_id         uuid,
  answers_message_id text,
  double_of          uuid,
  resends            uuid,
  sha256             text        not null,
  size_bytes         integer     not null,
  sealed             bytea,
  leaves_by          timestamptz,
  token              integer     not null default 0,
  open_tokens        integer[]   not null default '{}',
  claimed_by         text,
  leased_until       timestamptz,
  attempts           integer     not null default 0,
  next_attempt_at    timestamptz,
  doubt              text,
  decision           text,
  evidence           text,
  left_at            timestamptz,
  refusal            jsonb,
  created_at         timestamptz not null,
  ended_at           timestamptz,
  primary key (tenant_id, id),
  constraint rail_messages_double_of_fkey foreign key (tenant_id, double_of) references rail_messages (tenant_id, id),
  constraint rail_messages_resends_fkey foreign key (tenant_id, resends) references rail_messages (tenant_id, id),
  constraint rail_messages_rail_known check (rail in ('FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT')),
  constraint rail_messages_direction_known check (direction in ('Out', 'In')),
  constraint rail_messages_status_known check (status in ('Waiting', 'Claimed', 'HandedOver', 'InDoubt', 'Expired',
    'Received', 'Processed', 'Double', 'Quarantined', 'Dismissed')),
  constraint rail_messages_decision_known check (decision in ('HandedOver', 'HandOverAgain')),
  constraint rail_messages_status_of_direction check ((direction = 'Out')
    = (status in ('Waiting', 'Claimed', 'HandedOver', 'InDoubt', 'Expired'))),
  constraint rail_messages_copy_not_negative check (copy >= 0),
  constraint rail_messages_attempts_not_negative check (attempts >= 0),
  constraint rail_messages_size_bytes_not_negative check (size_bytes >= 0),
  constraint rail_messages_out_named check (direction = 'In' or message_type is not null and message_id is not null),
  constraint rail_messages_processed_named check (status <> 'Processed' or message_id is not null),
  constraint rail_messages_sealed_unless_double check (sealed is not null or double_of is not null),
  constraint rail_messages_claimed_by_whom check ((status = 'Claimed') = (claimed_by is not null)
    and (status = 'Claimed') = (leased_until is not null)),
  constraint rail_messages_left_at_handed_over check ((status = 'HandedOver') = (left_at is not null)),
  constraint rail_messages_doubt_in_doubt check (status <> 'InDoubt' or doubt is not null),
  constraint rail_messages_refusal_refused check (status not in ('Quarantined', 'Dismissed') or refusal is not null),
  constraint rail_messages_ended_at_when_over check ((ended_at is not null)
    = (status in ('HandedOver', 'Expired', 'Processed', 'Double', 'Quarantined', 'Dismissed')))
);
alter table rail_messages alter column sealed set storage external;
create unique index rail_messages_sent_id on rail_messages (tenant_id, rail, message_id, copy) where direction = 'Out';
create unique index rail_messages_processed_id on rail_messages (tenant_id, rail, message_id)
  where status = 'Processed';
create unique index rail_messages_received_content on rail_messages (tenant_id, rail, sha256)
  where direction = 'In' and double_of is null;
create index rail_messages_waiting on rail_messages (tenant_id, rail, created_at, id)
  where status in ('Waiting', 'Claimed');
create index rail_messages_received on rail_messages (tenant_id, rail, created_at, id) where status = 'Received';
create index rail_messages_troubled on rail_messages (tenant_id, status, id)
  where status in ('InDoubt', 'Expired', 'Quarantined');
create index rail_messages_payment on rail_messages (tenant_id, payment_id) where payment_id is not null;
create index rail_messages_receipt on rail_messages (tenant_id, receipt_id) where receipt_id is not null;
create index rail_messages_uetr on rail_messages (tenant_id, uetr) where uetr is not null;
create index rail_messages_listed on rail_messages (tenant_id, created_at, id);
create index rail_messages_resends on rail_messages (tenant_id, resends) where resends is not null;
create index rail_messages_double_of on rail_messages (tenant_id, double_of) where double_of is not null;
grant select, insert on rail_messages to giro_service;
grant update (status, message_type, message_id, uetr, payment_id, receipt_id, double_of, token, open_tokens,
  claimed_by, leased_until, attempts, next_attempt_at, doubt, decision, evidence, left_at, refusal, ended_at)
  on rail_messages to giro_service;
call add_tenant_policy('rail_messages');

-- What is over stays as it is, and a token never falls. A quarantined message can still be read
-- again, or dismissed.
create function rail_messages_final() returns trigger language plpgsql as $$
begin
  if old.status in ('HandedOver', 'Expired', 'Processed', 'Double', 'Dismissed') or new.token < old.token then
    raise exception 'a message that is over stays as it is, and its token never falls'
      using errcode = 'check_violation', table = 'rail_messages', constraint = 'rail_messages_final';
  end if;
  return new;
end $$;
create trigger rail_messages_final before update on rail_messages for each row
  execute function rail_messages_final();
