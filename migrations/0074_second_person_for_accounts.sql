-- Under dual control, a second person also decides about the terms of an account, and lifts a suspension that the institution imposed.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in (
  'contact', 'customer', 'user', 'signatory', 'role',
  'institution', 'limits', 'fees', 'fxMargins', 'fxRates', 'customerFee', 'adjustment', 'apiClient', 'signingKey',
  'account', 'customerState'));
