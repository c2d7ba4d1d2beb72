-- Institution.Manage_Institution is divided. Clients and roles that have it get all its parts, so
-- that nobody loses access.
update api_clients
   set entitlements = entitlements || array(
     select part from unnest(array[
       'Institution.Manage_Limits_And_Fees', 'Institution.Manage_FX_Rates', 'Institution.Manage_FX_Margins',
       'Institution.Adjust_Balances', 'Institution.Manage_API_Clients', 'Institution.Manage_Customer_State',
       'Institution.Manage_Webhooks', 'Institution.Manage_Rails', 'Institution.Approve_Changes']) as part
     where part <> all (entitlements))
 where 'Institution.Manage_Institution' = any (entitlements);

update roles
   set applications = (
     select jsonb_agg(
       case when application ->> 'name' = 'Institution' and application -> 'entitlements' ? 'Manage_Institution'
         then jsonb_set(application, '{entitlements}', (application -> 'entitlements') || '[
           "Manage_Limits_And_Fees", "Manage_FX_Rates", "Manage_FX_Margins", "Adjust_Balances", "Manage_API_Clients",
           "Manage_Customer_State", "Manage_Webhooks", "Manage_Rails", "Approve_Changes"]'::jsonb)
         else application
       end order by place)
     from jsonb_array_elements(applications) with ordinality as one (application, place))
 where applications @> '[{"name": "Institution", "entitlements": ["Manage_Institution"]}]';
