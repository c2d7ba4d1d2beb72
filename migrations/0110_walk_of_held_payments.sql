-- The worker asks several times a second which held payments may go on. It walks rails, accounts and contacts, and skips all that is
-- blocked with one lookup.
create index payments_held_walk on payments (tenant_id, rail, sender_account_id, (case when contact_id is null then 0 else contact_id end), id) where status = 'HELD';
drop index payments_held;
