-- The clock of a sandbox can be set forward. Its time is the machine's plus an offset; on the way to a target it stands, and is taken from one
-- due moment to the next.
alter table institutions add column clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0);
alter table institutions add column clock_stands_at timestamptz;
alter table institutions add column clock_target    timestamptz;
alter table institutions add constraint institutions_clock_on_its_way check (
  (clock_stands_at is null) = (clock_target is null) and (clock_target is null or clock_target >= clock_stands_at));
alter table institutions add constraint institutions_clock_of_a_sandbox check (sandbox or (clock_offset_ms = 0 and clock_target is null));
create index institutions_clock_moving on institutions (tenant_id) where clock_target is not null;
