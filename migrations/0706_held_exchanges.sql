-- Until when a held payment that has exchanged money can go on. Null if it can wait, and for one
-- that was held by a node of the release before.
alter table payment_states add column fails_at timestamptz;
grant update (fails_at) on payment_states to giro_service;
