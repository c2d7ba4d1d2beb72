-- A second person decides when a user's credentials are reset or one of its factors is removed.
-- Safe for running nodes: the check only becomes wider.
alter table approvals drop constraint approvals_kind_known;
alter table approvals add constraint approvals_kind_known check (kind in ('account', 'adjustment', 'apiClient', 'contact',
  'customer', 'customerFee', 'customerState', 'fees', 'fundsRelease', 'fxDeskTrade', 'fxLine', 'fxMargins', 'fxRates',
  'institution', 'limits', 'rails', 'role', 'signatory', 'signingKey', 'suspenseRelease', 'user', 'userCredentials',
  'writeOff'));
