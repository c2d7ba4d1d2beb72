-- A keyed digest of what was received, where it goes and in which state it is, which only the service
-- can make. Null in rows from before, until the sweep that seals stored rows has given them theirs.
alter table receipts add column content_index text;
grant update (content_index) on receipts to giro_service;

-- The sweep of the next rotation goes through receipts, and not the one of now: nodes of the release
-- before write receipts without a digest.
insert into sealing_progress (tenant_id, table_name, key_id, examined, resealed, finished_at)
select tenant_id, 'receipts', max(id), 0, 0, now() from encryption_keys where id > 0 group by tenant_id
on conflict do nothing;
