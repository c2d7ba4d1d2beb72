-- The payments that send a returned debit again are counted by the debit.
drop index concurrently if exists payments_reinitiation;
create index concurrently payments_reinitiation on payments (tenant_id, (details ->> 'reinitiationOf'), id)
  where details ? 'reinitiationOf';
