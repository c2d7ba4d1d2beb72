-- What customers owe for close-outs is on their receivables, as what they owe for returns. What is still owed moves there, after the
-- Active accounts of the customer have paid what they can.
do $$
declare
  owing record;
  paying record;
  receivable bigint;
  owed bigint;
  paid bigint;
  moment timestamptz;
  -- Later, the database itself changes the totals with each transfer.
  keeps_totals boolean := to_regproc('ledger_apply_transfers') is not null;
begin
  for owing in
    select o.*, b.id as book_id, coalesce(i.clock_stands_at, now() + i.clock_offset_ms * interval '1 millisecond') as moment
    from fx_close_outs o
      join institutions i on i.tenant_id = o.tenant_id
      join ledger_accounts b on b.tenant_id = o.tenant_id and b.code = 'fx-owed:' || o.sell_currency
    where o.collect_at is not null
    order by o.tenant_id, o.collect_at, o.id
  loop
    moment := owing.moment;
    owed := owing.loss - owing.charged_amount - owing.collected_amount;

    insert into ledger_accounts
      (tenant_id, kind, code, currency, overdraft, debits_pending, debits_posted, credits_pending, credits_posted, created_at)
    values (owing.tenant_id, 'receivable', 'receivables:' || owing.sell_currency || ':' || owing.customer_id, owing.sell_currency, true,
      0, 0, 0, 0, moment)
    on conflict (tenant_id, code) do nothing;
    select id into strict receivable from ledger_accounts
      where tenant_id = owing.tenant_id and code = 'receivables:' || owing.sell_currency || ':' || owing.customer_id;
    insert into receivables (tenant_id, customer_id, currency, ledger_account_id, created_at)
    values (owing.tenant_id, owing.customer_id, owing.sell_currency, receivable, moment)
    on conflict (tenant_id, customer_id, currency) do nothing;
    update ledger_accounts l set receivable_id = receivable
    from accounts a
    where a.tenant_id = owing.tenant_id and a.customer_id = owing.customer_id and a.currency = owing.sell_currency
      and l.tenant_id = a.tenant_id and l.id = a.id and l.receivable_id is null;

    insert into ledger_transfers
      (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at, business_date)
    values (owing.tenant_id, gen_random_uuid(), 'posted', receivable, owing.book_id, owed, owing.sell_currency, 'fxCloseOut',
      owing.contract_id, moment, ledger_open_day(owing.tenant_id, moment));
    if not keeps_totals then
      update ledger_accounts set debits_posted = debits_posted + owed where tenant_id = owing.tenant_id and id = receivable;
      update ledger_accounts set credits_posted = credits_posted + owed where tenant_id = owing.tenant_id and id = owing.book_id;
    end if;

    for paying in
      select a.id, l.credits_posted - l.debits_posted - l.debits_pending as available
      from accounts a join ledger_accounts l on l.tenant_id = a.tenant_id and l.id = a.id
      where a.tenant_id = owing.tenant_id and a.customer_id = owing.customer_id and a.currency = owing.sell_currency
        and a.status = 'Active' and a.deleted_at is null
      order by a.id
    loop
      paid := least(paying.available, owed);
      continue when paid <= 0;
      insert into ledger_transfers
        (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose, reference_id, created_at, business_date)
      values (owing.tenant_id, gen_random_uuid(), 'posted', paying.id, receivable, paid, owing.sell_currency, 'repayment',
        owing.contract_id, moment, ledger_open_day(owing.tenant_id, moment));
      if not keeps_totals then
        update ledger_accounts set debits_posted = debits_posted + paid where tenant_id = owing.tenant_id and id = paying.id;
        update ledger_accounts set credits_posted = credits_posted + paid where tenant_id = owing.tenant_id and id = receivable;
      end if;
      owed := owed - paid;
    end loop;
  end loop;
end $$;

-- What was collected later is as if it had been charged at once. The rest of a loss is what the receivable took over.
update fx_close_outs set charged_amount = charged_amount + collected_amount where collected_amount > 0;
alter table fx_close_outs drop column collected_amount;
alter table fx_close_outs drop column collect_at;
