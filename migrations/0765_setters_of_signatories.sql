-- Who alone created a signatory or changed its name, e-mail address or telephone number. They are no
-- other person beside the signatory until somebody independent has confirmed it, and neither are two
-- signatories of one of them. Those of the institution count under dual control. Signatories from
-- before have none.
create table signatory_setters (
  tenant_id      bigint      not null references institutions,
  signatory_id   bigint      not null,
  holder         text        not null,
  of_institution boolean     not null,
  set_at         timestamptz not null,
  ends_at        timestamptz,
  confirmed_by   text,
  primary key (tenant_id, signatory_id, holder),
  constraint signatory_setters_signatory_fkey foreign key (tenant_id, signatory_id) references signatories (tenant_id, id),
  constraint signatory_setters_confirmed_by_with_ends_at check ((ends_at is null) = (confirmed_by is null)),
  constraint signatory_setters_confirmed_by_another check (confirmed_by <> holder)
);
grant select, insert on signatory_setters to giro_service;
grant update (ends_at, confirmed_by) on signatory_setters to giro_service;
call add_tenant_policy('signatory_setters');
call make_append_only('signatory_setters', 'ends_at', 'confirmed_by');
