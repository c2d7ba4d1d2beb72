-- Personal data is sealed by data keys, one set per institution, wrapped by a master key that is not
-- in the database. Key 0 makes blind indexes and never rotates; of the others, the last whose
-- active_from has passed seals. Keys are never deleted: what they sealed would be lost.
create table encryption_keys (
  tenant_id   bigint      not null references institutions,
  id          integer     not null check (id >= 0),
  wrapped     bytea       not null,
  created_at  timestamptz not null,
  active_from timestamptz not null,
  primary key (tenant_id, id)
);
grant select, insert on encryption_keys to giro_service;
-- A new master key wraps the same data keys again.
grant update (wrapped) on encryption_keys to giro_service;
call add_tenant_policy('encryption_keys');

-- How far each table is sealed with a key: the last primary key that was examined. A row is done
-- when finished_at is set.
create table sealing_progress (
  tenant_id   bigint      not null references institutions,
  table_name  text        not null,
  key_id      integer     not null,
  position    jsonb,
  examined    bigint      not null,
  resealed    bigint      not null,
  finished_at timestamptz,
  primary key (tenant_id, table_name)
);
grant select, insert, update on sealing_progress to giro_service;
call add_tenant_policy('sealing_progress');
