import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const NOBODY = 42
const UNPAID = `status = 'Active' and deleted_at is null
  and not exists (select from payments p where accounts.id in (p.sender_account_id, p.receiver_account_id))`

/** Customers, their people, accounts and contacts, and the institution with its clients. */
export const partyActs: Act[] = [
  ...copies('customers', { lawful: { id: 900001, short_name: 'hostile', customer_id: null } }, [
    ['a status that does not exist', { status: 'Closed' }, 'customers_status_known'],
    ['a type that does not exist', { customer_type: 'Pirate' }, 'customers_customer_type_known'],
    ['a state to go on in that does not exist', { resumes_as: 'Gone' }, 'customers_resumes_as_known'],
    ['active before the institution admits it', { is_admitted: false, status: 'Active' }, 'customers_admitted'],
    ['the short name of another', { short_name: computed('r.short_name') }, 'customers_short_name'],
    ['onboarded by a customer that does not exist', { onboarded_by: NOBODY }, 'customers_onboarded_by_fkey'],
  ]),
  ...copies('bank_directories', { lawful: { rail: 'RTP' } }, [
    ['a rail that does not exist', { rail: 'PIGEON' }, 'bank_directories_rail_known'],
    ['a second list of the rail', { rail: computed('r.rail') }, 'bank_directories_pkey'],
  ]),
  ...copies('bank_participants', { lawful: { bank_id: '091000019' } }, [
    ['in a list that does not exist', { rail: 'RTP' }, 'bank_participants_directory_fkey'],
    ['the same bank twice', { bank_id: computed('r.bank_id') }, 'bank_participants_pkey'],
  ]),
  ...withoutRight('bank_directories', ['delete from bank_directories']),
  ...copies('users', { lawful: { id: randomUUID(), login_id: 'hostile' }, where: `status = 'Active'` }, [
    ['a status that does not exist', { status: 'Root' }, 'users_status_known'],
    ['of a customer that does not exist', { customer_id: NOBODY }, 'users_tenant_id_customer_id_fkey'],
    ['the login of another', { login_id: computed('r.login_id') }, 'users_login_id'],
    ['the login of another in another case', { login_id: computed('upper(r.login_id)') }, 'users_login'],
    ['a twin that does not exist', { login_twin: 'Only' }, 'users_login_twin_known'],
    ['active under a suspension', { suspended_by: 'Institution' }, 'users_suspended_by_while_suspended'],
    ['suspended by nobody', { status: 'Suspended', suspended_by: 'Nobody' }, 'users_suspended_by_known'],
  ]),
  ...copies('roles', { lawful: { id: randomUUID(), name: 'hostile' } }, [
    ['a type that does not exist', { type: 'Root' }, 'roles_type_known'],
    ['of a customer that does not exist', { customer_id: NOBODY }, 'roles_tenant_id_customer_id_fkey'],
    ['the name of another', { name: computed('r.name') }, 'roles_name'],
  ]),
  {
    tries: 'user_roles: a role of another customer',
    sql: `insert into user_roles select h.tenant_id, h.user_id, r.id, h.customer_id
      from user_roles h join roles r on r.customer_id <> h.customer_id limit 1`,
    refusedBy: 'user_roles_tenant_id_customer_id_role_id_fkey',
  },
  ...changes('accounts', { lawful: `name = 'Another'`, where: UNPAID }, [
    ['a currency in words', `currency = 'dollars'`, 'currency_code_form'],
    ['another currency than its ledger account', `currency = 'EUR'`, 'accounts_tenant_id_id_currency_fkey'],
    ['a type that does not exist', `type = 'CRYPTO'`, 'accounts_type_known'],
    ['a subtype that does not exist', `sub_type = 'Offshore'`, 'accounts_sub_type_known'],
    ['a system that does not exist', `system_of_record = 'Paper'`, 'accounts_system_of_record_known'],
    ['a status that does not exist', `status = 'Frozen'`, 'accounts_status_known'],
    ['active under a suspension', `suspended_by = 'Institution'`, 'accounts_suspended_by_while_suspended'],
    ['of a customer that does not exist', `customer_id = ${NOBODY}`, 'accounts_tenant_id_customer_id_fkey'],
  ]),
  {
    tries: 'accounts: the number of another',
    sql: `update accounts a set (account_number, account_number_index) = (
        select b.account_number, b.account_number_index from accounts b
        where b.deleted_at is null and b.id <> a.id and b.routing_number = a.routing_number limit 1)
      where id = (select min(id) from accounts where deleted_at is null)`,
    refusedBy: 'accounts_number',
  },
  ...copies('contacts', { lawful: { id: 900001, template_name: 'hostile' }, where: `status = 'Active'` }, [
    ['a type that does not exist', { contact_type: 'Robot' }, 'contacts_contact_type_known'],
    ['a type of account that does not exist', { account_type: 'Offshore' }, 'contacts_account_type_known'],
    ['a status that does not exist', { status: 'Trusted' }, 'contacts_status_known'],
    ['a currency in words', { account_currency: 'dollars' }, 'currency_code_form'],
    ['no bank', { national_code: null, swift_code: null }, 'contacts_national_code_or_swift_code'],
    ['of a customer that does not exist', { customer_id: NOBODY }, 'contacts_tenant_id_customer_id_fkey'],
    ['the template name of another', { template_name: computed('r.template_name') }, 'contacts_template_name'],
    ['active although rejected', { rejected_by: 'Institution' }, 'contacts_rejected_by_while_rejected'],
    ['a fault that does not exist', { ach_fault: 'small' }, 'contacts_ach_fault_known'],
  ]),
  ...copies('signatories', { lawful: { id: 900001 } }, [
    ['a limit below zero', { approval_limit: -1, currency: 'USD' }, 'signatories_approval_limit_not_negative'],
    ['a limit without a currency', { approval_limit: 1, currency: null }, 'signatories_approval_limit_with_currency'],
    ['a limit in words', { approval_limit: 1, currency: 'dollars' }, 'currency_code_form'],
    ['a status that does not exist', { status: 'Chief' }, 'signatories_status_known'],
    ['of a customer that does not exist', { customer_id: NOBODY }, 'signatories_tenant_id_customer_id_fkey'],
  ]),
  ...copies('api_clients', { lawful: { client_id: 'hostile' } }, [
    ['of an entity that does not exist', { legal_entity_id: NOBODY }, 'api_clients_legal_entity_id_fkey'],
    [
      'a way to prove itself that does not exist',
      { authentication_method: 'password' },
      'api_clients_authentication_method_known',
    ],
    ['a constraint that does not exist', { sender_constraint: 'trust' }, 'api_clients_sender_constraint_known'],
    ['tokens for a year', { access_token_seconds: 31_536_000 }, 'api_clients_access_token_seconds_range'],
  ]),
  {
    tries: 'api_client_secrets: a secret that is no hash',
    sql: `insert into api_client_secrets select tenant_id, client_id, 'secret', created_at from api_client_secrets limit 1`,
    refusedBy: 'api_client_secrets_secret_sha256_length',
  },
  ...copies('client_holders', { lawful: { holder: 'hostile' } }, [
    ['of a client that does not exist', { client_id: 'nobody' }, 'client_holders_client_id_fkey'],
    ['ended by nobody', { ends_at: '2020-01-01' }, 'client_holders_ended_by_with_ends_at'],
    [
      'ended by an approval that does not exist',
      { ends_at: '2020-01-01', ended_by: randomUUID() },
      'client_holders_ended_by_fkey',
    ],
  ]),
  ...changes('client_holders', { lawful: 'ends_at = null' }, [
    [
      'a hold that an approval of something else ends',
      `ends_at = now(), ended_by = (select id from approvals where status = 'Approved' and kind <> 'apiClient' limit 1)`,
      'client_holders_end_by_two',
    ],
  ]),
  ...withoutRight('client_holders', ['delete from client_holders', `update client_holders set holder = 'nobody'`]),
  {
    tries: 'signing_keys: a second key that signs',
    sql: `update signing_keys set retired_at = null`,
    refusedBy: 'signing_keys_active',
  },
  ...changes('institutions', { lawful: `name = 'Another'` }, [
    ['a code that no path can have', `code = 'First Bank'`, 'institutions_code_form'],
    ['a currency in words', `currency = 'dollars'`, 'currency_code_form'],
    ['a short routing number', `routing_number = '12'`, 'institutions_routing_number_form'],
    ['a clock that runs back', `clock_offset_ms = -1`, 'institutions_clock_offset_ms_not_negative'],
    [
      'a clock that stands without a target',
      `clock_stands_at = now(), clock_target = null`,
      'institutions_clock_on_its_way',
    ],
    ['a clock ahead outside a sandbox', `sandbox = false, clock_offset_ms = 1`, 'institutions_clock_of_a_sandbox'],
  ]),
  ...withoutRight('customers', ['delete from customers', 'truncate customers']),
  ...withoutRight('accounts', ['delete from accounts']),
  ...withoutRight('institutions', ['delete from institutions']),
  ...withoutRight('api_clients', ['delete from api_clients']),
]
