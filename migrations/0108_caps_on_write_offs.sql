-- A write-off counts against adjustmentCaps on this date of the institution. Null for those from before.
alter table receivable_write_offs add column business_date date;
