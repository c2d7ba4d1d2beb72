-- The contacts that a list shows, among all that payments of a customer created.
drop index concurrently if exists contacts_listed;
create index concurrently contacts_listed on contacts (tenant_id, customer_id, id) where is_listed;
