-- A search for a status, by dates or without, reads the states alone: they copy the date.
alter table payment_states add column payment_date date;
update payment_states s set payment_date = p.payment_date
from payments p where p.tenant_id = s.tenant_id and p.id = s.payment_id;
alter table payment_states alter column payment_date set not null;
drop index payment_states_open;
create index payment_states_open on payment_states (tenant_id, status, rail, payment_id) include (payment_date)
  where status <> 'PROCESSED';
