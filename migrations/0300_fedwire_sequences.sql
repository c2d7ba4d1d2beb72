-- The numbers of the messages that an endpoint sends to Fedwire on a cycle day (IMAD). The row is
-- locked until the messages of the numbers are committed, so that no number is missing or used
-- twice.
create table fedwire_sequences (
  tenant_id     bigint  not null references institutions,
  endpoint      text    not null,
  cycle_date    date    not null,
  last_sequence integer not null,
  primary key (tenant_id, endpoint, cycle_date),
  constraint fedwire_sequences_endpoint_form check (endpoint ~ '^[A-Z0-9]{8}$'),
  constraint fedwire_sequences_last_sequence_six_digits check (last_sequence between 1 and 999999)
);
grant select, insert on fedwire_sequences to giro_service;
grant update (last_sequence) on fedwire_sequences to giro_service;
call add_tenant_policy('fedwire_sequences');
call make_append_only('fedwire_sequences', 'last_sequence');
