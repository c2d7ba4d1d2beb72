-- Who shaped a payment besides the one who submitted it: whoever changed the end of its series,
-- confirmed the new bank details of its contact, or submitted the payment that it repeats. Each row
-- is the next revision of the payment, and approvals of earlier revisions no longer count.
create table payment_makers (
  tenant_id  bigint      not null,
  payment_id uuid        not null,
  revision   integer     not null,
  client_id  text        not null,
  user_id    uuid,
  did        text        not null,
  at         timestamptz not null,
  primary key (tenant_id, payment_id, revision),
  constraint payment_makers_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint payment_makers_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint payment_makers_revision_positive check (revision >= 1),
  constraint payment_makers_did_known check (did in ('ChangedSeries', 'Confirmed', 'Submitted'))
);
grant select, insert on payment_makers to giro_service;
call add_tenant_policy('payment_makers');
call make_append_only('payment_makers');

-- Who changed the end of a series besides the one who started it, each once: they are makers of all
-- its later payments.
create table recurrence_makers (
  tenant_id     bigint      not null,
  recurrence_id uuid        not null,
  number        integer     not null,
  client_id     text        not null,
  user_id       uuid,
  at            timestamptz not null,
  primary key (tenant_id, recurrence_id, number),
  constraint recurrence_makers_recurrence_fkey foreign key (tenant_id, recurrence_id)
    references payment_recurrences (tenant_id, id),
  constraint recurrence_makers_user_fkey foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint recurrence_makers_number_positive check (number >= 1)
);
grant select, insert on recurrence_makers to giro_service;
call add_tenant_policy('recurrence_makers');
call make_append_only('recurrence_makers');
