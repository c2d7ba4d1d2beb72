-- Payments in three more standard entry classes. Payments written before had the shorter list, so
-- that the check of the old rows finds nothing.
alter table payments drop constraint if exists payments_sec_code_known;
alter table payments add constraint payments_sec_code_known
  check (sec_code in ('POP', 'CCD', 'PPD', 'WEB', 'CTX', 'TEL', 'CIE', 'ARC')) not valid;
alter table payments validate constraint payments_sec_code_known;
