-- Several people approve a trade of a customer, or the end of one. The other kinds of proposals have
-- one second person, and no number.
-- Safe for running nodes: the checks only become wider, and no row of theirs is of the new kind.
alter table approvals add column approvers_needed smallint;
alter table approvals drop constraint approvals_kind_known;
alter table approvals add constraint approvals_kind_known check (kind in ('account', 'adjustment', 'apiClient', 'contact',
  'customer', 'customerFee', 'customerState', 'fees', 'fundsRelease', 'fxDeskTrade', 'fxLine', 'fxMargins', 'fxRates',
  'fxTrade', 'institution', 'limits', 'paymentRelease', 'rails', 'role', 'signatory', 'signingKey', 'suspenseRelease', 'user',
  'userCredentials', 'writeOff')) not valid;
alter table approvals validate constraint approvals_kind_known;
alter table approvals add constraint approvals_approvers_needed check (
  (kind = 'fxTrade') = (approvers_needed is not null) and approvers_needed >= 1) not valid;
alter table approvals validate constraint approvals_approvers_needed;

-- Trades are approved as payments are: of two people with tokens of their own, one can approve what
-- the other asked for through the same client.
alter table approvals drop constraint approvals_four_eyes;
alter table approvals add constraint approvals_four_eyes check (
  status <> 'Approved' or decided_by <> requested_by
  or ((decided_by = 'giro_ConsoleOfTheServer0000' or kind = 'fxTrade')
    and coalesce(decided_by_user <> requested_by_user, false))
) not valid;
alter table approvals validate constraint approvals_four_eyes;
