-- How often a customer was moved away from one above it: what is released after a move is held
-- again after the next one.
alter table customers add column moves integer not null default 0;

-- Safe for running nodes: the checks only become wider.
alter table stopped_makers drop constraint stopped_makers_kind_known;
alter table stopped_makers add constraint stopped_makers_kind_known check (kind in ('clientExpired', 'clientRevoked',
  'legalEntitySuspended', 'outOfReach', 'userStopped'));
alter table payment_releases drop constraint payment_releases_kind_known;
alter table payment_releases add constraint payment_releases_kind_known check (kind in ('clientExpired', 'clientRevoked',
  'legalEntitySuspended', 'outOfReach', 'userStopped'));
alter table recurrence_releases drop constraint recurrence_releases_kind_known;
alter table recurrence_releases add constraint recurrence_releases_kind_known check (kind in ('clientExpired',
  'clientRevoked', 'legalEntitySuspended', 'outOfReach', 'userStopped'));
