-- Reads the transfers beside the work: payments go on meanwhile.
alter table ledger_transfers validate constraint ledger_transfers_purpose;
