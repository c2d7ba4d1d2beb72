-- Customers by the company identification of their ACH entries, for the list of customers.
drop index concurrently if exists customers_ach_company;
create index concurrently customers_ach_company on customers (tenant_id, ach_company_id, id) where ach_company_id is not null;
