-- Every rule has a name that says what it rules: table_column_rule. Closed lists have one spelling, and currencies one domain.

-- A currency code of ISO 4217.
do $$ begin
  if to_regtype('currency_code') is null then
    create domain currency_code as text constraint currency_code_form check (value ~ '^[A-Z]{3}$');
  end if;
end $$;

-- The domain replaces the checks of single columns.
do $$
declare
  t record;
begin
  for t in
    select conrelid::regclass as name, conname from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace and conrelid <> 0
      and cardinality(conkey) = 1 and pg_get_constraintdef(oid) like '%currency ~ ''^[A-Z]{3}$''%'
      and conrelid::regclass::text !~ '^(ledger_|payments$|payment_states$|payment_transitions$)'
  loop
    execute format('alter table %s drop constraint %I', t.name, t.conname);
  end loop;
  for t in
    select c.table_name as name,
      string_agg(format('alter column %I type currency_code', c.column_name), ', ' order by c.ordinal_position) as changes
    from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where c.table_schema = current_schema() and table_type = 'BASE TABLE' and c.data_type = 'text' and c.domain_name is null
      and c.column_name in ('currency', 'account_currency', 'sell_currency', 'buy_currency', 'base_ccy', 'quote_ccy',
        'scheduled_currency', 'charges_currency')
      -- Empty text in fx_margins stands for every pair.
      and c.table_name !~ '^(ledger_|payments$|payment_states$|payment_transitions$|fx_margins$)'
    group by c.table_name
  loop
    execute format('alter table %I %s', t.name, t.changes);
  end loop;
end $$;

