-- What happened, for those who want to follow it. A row is written in the transaction of the change itself; its place in the feed of its tenant is
-- given later, in the order of commits, so that the feed has no gaps.
create table events (
  tenant_id    bigint      not null references institutions,
  id           uuid        not null,
  type         text        not null,
  subject_kind text        not null,
  subject_id   text        not null,
  customer_id  bigint,
  data         jsonb       not null,
  created_at   timestamptz not null,
  position     bigint,
  primary key (tenant_id, id),
  constraint events_position unique (tenant_id, position)
);
create index events_unplaced on events (tenant_id, id) where position is null;
grant select, insert on events to giro_service;
grant update (position) on events to giro_service;

-- How often a record was changed: the entity tag of its representation.
alter table customers add column version bigint not null default 1;
alter table accounts  add column version bigint not null default 1;
alter table contacts  add column version bigint not null default 1;
