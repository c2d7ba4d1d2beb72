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
  isVersioned: true,
}

/** The tables with digests. The sweep of a rotation gives one to rows from before. */
export const DIGESTED_TABLES: readonly DigestedTable[] = [PAYMENTS, CONTACTS]
