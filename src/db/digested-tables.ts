import type { DigestedTable } from './content-digest.ts'

/** What was instructed: the columns of a payment that decide who is paid what, and for whom. */
export const PAYMENTS: DigestedTable = {
  table: 'payments',
  one: 'payment',
  purpose: 'payment_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'entry_type', 'external_reference_id', 'customer_id', 'sender_account_id', 'contact_id'],
    ...['receiver_account_id', 'amount', 'currency', 'speed', 'sec_code', 'payment_date', 'receiver_name'],
    ...['receiver_account_number_index', 'receiver_account_type', 'receiver_bank_code'],
    ...['receiver_message_details_index', 'fx_contract_number', 'created_by', 'created_by_user', 'approvers_needed'],
  ],
  writtenBy: 'seal_payment',
}

/** What decides whether a contact is paid, where and as whom, and what its approvers are told. */
export const CONTACTS: DigestedTable = {
  table: 'contacts',
  one: 'contact',
  purpose: 'contact_content',
  key: { id: 'bigint' },
  columns: [
    ...['id', 'version', 'customer_id', 'status', 'is_listed', 'name', 'contact_type'],
    ...['account_number_index', 'account_type', 'account_currency', 'ach_fault', 'bank_name', 'bank_country'],
    ...['national_code', 'swift_code', 'message_details_index', 'details_version', 'details_set_by'],
  ],
  documents: ['details_set_by'],
  behind: ['version'],
}

/**
 * What decides which payments a series makes: its terms, its end, its first payment, and who
 * started it. Which were made is in `payment_occurrences`, and a series that has ended stays so.
 */
export const SERIES: DigestedTable = {
  table: 'payment_recurrences',
  one: 'series',
  purpose: 'series_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'version', 'entry_type', 'external_reference_id', 'customer_id', 'sender_account_id', 'contact_id'],
    ...['receiver_account_id', 'amount', 'currency', 'speed', 'sec_code', 'payment_notes', 'frequency', 'start_date'],
    ...['pay_until', 'end_date', 'number_of_payments', 'created_by', 'created_by_user', 'first_payment_id'],
  ],
  derived: {
    first_payment_id: (r) =>
      `select o.payment_id from payment_occurrences o where o.tenant_id = $1 and o.recurrence_id = ${r}.id and o.number = 1`,
  },
  behind: ['version', 'pay_until', 'end_date', 'number_of_payments'],
}

/** Whose file of payments it is, who uploaded and approved it, and what may be done with it. */
export const PAYMENT_FILES: DigestedTable = {
  table: 'payment_files',
  one: 'file',
  purpose: 'payment_file_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'version', 'customer_id', 'file_type', 'name', 'sha256', 'records', 'totals', 'status'],
    ...['uploaded_by', 'uploaded_by_user', 'legal_entity_id', 'decided_by', 'decided_by_user', 'is_stopped'],
  ],
  documents: ['totals'],
  derived: { is_stopped: (r) => `${r}.stopped_at is not null` },
  behind: ['version'],
}

/** A payment of a file. It belongs to the file and to its place there. */
export const FILE_RECORDS: DigestedTable = {
  table: 'payment_file_records',
  one: 'record',
  purpose: 'payment_file_record_content',
  key: { file_id: 'uuid', record: 'integer' },
  columns: ['file_id', 'record', 'entry_type', 'request'],
  documents: ['request'],
}

/** A settled debit that goes back to the debtor. */
export const ACH_REVERSALS: DigestedTable = {
  table: 'ach_reversals',
  one: 'reversal of payment',
  purpose: 'ach_reversal_content',
  key: { payment_id: 'uuid' },
  columns: ['payment_id'],
}

/** An entry that goes back to the bank it came from. */
export const ACH_RETURNS: DigestedTable = {
  table: 'ach_returns',
  one: 'return of receipt',
  purpose: 'ach_return_content',
  key: { receipt_id: 'uuid', kind: 'text' },
  columns: ['receipt_id', 'kind', 'code', 'information'],
}

/** A moment in SQL, whatever the time zone of the session. */
const moment = (column: string) => (r: string) => `extract(epoch from ${r}.${column})`

/** With what a client proves who it is, and until when. */
export const API_CLIENT_SECRETS: DigestedTable = {
  table: 'api_client_secrets',
  one: 'secret of client',
  purpose: 'api_client_secret_content',
  key: { client_id: 'text', secret_sha256: 'bytea' },
  columns: ['client_id', 'secret_sha256', 'expires_at'],
  derived: { expires_at: moment('expires_at') },
  behind: ['expires_at'],
}

/**
 * What a client may do, and how it proves who it is. What its roles contain is outside. A client
 * that was revoked stays so.
 */
export const API_CLIENTS: DigestedTable = {
  table: 'api_clients',
  one: 'API client',
  purpose: 'api_client_content',
  key: { client_id: 'text' },
  columns: [
    ...['client_id', 'version', 'legal_entity_id', 'entitlements', 'role_ids', 'trusted_to_name_persons'],
    ...['identity_provider', 'authentication_method', 'public_keys', 'certificate_thumbprints', 'sender_constraint'],
    ...['access_token_seconds', 'allowed_networks', 'expires_at', 'redirect_uris', 'post_logout_redirect_uris'],
  ],
  documents: ['identity_provider', 'public_keys'],
  derived: {
    role_ids: (r) =>
      `select array_agg(h.role_id order by h.role_id) from api_client_roles h where h.tenant_id = $1 and h.client_id = ${r}.client_id`,
    expires_at: moment('expires_at'),
  },
  behind: ['version'],
}

/** The tables with digests. The sweep of a rotation gives one to rows from before. */
export const DIGESTED_TABLES: readonly DigestedTable[] = [
  ...[PAYMENTS, CONTACTS, SERIES, PAYMENT_FILES, FILE_RECORDS],
  ...[ACH_REVERSALS, ACH_RETURNS],
  ...[API_CLIENT_SECRETS, API_CLIENTS],
]
