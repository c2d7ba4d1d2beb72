-- The legal entity for which the one who proposed a change acted, by their token: a client that only
-- another issuer knows has no row that says so. Null in a proposal from before.
alter table approvals add column requested_for bigint;
