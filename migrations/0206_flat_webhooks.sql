-- Webhooks in the flat form of existing clients, with Basic authentication. The password is sealed.
alter table webhooks add column format text not null default 'standard';
alter table webhooks add constraint webhooks_format_known check (format in ('standard', 'flat'));
alter table webhooks add column basic_username text;
alter table webhooks add column sealed_basic_password bytea;
alter table webhooks add constraint webhooks_basic_complete
  check ((basic_username is null) = (sealed_basic_password is null));
grant update (format, basic_username, sealed_basic_password) on webhooks to giro_service;
