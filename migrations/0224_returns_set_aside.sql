-- A return that is set aside opens its receipt again.
-- The code has the same list (src/receipts/receipt-state.ts); a test compares them.
alter table receipts drop constraint receipts_step_allowed;
alter table receipts add constraint receipts_step_allowed check (previous_status || ' ' || status in (
  'RECEIVED SCREENING', 'RECEIVED PENDING', 'RECEIVED UNPOSTED', 'RECEIVED POSTED', 'RECEIVED RETURN_QUEUED',
  'SCREENING PENDING', 'SCREENING POSTED', 'SCREENING UNPOSTED', 'SCREENING RETURN_QUEUED',
  'PENDING POSTED', 'PENDING UNPOSTED', 'PENDING RETURN_QUEUED',
  'UNPOSTED PENDING', 'UNPOSTED POSTED', 'UNPOSTED RETURN_QUEUED',
  'POSTED RETURN_QUEUED',
  'RETURN_QUEUED RETURNED', 'RETURN_QUEUED UNPOSTED',
  'RETURNED DISHONORED',
  'DISHONORED POSTED', 'DISHONORED CONTESTED'));
