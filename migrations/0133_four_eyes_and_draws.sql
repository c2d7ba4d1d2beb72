-- Who asks does not decide, and payments draw no more of a contract than was agreed: rules across rows, each with a name.

-- The persons whose tokens asked and decided. A change sets giro.person for its transaction, as for the audit log.
alter table approvals add column requested_by_user uuid;
alter table approvals alter column requested_by_user set default nullif(current_setting('giro.person', true), '')::uuid;
alter table approvals add column decided_by_user uuid;
alter table approvals
  add constraint approvals_requested_by_user_fkey foreign key (tenant_id, requested_by_user) references users (tenant_id, id),
  add constraint approvals_decided_by_user_fkey foreign key (tenant_id, decided_by_user) references users (tenant_id, id),
  add constraint approvals_decided_by_user_once_decided check (decided_by_user is null or decided_by is not null),
  -- approvals_four_eyes compares the clients.
  add constraint approvals_four_eyes_of_persons check (status <> 'Approved' or decided_by_user <> requested_by_user);
grant update (decided_by_user) on approvals to giro_service;

-- An approver is counted once: by the user, the signatory, or the client that decides in its own name.
alter table payment_approvals
  add constraint payment_approvals_approver_named check (approver = coalesce(user_id::text, signatory_id::text, client_id)),
  add constraint payment_approvals_identified_by_person check (
    case identified_by when 'Client' then user_id is null and signatory_id is null
      when 'Token' then user_id is not null else user_id is not null or signatory_id is not null end);

-- Nobody decides about their own payment. A token tells its person from the person who submitted; otherwise nobody knows
-- for whom a client submitted, so the client counts.
create function payment_approvals_four_eyes() returns trigger language plpgsql as $$
declare
  maker record;
begin
  select created_by, created_by_user into maker from payments where tenant_id = new.tenant_id and id = new.payment_id;
  if new.user_id = maker.created_by_user
    or (new.client_id = maker.created_by and (new.identified_by <> 'Token' or maker.created_by_user is null))
  then
    raise exception 'who made payment % cannot decide about it', new.payment_id
      using errcode = 'check_violation', table = 'payment_approvals', constraint = 'payment_approvals_four_eyes';
  end if;
  return null;
end $$;
create trigger payment_approvals_four_eyes after insert on payment_approvals
  for each row execute function payment_approvals_four_eyes();

-- Draws and close-outs fit their quote, and the drawn amount of a contract is the sum of the draws of its payments. A contract
-- at which a returned payment was sold again is drawn in full by that return. Checked at the end of the transaction.
create function fx_contracts_draws() returns trigger language plpgsql as $$
declare
  contract record;
  draws record;
begin
  for contract in
    select c.*, q.sell_amount, q.buy_amount from fx_contracts c join fx_quotes q on q.tenant_id = c.tenant_id and q.id = c.quote_id
    where c.tenant_id = new.tenant_id and c.id = (to_jsonb(new) ->> tg_argv[0])::uuid
  loop
    if contract.drawn_sell_amount + contract.closed_sell_amount > contract.sell_amount
      or contract.drawn_buy_amount + contract.closed_buy_amount > contract.buy_amount
    then
      raise exception 'FX contract % exchanges less than was drawn and closed out', contract.contract_no
        using errcode = 'check_violation', table = 'fx_contracts', constraint = 'fx_contracts_draws_within_quote';
    end if;
    select coalesce(sum(sell_amount), 0) as sold, coalesce(sum(buy_amount), 0) as bought into draws from (
      select x.sell_amount, x.buy_amount from payment_exchanges x
        where x.tenant_id = contract.tenant_id and x.contract_id = contract.id and not x.is_given_back
      union all
      select contract.sell_amount, contract.buy_amount from payment_exchanges x
        where x.tenant_id = contract.tenant_id and x.payment_id = contract.payment_id and x.return_contract_id = contract.id
    ) as d;
    if (contract.drawn_sell_amount, contract.drawn_buy_amount) <> (draws.sold, draws.bought) then
      raise exception 'the drawn amount of FX contract % is not the sum of its draws', contract.contract_no
        using errcode = 'check_violation', table = 'fx_contracts', constraint = 'fx_contracts_drawn_by_payments';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger fx_contracts_draws
  after insert or update of quote_id, drawn_sell_amount, drawn_buy_amount, closed_sell_amount, closed_buy_amount on fx_contracts
  deferrable initially deferred for each row execute function fx_contracts_draws('id');
create constraint trigger payment_exchanges_draws
  after insert or update of contract_id, sell_amount, buy_amount, is_given_back on payment_exchanges
  deferrable initially deferred for each row when (new.contract_id is not null)
  execute function fx_contracts_draws('contract_id');
create constraint trigger payment_exchanges_return_draws after update of return_contract_id on payment_exchanges
  deferrable initially deferred for each row when (new.return_contract_id is not null)
  execute function fx_contracts_draws('return_contract_id');
-- The sum of a contract's draws is read in this index alone.
drop index payment_exchanges_contract;
create index payment_exchanges_contract on payment_exchanges (tenant_id, contract_id, payment_id)
  include (sell_amount, buy_amount, is_given_back) where contract_id is not null;
revoke execute on function payment_approvals_four_eyes, fx_contracts_draws from public;
-- Whoever sends the statement must not choose which tables a rule reads.
do $$ begin
  execute format('alter function payment_approvals_four_eyes set search_path = %I, pg_temp', current_schema());
  execute format('alter function fx_contracts_draws set search_path = %I, pg_temp', current_schema());
end $$;
