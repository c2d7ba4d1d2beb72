-- Until when a settled debit can come back, on the ACH operator's calendar. Null for other payments.
alter table payments
  -- The last day on which it can come back for any reason.
  add column returnable_until date,
  -- The last day on which it can come back for reasons other than a missing authorization.
  add column any_return_until date;
grant update (returnable_until, any_return_until) on payments to giro_service;

-- The migration does not know the closed days of institutions, so it adds a week. A payment was last
-- updated when it settled, or later.
update payments p set
  returnable_until = (p.updated_at at time zone 'America/New_York')::date
    + case when p.sec_code in ('PPD', 'WEB', 'TEL') then 67 else 7 end,
  any_return_until = (p.updated_at at time zone 'America/New_York')::date + 7
from institutions i
where p.tenant_id = i.tenant_id and p.entry_type = 'DEBIT' and p.status = 'PROCESSED'
  and p.updated_at > coalesce(i.clock_stands_at, now() + i.clock_offset_ms * interval '1 millisecond') - interval '70 days';

create index payments_returnable_debits on payments (tenant_id, sender_account_id, returnable_until)
  include (any_return_until, amount)
  where entry_type = 'DEBIT' and status = 'PROCESSED' and returnable_until is not null;
