-- Payments are found by the trace number of their entry.
drop index concurrently if exists ach_entries_trace;
create index concurrently ach_entries_trace on ach_entries (tenant_id, trace_number);
drop index concurrently if exists ach_reversals_trace;
create index concurrently ach_reversals_trace on ach_reversals (tenant_id, trace_number) where trace_number is not null;
