-- The institution gives account numbers. A number that an account gave up cannot be used by another
-- account for some years: payers still send money to it. One row for each number and account.
create table retired_account_numbers (
  tenant_id      bigint      not null references institutions,
  routing_number text        not null,
  account_number text        not null,
  account_id     bigint      not null,
  -- When the account closed, was deleted, or took another number: on the institution's clock.
  retired_at     timestamptz not null,
  primary key (tenant_id, routing_number, account_number, account_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, id)
);
grant select, insert, update on retired_account_numbers to giro_service;
insert into retired_account_numbers (tenant_id, routing_number, account_number, account_id, retired_at)
select tenant_id, routing_number, account_number, id, coalesce(deleted_at, updated_at)
from accounts where deleted_at is not null or status = 'Closed';

-- The administrators of the institution could choose account numbers until now.
update api_clients set entitlements = entitlements || array['Accounts.Choose_Account_Number']
where 'Institution.Manage_Institution' = any(entitlements)
  and not 'Accounts.Choose_Account_Number' = any(entitlements);
update roles set applications = case
  when applications @> '[{"name": "Accounts"}]' then (
    select jsonb_agg(
      case when one->>'name' = 'Accounts'
        then jsonb_set(one, '{entitlements}', (one->'entitlements') || '["Choose_Account_Number"]')
        else one end
      order by place)
    from jsonb_array_elements(applications) with ordinality as held (one, place))
  else applications || '[{"name": "Accounts", "entitlements": ["Choose_Account_Number"], "limits": []}]'
end
where applications @> '[{"name": "Institution", "entitlements": ["Manage_Institution"]}]'
  and not applications @> '[{"name": "Accounts", "entitlements": ["Choose_Account_Number"]}]';
