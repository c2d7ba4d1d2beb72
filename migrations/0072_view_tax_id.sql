-- A tax id is masked without Customers.View_Tax_Id. Who sees account numbers in full today keeps
-- seeing tax ids.
update api_clients set entitlements = entitlements || '{Customers.View_Tax_Id}'
 where 'Customers.View_Account_Number' = any (entitlements);

update roles
   set applications = (
     select jsonb_agg(
       case when application ->> 'name' = 'Customers' and application -> 'entitlements' ? 'View_Account_Number'
         then jsonb_set(application, '{entitlements}', (application -> 'entitlements') || '["View_Tax_Id"]')
         else application
       end order by place)
     from jsonb_array_elements(applications) with ordinality as one (application, place))
 where applications @> '[{"name": "Customers", "entitlements": ["View_Account_Number"]}]';
