-- One person must not be the whole bank: under dual control, a second person decides the changes of the institution.
alter table institutions add column dual_control boolean not null default false;
alter table institutions alter column dual_control drop default;

-- A proposal may also hold a whole request, which the approval runs. Its kind names what it changes.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in (
  'contact', 'customer', 'user', 'signatory', 'role',
  'institution', 'limits', 'fees', 'fxMargins', 'fxRates', 'customerFee', 'adjustment', 'apiClient', 'signingKey'));
alter table approvals drop constraint approvals_action_check;
alter table approvals add constraint approvals_action_check check (action in ('create', 'update', 'delete'));
-- What the approved request returned, such as the id of what it created. It holds no secret.
alter table approvals add column result jsonb;
alter table approvals add constraint approvals_result check (result is null or status = 'Approved');
grant update (result) on approvals to giro_service;

-- The client whose reply showed the secret; null for a secret that the command line showed. Two clients with a secret that one person has seen are one person.
alter table api_client_secrets add column shown_to text;
