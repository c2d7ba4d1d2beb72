-- The audit log can be searched by each of its filters, newest first: the page is found in an index alone.
drop index audit_log_subject;
create index audit_log_at       on audit_log (tenant_id, at, id);
create index audit_log_customer on audit_log (tenant_id, customer_id, at, id) where customer_id is not null;
create index audit_log_actor    on audit_log (tenant_id, actor, at, id);
create index audit_log_action   on audit_log (tenant_id, action, at, id);
create index audit_log_subject  on audit_log (tenant_id, subject_kind, subject_id, at, id);

-- The place of each audit record in its tenant's chain, in the order of commits; the hash of each record covers that of the one before. Written by
-- the worker, after the record itself, so that no change has to wait for another one's end. Nobody may change or delete it, the service included.
-- (It does not refer to audit_log: that would lock, and so rewrite, every record once more; "giro audit verify" compares the two.)
create table audit_chain (
  tenant_id     bigint  not null,
  sequence      bigint  not null check (sequence > 0),
  audit_id      uuid    not null,
  previous_hash bytea   not null check (length(previous_hash) = 32),
  hash          bytea   not null check (length(hash) = 32),
  primary key (tenant_id, sequence),
  constraint audit_chain_record unique (tenant_id, audit_id)
);
grant select, insert on audit_chain to giro_service;

-- The records that wait for their place: written with the record, deleted with the writing of its place.
create table audit_unchained (
  tenant_id     bigint  not null,
  audit_id      uuid    not null,
  primary key (tenant_id, audit_id)
);
grant select, insert, delete on audit_unchained to giro_service;

-- What was recorded so far is chained as the worker starts.
insert into audit_unchained (tenant_id, audit_id) select tenant_id, id from audit_log;
