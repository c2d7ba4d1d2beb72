-- A payment may describe the party that it pays or collects from instead of naming a contact. It
-- creates a contact for that party, which the lists of contacts leave out unless it is to be saved.
alter table contacts add column is_listed boolean not null default true;
-- The payment names its contact, so both are written together under an id that is known before.
grant usage on sequence contacts_id_seq to giro_service;
