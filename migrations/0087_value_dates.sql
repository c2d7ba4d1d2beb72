-- The day on which the receiver's bank has the money, and the earliest time at which a payment goes
-- to its rail for that day. Payments from before leave at once.
alter table payments add column value_date date;
alter table payments add column leaves_at timestamptz not null default '1970-01-01T00:00:00Z';
grant update (value_date, leaves_at) on payments to giro_service;
create index payments_leaving on payments (tenant_id, leaves_at, id)
  where status = 'READY_TO_TRANSMIT' and rail > 'ACH';
