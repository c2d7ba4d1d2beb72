-- The traces of payments, while tracing is on: the span of the request that made each. Kept for a
-- while, so that the worker continues the trace. Without tracing, the tables stay empty.
create table payment_traces (
  tenant_id  bigint      not null,
  payment_id uuid        not null,
  trace_id   text        not null,
  span_id    text        not null,
  created_at timestamptz not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_traces_trace_id_hexadecimal check (trace_id ~ '^[0-9a-f]{32}$'),
  constraint payment_traces_span_id_hexadecimal check (span_id ~ '^[0-9a-f]{16}$')
);
create index payment_traces_created on payment_traces (tenant_id, created_at);
grant select, insert, delete on payment_traces to giro_service;
call add_tenant_policy('payment_traces');

-- Up to where the feed was shown in traces. One worker at a time moves it.
create table trace_positions (
  tenant_id bigint not null references institutions,
  position  bigint not null,
  primary key (tenant_id),
  constraint trace_positions_position_not_negative check (position >= 0)
);
grant select, insert on trace_positions to giro_service;
grant update (position) on trace_positions to giro_service;
call add_tenant_policy('trace_positions');
