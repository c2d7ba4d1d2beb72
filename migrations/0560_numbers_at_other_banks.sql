-- The number of an account at another bank is unique for its customer only: anyone can register the
-- number of somebody else, who must not be refused for it. Such an account names its customer here;
-- null is the institution's own number, and an account that was not written since.
alter table accounts add column elsewhere_of bigint;

-- The database fills the column, also for nodes of the release before.
create function accounts_elsewhere() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  new.elsewhere_of := case when exists (
    select from institutions i where i.tenant_id = new.tenant_id and i.routing_number = new.routing_number
  ) then null else new.customer_id end;
  return new;
end $$;
revoke execute on function accounts_elsewhere from public;
-- Safe for running nodes: they do not know the column, and it changes no other.
create trigger accounts_elsewhere before insert or update of routing_number, customer_id, elsewhere_of on accounts
  for each row execute function accounts_elsewhere();
