-- Transfers of incoming items have a purpose of their own. Only the list grows longer; the next
-- migration validates it without a lock.
alter table ledger_transfers drop constraint ledger_transfers_purpose;
alter table ledger_transfers add constraint ledger_transfers_purpose check (purpose = any (
  '{payment,receipt,fundsHold,fee,settlement,return,reversal,crossedReturn,release,repayment,writeOff,adjustment,'
  'fxContract,fxPrefunding,fxCover,fxMargin,fxDesk,fxRevaluation,fxSettlement,fxCloseOut,fxCancellation,fxExpiry,'
  'fxFunding,fxPayout}')) not valid;
