-- A signatory can wait for a second person; only an Active one can approve. Signatories that exist were added when nobody asked for one.
alter table signatories add column status text not null default 'Active' check (status in ('Pending', 'Active', 'Rejected'));
alter table signatories alter column status drop default;
