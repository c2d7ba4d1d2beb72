-- The number of an account at another bank is unique for its customer only: anyone can register the
-- number of somebody else, who must not be refused for it. Such an account names its customer here;
-- null is the institution's own number, and an account that was not written since.
alter table accounts add column elsewhere_of bigint;

-- An own number of the institution stays unique in it.
create function accounts_elsewhere() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if new.elsewhere_of <> new.customer_id or exists (
    select from institutions i where i.tenant_id = new.tenant_id and i.routing_number = new.routing_number
  ) then
    raise exception 'account % is not an account of the customer % at another bank', new.id, new.elsewhere_of
      using errcode = 'check_violation', table = 'accounts', constraint = 'accounts_elsewhere';
  end if;
  return new;
end $$;
revoke execute on function accounts_elsewhere from public;
-- Safe for running nodes: it refuses only that they move an empty account, which a new node linked
-- at another bank, to the bank itself.
create trigger accounts_elsewhere before insert or update of routing_number, customer_id, elsewhere_of on accounts
  for each row when (new.elsewhere_of is not null) execute function accounts_elsewhere();
