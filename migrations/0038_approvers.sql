-- Who decided about a payment may be a person, whose limits count then, named by the program that the person used.

-- The API client that said so. For a client that decides in its own name it is the approver.
alter table payment_approvals add column client_id    text;
alter table payment_approvals add column user_id      uuid;
alter table payment_approvals add column signatory_id bigint;
-- The day of the decision in the institution's time zone: the approvals of one day count against a user's limit for the day.
alter table payment_approvals add column decided_on   date;
update payment_approvals a set client_id = a.approver, decided_on = (a.decided_at at time zone i.time_zone)::date
from institutions i where i.tenant_id = a.tenant_id;
alter table payment_approvals alter column client_id  set not null;
alter table payment_approvals alter column decided_on set not null;
alter table payment_approvals add constraint payment_approvals_one_person check (user_id is null or signatory_id is null);
alter table payment_approvals add foreign key (tenant_id, user_id) references users (tenant_id, id);
alter table payment_approvals add foreign key (tenant_id, signatory_id) references signatories (tenant_id, id);
create index payment_approvals_user on payment_approvals (tenant_id, user_id, decided_on) where user_id is not null;
create index payment_approvals_signatory on payment_approvals (tenant_id, signatory_id) where signatory_id is not null;
