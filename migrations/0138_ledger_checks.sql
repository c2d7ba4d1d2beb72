-- The lists hold for all transfers: they are those of the checks before.
alter table ledger_transfers
  validate constraint ledger_transfers_purpose,
  validate constraint ledger_transfers_kind_check,
  validate constraint ledger_transfers_check1;
