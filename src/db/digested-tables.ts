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

/** A moment in milliseconds, in SQL. */
const moment = (column: string) => (r: string) => `floor(extract(epoch from ${r}.${column}) * 1000)::bigint`

/** The hash of a document as it is stored, in SQL. */
const hashed = (column: string) => (r: string) => `encode(sha256(convert_to(${r}.${column}::text, 'UTF8')), 'hex')`

/**
 * A proposal: what is done when it is approved, who asked for it, and who may decide it until when.
 * It waits with the seals that it was written with.
 */
export const APPROVALS: DigestedTable = {
  table: 'approvals',
  one: 'proposal',
  purpose: 'approval_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'kind', 'subject_id', 'customer_id', 'action', 'institution_decides', 'approvers_needed', 'current'],
    ...['proposed', 'content_sha256', 'requested_by', 'requested_by_user', 'requested_for', 'requested_at'],
    'expires_at',
  ],
  derived: {
    ...{ current: hashed('current'), proposed: hashed('proposed') },
    ...{ requested_at: moment('requested_at'), expires_at: moment('expires_at') },
  },
}

/** Who decided what about a payment. It can be taken back, for good. */
export const PAYMENT_APPROVALS: DigestedTable = {
  table: 'payment_approvals',
  one: 'approval of payment',
  purpose: 'payment_approval_content',
  key: { payment_id: 'uuid', approver: 'text', revision: 'integer' },
  columns: [
    ...['payment_id', 'approver', 'revision', 'client_id', 'user_id', 'signatory_id', 'identified_by', 'side'],
    ...['decision', 'content_sha256', 'limit_amount', 'decided_on', 'decided_at'],
  ],
  derived: { decided_at: moment('decided_at') },
}

/** Who approved a trade that waits. */
export const TRADE_APPROVALS: DigestedTable = {
  table: 'trade_approvals',
  one: 'approval of trade',
  purpose: 'trade_approval_content',
  key: { approval_id: 'uuid', approver: 'text' },
  columns: [
    ...['approval_id', 'approver', 'client_id', 'user_id', 'signatory_id', 'identified_by', 'approvers_needed'],
    ...['limit_amount', 'decided_on', 'decided_at'],
  ],
  derived: { decided_at: moment('decided_at') },
}

/** What came in, where it goes, and what may be done with it. */
export const RECEIPTS: DigestedTable = {
  table: 'receipts',
  one: 'receipt',
  purpose: 'receipt_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'step', 'status', 'identity', 'rail', 'direction', 'is_prenote', 'amount', 'currency'],
    ...['account_number_index', 'transaction_code', 'sec_code', 'originator_routing', 'file_id', 'entry_number'],
    ...[
      'message_id',
      'is_answer',
      'returns_payment_id',
      'settlement_date',
      'reason',
      'account_id',
      'customer_id',
      'place',
    ],
  ],
  behind: ['step', 'place'],
}

/** What a customer was offered, but for the name under which it asked, and for who it is. */
const TERMS = [
  ...['channel', 'product_type', 'tenor', 'sell_currency', 'buy_currency', 'sell_amount', 'buy_amount'],
  ...['base_currency', 'spot_rate', 'forward_points', 'all_in_rate', 'pricing_reference', 'trade_date', 'value_date'],
  ...['made_by', 'made_by_user'],
]
/** Rates are exact decimals, however many zeros are stored with them. */
const rate = (column: string) => (row: string) => `trim_scale(${row}.${column})`
const RATES = {
  spot_rate: rate('spot_rate'),
  forward_points: rate('forward_points'),
  all_in_rate: rate('all_in_rate'),
}

/** The terms at which a customer can trade. The sweep gives none a digest: quotes never change. */
export const FX_QUOTES: DigestedTable = {
  table: 'fx_quotes',
  one: 'quote',
  purpose: 'fx_quote_content',
  key: { id: 'uuid' },
  columns: ['id', 'customer_id', ...TERMS],
  derived: RATES,
  boundWith: 'fx_contracts',
}

/**
 * What a contract promises, with the terms of its quote. The account that prefunds it never
 * changes; that of a payment's own contract holds what waits for a close-out.
 */
export const FX_CONTRACTS: DigestedTable = {
  table: 'fx_contracts',
  one: 'FX contract',
  purpose: 'fx_contract_content',
  key: { id: 'uuid' },
  columns: [
    ...['id', 'contract_no', 'quote_id', 'payment_id', 'funding_account_id', 'margin_amount', 'margin_deferred'],
    ...['cross_amount', 'customer_id', 'quote_customer_id', ...TERMS],
  ],
  derived: {
    funding_account_id: (c) => `case when ${c}.payment_id is null then ${c}.funding_account_id end`,
    quote_customer_id: () => 'q.customer_id',
    ...Object.fromEntries(TERMS.map((column) => [column, () => `q.${column}`])),
    ...Object.fromEntries(Object.entries(RATES).map(([column, trimmed]) => [column, () => trimmed('q')])),
  },
  beside: (c) => `fx_quotes q where q.tenant_id = $1 and q.id = ${c}.quote_id`,
}

/** At which price the bank covered a contract, which decides its close-out. */
export const FX_COVERS: DigestedTable = {
  table: 'fx_covers',
  one: 'the cover of FX contract',
  purpose: 'fx_cover_content',
  key: { contract_id: 'uuid' },
  columns: [
    ...['contract_id', 'sell_amount', 'buy_amount', 'market_amount', 'cross_amount', 'spot_rate', 'all_in_rate'],
    ...['pricing_reference', 'trade_date', 'value_date'],
  ],
  derived: RATES,
}

/** A moment in SQL, whatever the time zone of the session. */
const epoch = (column: string) => (r: string) => `extract(epoch from ${r}.${column})`

/** With what a client proves who it is, and until when. */
export const API_CLIENT_SECRETS: DigestedTable = {
  table: 'api_client_secrets',
  one: 'secret of client',
  purpose: 'api_client_secret_content',
  key: { client_id: 'text', secret_sha256: 'bytea' },
  columns: ['client_id', 'secret_sha256', 'expires_at'],
  derived: { expires_at: epoch('expires_at') },
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
    expires_at: epoch('expires_at'),
  },
  behind: ['version'],
}

/** The tables with digests. The sweep of a rotation gives one to rows from before. */
export const DIGESTED_TABLES: readonly DigestedTable[] = [
  ...[PAYMENTS, CONTACTS, SERIES, PAYMENT_FILES, FILE_RECORDS],
  ...[ACH_REVERSALS, ACH_RETURNS, APPROVALS, PAYMENT_APPROVALS, TRADE_APPROVALS],
  ...[FX_CONTRACTS, FX_COVERS, RECEIPTS],
  ...[API_CLIENT_SECRETS, API_CLIENTS],
]
