-- A recurring transfer between two accounts of the institution names the account that receives; it needs no contact.
alter table payment_recurrences alter column contact_id drop not null;
alter table payment_recurrences add column receiver_account_id bigint;
alter table payment_recurrences add foreign key (tenant_id, receiver_account_id) references accounts (tenant_id, id);
alter table payment_recurrences add check ((contact_id is null) <> (receiver_account_id is null));
