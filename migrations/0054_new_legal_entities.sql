-- A legal entity that a customer's client creates is not a customer of the institution until the
-- institution approves it: it is Pending, and its accounts can neither pay nor receive.
alter table customers add column is_admitted boolean not null default true;
alter table customers alter column is_admitted drop default;
alter table customers add constraint customers_admitted check (is_admitted or status = 'Pending');

-- Whether only the institution may decide the proposal.
alter table approvals add column institution_decides boolean not null default false;
alter table approvals alter column institution_decides drop default;

-- Creating legal entities and onboarding consumers are entitlements of their own. Every client and
-- role that could do both keeps both.
update api_clients set entitlements = entitlements || '{Customers.Create_Legal_Entities,Customers.Onboard_Consumers}'::text[]
where 'Customers.Manage_Customers' = any(entitlements);
update roles set applications = (
  select jsonb_agg(case when a.value ->> 'name' = 'Customers' and a.value -> 'entitlements' ? 'Manage_Customers'
    then jsonb_set(a.value, '{entitlements}', (a.value -> 'entitlements') || '["Create_Legal_Entities", "Onboard_Consumers"]')
    else a.value end order by a.place)
  from jsonb_array_elements(applications) with ordinality as a (value, place)
)
where applications @> '[{"name": "Customers", "entitlements": ["Manage_Customers"]}]';
