-- References that only the code kept. Rows are written in any order within a transaction, so references to transfers are
-- checked at its end. No reference deletes or changes rows on its other side, except the tiers of a fee.
alter table customers add constraint customers_onboarded_by_fkey
  foreign key (tenant_id, onboarded_by) references customers (tenant_id, id);
alter table api_clients add constraint api_clients_legal_entity_id_fkey
  foreign key (tenant_id, legal_entity_id) references customers (tenant_id, id);
alter table sealing_progress add constraint sealing_progress_key_id_fkey
  foreign key (tenant_id, key_id) references encryption_keys (tenant_id, id);
-- A row is added once for a customer, limit and period, and then only changed, which does not check its reference again.
alter table limit_usage add constraint limit_usage_customer_id_fkey
  foreign key (tenant_id, customer_id) references customers (tenant_id, id);
alter table payment_recurrences add constraint payment_recurrences_customer_id_fkey
  foreign key (tenant_id, customer_id) references customers (tenant_id, id);
alter table payment_fees
  add constraint payment_fees_account_id_fkey foreign key (tenant_id, account_id) references accounts (tenant_id, id),
  add constraint payment_fees_transfer_id_fkey foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id)
    deferrable initially deferred;
alter table payment_exchanges add constraint payment_exchanges_payout_transfer_id_fkey
  foreign key (tenant_id, payout_transfer_id) references ledger_transfers (tenant_id, id) deferrable initially deferred;
alter table fx_contracts add constraint fx_contracts_funding_hold_id_fkey
  foreign key (tenant_id, funding_hold_id) references ledger_transfers (tenant_id, id) deferrable initially deferred;
alter table ach_reversals add constraint ach_reversals_return_settlement_id_fkey
  foreign key (tenant_id, return_settlement_id) references rail_settlements (tenant_id, id) deferrable initially deferred;
