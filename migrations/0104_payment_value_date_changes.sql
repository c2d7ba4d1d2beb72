-- Each change of a payment's value date after it was made, with its reason. Rows are only added.
create table payment_value_date_changes (
  tenant_id           bigint      not null,
  payment_id          uuid        not null,
  at                  timestamptz not null,
  previous_value_date date        not null,
  value_date          date        not null check (value_date <> previous_value_date),
  reason              text        not null check (reason in ('missedCutOff', 'held', 'decidedAgain', 'anotherFile')),
  primary key (tenant_id, payment_id, at, value_date),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
grant select, insert on payment_value_date_changes to giro_service;
call add_tenant_policy('payment_value_date_changes');
