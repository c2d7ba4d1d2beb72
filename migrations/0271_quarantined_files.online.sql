-- How many files are in quarantine is asked all the time.
drop index concurrently if exists incoming_files_quarantined;
create index concurrently incoming_files_quarantined on incoming_files (tenant_id, ended_at) where status = 'QUARANTINED';