-- The kinds of approvals were added one by one, so their rule was a chain of lists. What only the writing of a rule differs
-- in, its list, becomes one list.
do $$
declare
  kinds text := (
    select string_agg(distinct quote_literal(kind[1]), ', ' order by quote_literal(kind[1]))
    from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as kind
    where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check');
begin
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_known check (kind in (%s))', kinds);
end $$;

-- Rules of several columns, by what they say. The rest follows from their form.
do $$
declare
  rule record;
begin
  for rule in
    select c.conrelid::regclass as owner, c.conname, named.name
    from (values
      ('approvals', '(status = ''Pending''%) = (decided_at IS NULL)', 'approvals_decided_at_once_ended'),
      ('approvals', '(decided_at IS NULL) = (decided_by IS NULL)', 'approvals_decided_by_with_decided_at'),
      ('contacts', 'national_code IS NOT NULL% OR %swift_code', 'contacts_national_code_or_swift_code'),
      ('signatories', '(approval_limit IS NULL) = (currency IS NULL)', 'signatories_approval_limit_with_currency'),
      ('fee_tiers', 'flat IS NOT NULL% OR %percentage_millionths', 'fee_tiers_flat_or_percentage'),
      ('fee_tiers', 'minimum <= maximum', 'fee_tiers_minimum_below_maximum'),
      ('payment_recurrences', 'end_date >= start_date', 'payment_recurrences_end_date_after_start'),
      ('payment_recurrences', 'end_date IS NOT NULL% = %pay_until', 'payment_recurrences_end_date_with_pay_until'),
      ('payment_recurrences', 'number_of_payments IS NOT NULL% = %pay_until', 'payment_recurrences_number_with_pay_until'),
      ('payment_recurrences', 'due_on IS NOT NULL% = %status', 'payment_recurrences_due_on_while_active'),
      ('payment_recurrences', 'contact_id IS NULL% <> %receiver_account_id', 'payment_recurrences_receiver_one'),
      ('fx_rates', 'quote_ccy% <> %base_ccy', 'fx_rates_quote_ccy_other'),
      ('fx_rates', 'mid >= bid', 'fx_rates_mid_from_bid'),
      ('fx_rates', 'ask >= mid', 'fx_rates_ask_from_mid'),
      ('fx_margins', 'base_ccy = ''''%', 'fx_margins_pair_whole'),
      ('fx_quotes', 'buy_currency% <> %sell_currency', 'fx_quotes_buy_currency_other'),
      ('fx_quotes', 'base_ccy%sell_currency%base_ccy%buy_currency', 'fx_quotes_base_ccy_of_pair'),
      ('payment_exchanges', 'buy_currency% <> %sell_currency', 'payment_exchanges_buy_currency_other'),
      ('ach_reversals', 'file_id IS NULL%trace_number', 'ach_reversals_file_id_with_trace'),
      ('fx_close_outs', 'charged_amount >= 0%charged_amount <= loss', 'fx_close_outs_charged_amount_within_loss'),
      ('fx_close_outs', 'charged_amount + collected_amount) <= loss', 'fx_close_outs_collected_amount_within_loss'),
      ('fx_close_outs', 'loss = 0%OR%gain = 0', 'fx_close_outs_loss_or_gain'),
      ('fx_close_outs', 'collect_at IS NULL', 'fx_close_outs_collect_at_while_owed'),
      ('fx_desk_trades', 'sell_currency% <> %buy_currency', 'fx_desk_trades_sell_currency_other'),
      ('payment_value_date_changes', 'value_date <> previous_value_date', 'payment_value_date_changes_value_date_other'),
      ('suspense_releases', 'account_id IS NULL% <> %contra_account', 'suspense_releases_target_one')
    ) as named (table_name, says, name)
    join pg_constraint c on c.contype = 'c' and c.conrelid = to_regclass(named.table_name) and c.conname ~ '_check\d*$'
      and pg_get_constraintdef(c.oid) like '%' || named.says || '%'
  loop
    execute format('alter table %s rename constraint %I to %I', rule.owner, rule.conname, rule.name);
  end loop;

  for rule in
    select c.conrelid::regclass as owner, c.conname, format('%s_%s_%s', c.conrelid::regclass, a.attname, form.name) as name
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      cross join lateral (select pg_get_constraintdef(c.oid) as text) as def
      cross join lateral (select case
        when def.text ~ 'length\(' then 'length'
        when def.text ~ ' ~ ' then 'form'
        when def.text ~ '= ANY \(' then 'known'
        when def.text ~ '>= .* AND .*<= ' then 'range'
        when def.text ~ '> \(?0' then 'positive'
        when def.text ~ '>= \(?1\)' then 'positive'
        when def.text ~ '>= \(?0' then 'not_negative' end as name) as form
    where c.contype = 'c' and c.connamespace = current_schema()::regnamespace and c.conname ~ '_check\d*$' and cardinality(c.conkey) = 1
      and form.name is not null and c.conrelid::regclass::text !~ '^(ledger_|payments$|payment_states$|payment_transitions$)'
  loop
    execute format('alter table %s rename constraint %I to %I', rule.owner, rule.conname, rule.name);
  end loop;
end $$;

-- Names that do not say the rule.
alter table fx_contracts rename constraint fx_contracts_status to fx_contracts_status_known;
alter table payment_approvals rename constraint payment_approvals_identified_by to payment_approvals_identified_by_known;
alter table accounts rename constraint accounts_suspended_by to accounts_suspended_by_while_suspended;
alter table users rename constraint users_suspended_by to users_suspended_by_while_suspended;
alter table contacts rename constraint contacts_rejected_by to contacts_rejected_by_while_rejected;

-- Lists that only the code knew.
alter table rail_settlements add constraint rail_settlements_rail_known check (rail in ('ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'));
alter table customers add constraint customers_customer_type_known check (
  customer_type in ('Consumer', 'Corporate', 'Downstream Partner', 'Processing Org', 'Financial Institution'));
alter table accounts
  add constraint accounts_sub_type_known check (sub_type in (
    'Checking', 'Savings', 'CD', 'Money Market', 'Pseudo', 'HSA', 'Heloc', 'Line of Credit', 'Credit Card', 'Gl')),
  add constraint accounts_system_of_record_known check (system_of_record in ('Giro', 'Other Core', 'External'));
alter table adjustments add constraint adjustments_contra_account_known check (contra_account in (
  'settlement', 'adjustment-cash', 'adjustment-transit', 'adjustment-correction', 'adjustment-expense'));
alter table suspense_releases add constraint suspense_releases_contra_account_known check (contra_account in (
  'settlement', 'adjustment-cash', 'adjustment-transit', 'adjustment-correction', 'adjustment-expense', 'rail-settlement'));
alter table fx_margins
  add constraint fx_margins_base_ccy_form check (base_ccy ~ '^([A-Z]{3})?$'),
  add constraint fx_margins_quote_ccy_form check (quote_ccy ~ '^([A-Z]{3})?$');
alter table customer_limits add constraint customer_limits_key_form check (key ~ '^[A-Z0-9_]{1,100}$');
alter table institution_limits add constraint institution_limits_key_form check (key ~ '^[A-Z0-9_]{1,100}$');
alter table institution_totals add constraint institution_totals_key_form check (key ~ '^[A-Z0-9_]{1,100}$');
