-- The sweep goes through covers by themselves. Until now it gave them their digests with those of
-- their contracts: where all contracts have one, all covers do.
insert into sealing_progress (tenant_id, table_name, key_id, position, examined, resealed, finished_at, bound_since)
select tenant_id, 'fx_covers', key_id, position, 0, 0, finished_at, bound_since
  from sealing_progress where table_name = 'fx_contracts' and bound_since is not null
on conflict do nothing;
