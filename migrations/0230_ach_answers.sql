-- What other banks answer to entries of the institution, and what an operator tells it: returns,
-- dishonored and contested returns, notifications of change, acknowledgements. Each once, however
-- often and in whatever file it comes. Rows are only added.
create table ach_answers (
  tenant_id             bigint      not null references institutions,
  id                    uuid        not null,
  identity              text        not null,
  file_id               uuid        not null,
  entry_number          integer     not null,
  kind                  text        not null,
  code                  text,
  settlement_date       date        not null,
  trace_number          text        not null,
  original_trace_number text,
  other_dfi             text        not null,
  direction             text        not null,
  amount                bigint      not null,
  corrected_data        text,
  outcome               text        not null,
  reason                text,
  answer_code           text,
  payment_id            uuid,
  contact_id            bigint,
  created_at            timestamptz not null,
  primary key (tenant_id, id),
  constraint ach_answers_payment_fkey foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  constraint ach_answers_contact_fkey foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  constraint ach_answers_kind_known check (kind in ('Return', 'DishonoredReturn', 'ContestedReturn', 'Change',
    'RefusedChange', 'Acknowledgement', 'Enrollment', 'Notice')),
  constraint ach_answers_direction_known check (direction in ('Credit', 'Debit')),
  constraint ach_answers_outcome_known check (outcome in ('Applied', 'Proposed', 'Noted', 'Refused', 'Exception')),
  constraint ach_answers_amount_not_negative check (amount >= 0),
  constraint ach_answers_reason_unless_applied check ((outcome in ('Refused', 'Exception')) <= (reason is not null)),
  constraint ach_answers_answer_code_refused check ((outcome = 'Refused') <= (answer_code is not null))
);
create unique index ach_answers_identity on ach_answers (tenant_id, identity);
create index ach_answers_listed on ach_answers (tenant_id, created_at, id);
create index ach_answers_outcome on ach_answers (tenant_id, outcome, created_at, id);
create index ach_answers_kind on ach_answers (tenant_id, kind, created_at, id);
create index ach_answers_file on ach_answers (tenant_id, file_id, entry_number);
create index ach_answers_payment on ach_answers (tenant_id, payment_id, id) where payment_id is not null;
grant select, insert on ach_answers to giro_service;
call add_tenant_policy('ach_answers');
call make_append_only('ach_answers');
