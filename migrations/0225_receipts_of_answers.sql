-- What another bank answers is returned by no entry of a receipt, whatever becomes of its money.
alter table receipts add column is_answer boolean not null default false;
