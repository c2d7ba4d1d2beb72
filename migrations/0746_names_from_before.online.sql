-- The few names from before that are not in their one form are found by it.
drop index concurrently if exists customers_short_name_form;
create index concurrently customers_short_name_form on customers (tenant_id, name_form(short_name))
  where short_name <> name_form(short_name);
drop index concurrently if exists customers_customer_ref_form;
create index concurrently customers_customer_ref_form on customers (tenant_id, name_form(customer_ref))
  where customer_ref <> name_form(customer_ref);
drop index concurrently if exists roles_name_form;
create index concurrently roles_name_form on roles (tenant_id, customer_id, name_form(name))
  where name <> name_form(name);
drop index concurrently if exists contacts_template_name_form;
create index concurrently contacts_template_name_form on contacts (tenant_id, customer_id, name_form(template_name))
  where template_name <> name_form(template_name);
