-- An international entry (IAT) waits until a person has screened it.
alter table receipts drop constraint receipts_reason_known;
alter table receipts add constraint receipts_reason_known check (reason in ('AccountUnknown', 'AccountNumberInvalid',
  'AccountAmbiguous', 'AccountClosed', 'AccountSuspended', 'CustomerSuspended', 'NotATransactionAccount',
  'OtherCurrency', 'OtherName', 'UnderReview', 'InsufficientFunds', 'AnswerOfNoPayment', 'OtherBank', 'ReturnNotSent',
  'International'));
