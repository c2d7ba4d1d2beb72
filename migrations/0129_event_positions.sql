-- An event never changes once it is written: its position in the feed, which it gets later in the order of commits, is a row of
-- its own. So events can be divided by time, which a unique position in their own row would prevent.
drop index events_unplaced;

create table event_positions (
  tenant_id bigint  not null references institutions,
  -- Of the last event of the row of events.
  position  bigint  not null,
  event_id  uuid    not null,
  size      integer not null,
  primary key (tenant_id, position),
  constraint event_positions_event unique (tenant_id, event_id),
  constraint event_positions_size check (size > 0 and size <= position)
);
grant select, insert on event_positions to giro_service;
call add_tenant_policy('event_positions');

-- The events that wait for their position, in the order in which they were written: written with the event, deleted with the
-- writing of its position.
create table events_unplaced (
  tenant_id bigint  not null references institutions,
  written   bigint  generated always as identity,
  event_id  uuid    not null,
  size      integer not null,
  primary key (tenant_id, written)
);
grant select, insert, delete on events_unplaced to giro_service;
call add_tenant_policy('events_unplaced');

insert into event_positions (tenant_id, position, event_id, size)
select tenant_id, position, id, size from events where position is not null;
insert into events_unplaced (tenant_id, event_id, size)
select tenant_id, id, size from events where position is null order by written;

alter table events drop column position, drop column written;
