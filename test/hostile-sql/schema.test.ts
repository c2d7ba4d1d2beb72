import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ACCOUNT_TYPES, SUB_TYPES, SYSTEMS_OF_RECORD } from '../../src/accounts/account-body.schema.ts'
import { ACCOUNT_STATUSES } from '../../src/accounts/domain/account-state.ts'
import { ANSWER_KINDS } from '../../src/ach-imports/domain/entry-kind.ts'
import { ANSWER_OUTCOMES } from '../../src/ach-imports/domain/outcome.ts'
import { ACTS_ALONE } from '../../src/approvals/acts-alone.store.ts'
import { APPROVAL_ACTIONS, APPROVAL_KINDS, APPROVAL_STATUSES } from '../../src/approvals/domain/decide-approval.ts'
import type { IdentifiedBy } from '../../src/approvers/approvers.ts'
import { ACCOUNT_TYPES as CONTACT_ACCOUNT_TYPES, CONTACT_TYPES } from '../../src/contacts/contacts.schema.ts'
import type { ContactStatus } from '../../src/contacts/contacts.store.ts'
import { CUSTOMER_TYPES } from '../../src/customers/customers.schema.ts'
import { CUSTOMER_STATUSES, type CustomerStatus } from '../../src/customers/domain/customer-state.ts'
import { TIER_BY } from '../../src/fees/fees.schema.ts'
import { CLOSE_OUT_REASONS } from '../../src/fx/close-outs/close-outs.store.ts'
import { TRADE_STATUSES } from '../../src/fx/domain/contract-state.ts'
import type { ProductType } from '../../src/fx/domain/exchange.ts'
import type { QuoteStatus } from '../../src/fx/fx-trades.store.ts'
import { CUSTOMER_ID_TYPES } from '../../src/fx/require-fx-customer.ts'
import { WAITING_KINDS } from '../../src/institution/calendar-changes.store.ts'
import { MAKER_STOPS } from '../../src/institution/institution.ts'
import type { AchFault } from '../../src/kernel/ach-account-number.ts'
import { ON_MISSED_CUT_OFF } from '../../src/kernel/cut-off.ts'
import { ENTRY_DIRECTIONS, ENTRY_TYPES, MESSAGE_RAILS, RAILS, SPEEDS } from '../../src/kernel/rail.ts'
import { SEC_CODES } from '../../src/kernel/sec-codes.ts'
import { CONTRA_ACCOUNTS } from '../../src/ledger/chart.ts'
import { COUNTED_ENTRY_TYPES, COUNTED_PERIODS, LIMIT_RAILS, LIMITED_RAILS } from '../../src/limits/domain/limit-key.ts'
import type { LimitHolder } from '../../src/limits/limits.store.ts'
import { VERIFIED_PARTS } from '../../src/main/verification/verifications.store.ts'
import { EXCEPTION_STATUSES } from '../../src/message-imports/message-exceptions.store.ts'
import { PAYMENT_REQUEST_STATUSES } from '../../src/message-imports/payment-requests/payment-requests.store.ts'
import { REQUEST_RAILS, SENT_REQUEST_STATUSES } from '../../src/message-imports/sent-requests/sent-requests.store.ts'
import { OBLIGATION_STATES } from '../../src/obligations/obligations.store.ts'
import { OBLIGATION_KINDS, type ObligationOwner } from '../../src/obligations/obligations.ts'
import { CANCELLATION_STATUSES, ITEM_OUTCOMES } from '../../src/outstanding/cancellations.store.ts'
import { OUTSTANDING_KINDS } from '../../src/outstanding/domain/kinds.ts'
import { ACTOR_KINDS } from '../../src/outstanding/find-actor.ts'
import { REMEDIES } from '../../src/outstanding/outstanding.store.ts'
import type { Owner } from '../../src/ownership/field-owners.ts'
import { FILE_TYPES } from '../../src/payment-files/domain/file-record.ts'
import { FILE_STATUSES } from '../../src/payment-files/payment-files.store.ts'
import type { Shaping } from '../../src/payments/approval/makers.store.ts'
import type { PaymentApproval } from '../../src/payments/approval/payment-approvals.store.ts'
import type { FeeBearer } from '../../src/payments/decision/payment-fees.store.ts'
import { VALUE_DATE_REASONS } from '../../src/payments/history/value-date-changes.store.ts'
import { RETURN_REQUEST_STATUSES as ASKED_STATUSES } from '../../src/payments/network/return-requests.store.ts'
import { PAYMENT_STATUSES } from '../../src/payments/payment-state.ts'
import { PRENOTE_SEC_CODES, PRENOTE_STATUSES } from '../../src/payments/prenotes/prenotes.store.ts'
import { FREQUENCIES, type PayUntil } from '../../src/payments/recurring/domain/recurrence.ts'
import type { Recurrence } from '../../src/payments/recurring/recurrences.store.ts'
import { ACKNOWLEDGEMENT_OUTCOMES } from '../../src/rails/ach/file-acknowledgements.store.ts'
import type { ReturnKey } from '../../src/rails/ach/returns.store.ts'
import { DELIVERY_STATUSES } from '../../src/rails/courier/deliveries.store.ts'
import { DEPARTURE_KINDS } from '../../src/rails/handover/departure-kinds.ts'
import { HANDOVER_DECISIONS, HANDOVER_STATUSES } from '../../src/rails/handover/handovers.store.ts'
import { HOLD_REASONS } from '../../src/rails/holds/rail-holds.store.ts'
import { INCOMING_STATUSES } from '../../src/rails/incoming/incoming-files.store.ts'
import { EXCHANGE_STATUSES } from '../../src/rails/iso20022/fedwire/exchanges.store.ts'
import { EXCHANGE_STATES } from '../../src/rails/iso20022/instant/exchange.ts'
import { EXCHANGE_KINDS, INSTANT_RAILS } from '../../src/rails/iso20022/instant/exchanges.store.ts'
import { NOSTRO_DIRECTIONS } from '../../src/rails/iso20022/swift/nostro.store.ts'
import { SWIFT_PAYMENT_STATUSES } from '../../src/rails/iso20022/swift/swift-payments.store.ts'
import { AWAITED } from '../../src/rails/iso20022/swift/waiting-credits.store.ts'
import { WIRE_ENDS } from '../../src/rails/links/database/simulated-messages.store.ts'
import { MESSAGE_DIRECTIONS, MESSAGE_STATUSES } from '../../src/rails/messages/rail-message.ts'
import { ORIGINATION_OUTCOMES } from '../../src/rails/simulator/ach/simulated-files.store.ts'
import { BOOKED } from '../../src/rails/simulator/networks/plan.ts'
import { BOOK_DIRECTIONS, BOOK_KINDS } from '../../src/rails/simulator/networks/simulated-payments.store.ts'
import {
  AMOUNT_TYPES,
  EXCEPTION_CAUSES,
  FREQUENCIES as RULE_FREQUENCIES,
} from '../../src/receipts/domain/match-rules.ts'
import { UNPOSTED_REASONS } from '../../src/receipts/domain/unposted-reasons.ts'
import { DECISIONS } from '../../src/receipts/positive-pay/exceptions.store.ts'
import type { RuleRow } from '../../src/receipts/positive-pay/rules.store.ts'
import { RECEIPT_STATUSES } from '../../src/receipts/receipt-state.ts'
import { CREDIT_ANSWERS, PLACES } from '../../src/receipts/receipts.store.ts'
import { RETURN_REQUEST_STATUSES } from '../../src/receipts/return-requests/return-requests.store.ts'
import type { insertRole } from '../../src/roles/roles.store.ts'
import type { Factor } from '../../src/sign-in/sign-in.ts'
import type { SignatoryStatus } from '../../src/signatories/signatories.store.ts'
import { RELEASE_CONTRAS } from '../../src/suspense/suspense.schema.ts'
import type { SuspenseReason } from '../../src/suspense/suspense.store.ts'
import { AUTHENTICATION_METHODS, SENDER_CONSTRAINTS } from '../../src/tokens/access-rules.ts'
import { LOGIN_TWINS } from '../../src/tokens/login-match.ts'
import { USER_STATUSES } from '../../src/users/domain/user-state.ts'
import type { DeliveryStatus } from '../../src/webhooks/deliveries.store.ts'
import { WEBHOOK_FORMATS } from '../../src/webhooks/domain/flat-event.ts'
import type { WebhookStatus } from '../../src/webhooks/webhooks.store.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

// The rules of the schema, as the catalogue of a migrated database has them.

let database: TestDatabase
let owner: pg.Client

before(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})

after(async () => {
  await owner.end()
  await database.drop()
})

async function read<Row>(sql: string): Promise<Row[]> {
  return (await owner.query(sql)).rows as Row[]
}

interface Constraint {
  table: string
  name: string
  definition: string
}

const constraintsOf = (type: 'c' | 'f') =>
  read<Constraint>(`select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = '${type}' and connamespace = 'giro'::regnamespace and conrelid <> 0 order by 1, 2`)

/** Tables whose rules are named elsewhere. */
const OTHERS = /^(ledger_\w+|payments|payment_transitions|payment_states)$/

test('every check is named by its table, its columns and its rule', async () => {
  const unnamed = (await constraintsOf('c')).filter(
    ({ table, name }) => !OTHERS.test(table) && (/_check\d*$/.test(name) || !name.startsWith(`${table}_`)),
  )
  assert.deepEqual(unnamed, [], 'name these checks table_column_rule')
})

/** The members of a union, which the compiler holds complete. */
const all = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names)
const OWNERS = all<Owner>({ Customer: true, Institution: true })
const CONFIRMED = all<ContactStatus & SignatoryStatus>({ Pending: true, Active: true, Rejected: true })

/** The closed lists of the code, by the check that has the same list. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  accounts_status_known: ACCOUNT_STATUSES,
  accounts_sub_type_known: SUB_TYPES,
  accounts_suspended_by_known: OWNERS,
  accounts_system_of_record_known: SYSTEMS_OF_RECORD,
  accounts_type_known: ACCOUNT_TYPES.map((type) => type.toUpperCase()),
  ach_returns_kind_known: all<ReturnKey['kind']>({ Return: true, Contest: true, Dishonor: true, Refusal: true }),
  ach_answers_direction_known: ENTRY_DIRECTIONS,
  ach_answers_kind_known: ANSWER_KINDS,
  ach_answers_outcome_known: ANSWER_OUTCOMES,
  ach_file_acknowledgements_outcome_known: ACKNOWLEDGEMENT_OUTCOMES,
  simulated_ach_originations_outcome_known: ORIGINATION_OUTCOMES,
  outstanding_cancellations_actor_kind_known: ACTOR_KINDS,
  outstanding_cancellations_status_known: CANCELLATION_STATUSES,
  outstanding_items_kind_known: OUTSTANDING_KINDS,
  outstanding_items_outcome_known: ITEM_OUTCOMES,
  outstanding_items_remedy_known: REMEDIES,
  prenotes_entry_type_known: ENTRY_TYPES,
  prenotes_receiver_account_type_known: CONTACT_ACCOUNT_TYPES,
  prenotes_sec_code_known: PRENOTE_SEC_CODES,
  prenotes_status_known: PRENOTE_STATUSES,
  acts_alone_act_known: ACTS_ALONE,
  adjustments_contra_account_known: CONTRA_ACCOUNTS,
  adjustments_direction_known: ENTRY_DIRECTIONS,
  fedwire_exchanges_status_known: EXCHANGE_STATUSES,
  api_clients_authentication_method_known: AUTHENTICATION_METHODS,
  api_clients_sender_constraint_known: SENDER_CONSTRAINTS,
  approvals_action_known: APPROVAL_ACTIONS,
  approvals_kind_known: APPROVAL_KINDS,
  approvals_status_known: APPROVAL_STATUSES,
  bank_directories_rail_known: RAILS,
  contacts_account_type_known: CONTACT_ACCOUNT_TYPES,
  contacts_ach_fault_known: all<AchFault>({ none: true, tooLong: true, zeros: true }),
  contacts_contact_type_known: CONTACT_TYPES,
  contacts_rejected_by_known: OWNERS,
  contacts_status_known: CONFIRMED,
  customers_customer_type_known: CUSTOMER_TYPES,
  customers_resumes_as_known: ['New', 'Active'] satisfies CustomerStatus[],
  customers_status_known: CUSTOMER_STATUSES,
  fee_versions_tier_by_known: TIER_BY,
  fees_tier_by_known: TIER_BY,
  fx_close_outs_reason_known: CLOSE_OUT_REASONS,
  fx_contracts_status_known: TRADE_STATUSES,
  fx_quotes_customer_ref_type_known: CUSTOMER_ID_TYPES,
  fx_quotes_product_type_known: all<ProductType>({ SPOT: true, FORWARD: true }),
  fx_quotes_status_known: all<QuoteStatus>({ Open: true, PendingApproval: true, Accepted: true, Rejected: true }),
  limit_usage_entry_type_known: COUNTED_ENTRY_TYPES,
  limit_usage_period_known: COUNTED_PERIODS,
  incoming_files_rail_known: RAILS,
  incoming_files_status_known: INCOMING_STATUSES,
  limit_usage_rail_known: LIMIT_RAILS,
  calendar_changes_kind_known: WAITING_KINDS,
  limit_versions_holder_known: all<LimitHolder>({ Customer: true, Institution: true, Total: true }),
  obligations_kind_known: OBLIGATION_KINDS,
  obligations_owner_known: all<ObligationOwner>({ Customer: true, Institution: true }),
  obligations_state_known: OBLIGATION_STATES,
  payment_approvals_decision_known: all<PaymentApproval['decision']>({ Approved: true, Rejected: true }),
  payment_approvals_identified_by_known: all<IdentifiedBy>({ Client: true, TrustedClient: true, Token: true }),
  payment_approvals_side_known: all<PaymentApproval['side']>({ Customer: true, Institution: true }),
  payment_file_records_entry_type_known: ENTRY_TYPES,
  payment_files_file_type_known: FILE_TYPES,
  payment_files_status_known: FILE_STATUSES,
  payment_fees_borne_by_known: all<FeeBearer>({ Account: true, Receiver: true, Proceeds: true }),
  trade_approvals_identified_by_known: all<IdentifiedBy>({ Client: true, TrustedClient: true, Token: true }),
  payment_makers_did_known: all<Shaping>({ ChangedSeries: true, Confirmed: true, Submitted: true }),
  payment_releases_kind_known: MAKER_STOPS,
  recurrence_releases_kind_known: MAKER_STOPS,
  stopped_makers_kind_known: MAKER_STOPS,
  payment_recurrences_entry_type_known: ENTRY_TYPES,
  payment_recurrences_frequency_known: FREQUENCIES,
  payment_recurrences_pay_until_known: all<PayUntil['payUntil']>({
    Cancelled: true,
    EndDate: true,
    NumberOfPayments: true,
  }),
  payment_recurrences_status_known: all<Recurrence['status']>({ Active: true, Completed: true, Cancelled: true }),
  payment_states_rail_known: LIMITED_RAILS,
  payment_states_speed_known: SPEEDS,
  payment_states_status_known: PAYMENT_STATUSES,
  payment_value_date_changes_reason_known: Object.keys(VALUE_DATE_REASONS),
  payments_entry_type_known: ENTRY_TYPES,
  payments_on_missed_cut_off_known: ON_MISSED_CUT_OFF,
  payments_sec_code_known: SEC_CODES,
  payments_speed_known: SPEEDS,
  rail_deliveries_decision_known: HANDOVER_DECISIONS,
  rail_deliveries_status_known: DELIVERY_STATUSES,
  rail_departures_kind_known: DEPARTURE_KINDS,
  rail_handovers_decision_known: HANDOVER_DECISIONS,
  rail_handovers_rail_known: RAILS,
  rail_handovers_status_known: HANDOVER_STATUSES,
  rail_holds_reason_known: HOLD_REASONS,
  nostro_entries_direction_known: NOSTRO_DIRECTIONS,
  instant_exchanges_direction_known: MESSAGE_DIRECTIONS,
  instant_exchanges_kind_known: EXCHANGE_KINDS,
  instant_exchanges_rail_known: INSTANT_RAILS,
  instant_exchanges_state_known: EXCHANGE_STATES,
  instant_participants_rail_known: INSTANT_RAILS,
  rail_messages_decision_known: HANDOVER_DECISIONS,
  rail_messages_direction_known: MESSAGE_DIRECTIONS,
  rail_messages_rail_known: MESSAGE_RAILS,
  rail_messages_status_known: MESSAGE_STATUSES,
  swift_credits_waits_for_known: AWAITED,
  swift_payments_status_known: SWIFT_PAYMENT_STATUSES,
  rail_outboxes_rail_known: RAILS,
  rail_settlements_rail_known: RAILS,
  roles_type_known: ['Custom', 'Default'] satisfies Parameters<typeof insertRole>[1]['type'][],
  signatories_status_known: CONFIRMED,
  payment_return_requests_status_known: ASKED_STATUSES,
  return_requests_rail_known: MESSAGE_RAILS,
  return_requests_status_known: RETURN_REQUEST_STATUSES,
  sent_payment_requests_rail_known: REQUEST_RAILS,
  sent_payment_requests_status_known: SENT_REQUEST_STATUSES,
  payment_requests_rail_known: MESSAGE_RAILS,
  payment_requests_status_known: PAYMENT_REQUEST_STATUSES,
  message_exceptions_rail_known: MESSAGE_RAILS,
  message_exceptions_status_known: EXCEPTION_STATUSES,
  positive_pay_exceptions_cause_known: EXCEPTION_CAUSES,
  positive_pay_exceptions_status_known: DECISIONS,
  positive_pay_rules_amount_type_known: AMOUNT_TYPES,
  positive_pay_rules_frequency_known: RULE_FREQUENCIES,
  positive_pay_rules_status_known: all<RuleRow['status']>({ Active: true, Suspended: true, Deleted: true }),
  receipts_answer_known: CREDIT_ANSWERS,
  receipts_direction_known: ENTRY_DIRECTIONS,
  receipts_place_known: PLACES,
  receipts_rail_known: RAILS,
  receipts_reason_known: UNPOSTED_REASONS,
  receipts_status_known: RECEIPT_STATUSES,
  simulated_messages_rail_known: MESSAGE_RAILS,
  simulated_messages_sent_by_known: WIRE_ENDS,
  simulated_payments_direction_known: BOOK_DIRECTIONS,
  simulated_payments_kind_known: BOOK_KINDS,
  simulated_payments_rail_known: MESSAGE_RAILS,
  simulated_payments_status_known: BOOKED,
  simulated_sequences_rail_known: MESSAGE_RAILS,
  suspense_items_reason_known: all<SuspenseReason>({ AccountClosed: true, NoAccount: true, CrossedReturn: true }),
  suspense_releases_contra_account_known: RELEASE_CONTRAS,
  user_factors_kind_known: all<Factor>({ Totp: true, Passkey: true }),
  users_login_twin_known: LOGIN_TWINS,
  users_status_known: USER_STATUSES,
  users_suspended_by_known: OWNERS,
  verifications_part_known: VERIFIED_PARTS,
  webhook_deliveries_status_known: all<DeliveryStatus>({ Pending: true, Delivered: true, Failed: true }),
  webhooks_format_known: WEBHOOK_FORMATS,
  webhooks_status_known: [
    ...all<WebhookStatus>({ Active: true, Paused: true, Disabled: true }),
    ...['CustomerActive', 'Deleted'],
  ],
}

test('a closed list in the database is the list of the code', async () => {
  const lists = (await constraintsOf('c')).filter(
    ({ table, name }) => !/^ledger_/.test(table) && name.endsWith('_known'),
  )
  const stored = lists.map(({ name, definition }) => [name, quotedIn(definition)] as const)
  assert.deepEqual(
    Object.fromEntries(stored),
    Object.fromEntries(stored.map(([name]) => [name, LISTS[name]?.toSorted()])),
  )
})

function quotedIn(definition: string): string[] {
  return [...definition.matchAll(/'([^']*)'/g)].map(([, value]) => value!).toSorted()
}

test('every currency is a currency_code', async () => {
  const texts = await read<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'giro' and table_type = 'BASE TABLE' and domain_name is distinct from 'currency_code'
       and column_name ~ '(^|_)(currency|ccy)$' and table_name !~ '${OTHERS.source}' and table_name not in ('fx_margins', 'fx_margin_versions')`,
  )
  assert.deepEqual(texts, [], 'use the domain currency_code')
})

/** Columns that name a record without a reference, and why. */
const UNREFERENCED: Readonly<Record<string, string>> = {
  'institutions.legal_entity_id': 'institutions are shared by all shards, customers are not',
  'payment_approvals.client_id': 'clients of a trusted issuer have no row',
  'trade_approvals.client_id': 'clients of a trusted issuer have no row',
  'payment_makers.client_id': 'clients of a trusted issuer have no row',
  'recurrence_makers.client_id': 'clients of a trusted issuer have no row',
  'stopped_makers.actor_id': 'a client, a user or a customer, by its kind',
  'payment_releases.actor_id': 'a client, a user or a customer, by its kind',
  'payment_releases.client_id': 'clients of a trusted issuer have no row',
  'recurrence_releases.actor_id': 'a client, a user or a customer, by its kind',
  'recurrence_releases.client_id': 'clients of a trusted issuer have no row',
  'outstanding_cancellations.actor_id': 'an API client, a user or a customer',
  'outstanding_items.item_id': 'a record of any kind, by its identifier in the API',
  'idempotency_keys.client_id': 'clients of a trusted issuer have no row',
  'token_records.grant_id': 'a grant is a record of the token service, and ends before its tokens',
  'audit_log.customer_id': 'the chain proves a record, whatever becomes of its subject',
  'audit_log.subject_id': 'subjects are of many kinds',
  'audit_log.user_id': 'the chain proves a record, whatever becomes of its subject',
  'audit_chain.audit_id': '`giro audit verify` compares the two: a reference would lock every record again',
  'fee_versions.fee_id': 'a version outlives the fee in the schedule',
  'fee_counts.fee_id': 'a count outlives the fee in the schedule',
  'event_positions.event_id': 'written with every batch of payments',
  'events_unplaced.event_id': 'written with every batch of payments',
  'events.customer_id': 'written with every batch of payments',
  'events.subject_id': 'subjects are of many kinds',
  'payment_traces.span_id': 'an id of the caller or of a collector, in no table',
  'payment_traces.trace_id': 'an id of the caller or of a collector, in no table',
  'webhooks.customer_id': 'nodes of the release before write the table; customers are never deleted',
  'webhook_deliveries.event_id': 'one row of events stands for many events',
  'webhook_deliveries.subject_id': 'subjects are of many kinds',
  'approvals.subject_id': 'subjects are of many kinds, and new ones do not exist yet',
  'obligations.subject_id': 'subjects are of many kinds',
  'suspense_items.reference_id': 'a payment or an FX contract',
  'bank_participants.bank_id': 'a routing number or a BIC',
  'rail_departures.payment_id': 'a restored database may lack the payment',
  'rail_messages.message_id': 'the id that the network knows it by',
  'rail_messages.answers_message_id': 'a message of the network that may never have come in',
  'rail_messages.payment_id':
    'written with every batch of messages; a network may answer what a restored database lacks',
  'rail_messages.receipt_id': 'written with every batch of messages',
  'simulated_payments.message_id': 'the id that the network knows it by',
  'positive_pay_rules.ach_company_id': 'an originator of another bank',
  'receipts.file_id': 'an incoming file of its rail',
  'nostro_entries.message_id': 'the id that its bank gave it',
  'nostro_statements.message_id': 'the id that its bank gave it',
  'calendar_changes.after_id': 'a series or a payment, by kind; zeros at the start',
  'swift_credits.message_id': 'the id that its bank gave it',
  'swift_payments.message_id': 'the id of a message, which all of its copies have',
  'swift_payments.cover_message_id': 'the id of a message, which all of its copies have',
  'swift_payments.refused_message_id': 'the id of a message, which all of its copies have',
  'return_requests.case_id': 'the id that the network knows it by',
  'sent_payment_requests.message_id': 'the id of a message, which all of its copies have',
  'sent_payment_requests.end_to_end_id': 'its own reference',
  'payment_requests.request_id': 'the id that the network knows it by',
  'payment_requests.end_to_end_id': 'the reference of its creditor',
  'receipts.message_id': 'the id that the network knows it by',
  'receipts.end_to_end_id': 'the reference of its originator',
  'fedwire_exchanges.payment_id': 'written with every batch of messages',
  'fedwire_exchanges.receipt_id': 'written with every batch of messages',
  'fedwire_exchanges.answer_id': 'the id that Fedwire gave the answer',
  'instant_exchanges.payment_id': 'written with every batch of messages',
  'instant_exchanges.receipt_id': 'written with every batch of messages',
  'instant_exchanges.message_id': 'the id that the network knows it by',
  'instant_exchanges.instruction_id': 'the InstrId of the sender',
  'instant_exchanges.end_to_end_id': 'the reference of the sender',
  'instant_exchanges.case_id': 'the id of the bank that opened the case',
  'instant_exchanges.original_message_id': 'a message of another bank that may never have come in',
  'instant_exchanges.answer_message_id': 'the id that the network knows the answer by',
  'ach_answers.file_id': 'an incoming file of ACH',
  'receipts.hold_id': 'written with every batch of items; `giro ledger verify` compares the two',
  'customers.ach_company_id': 'the company identification of ACH',
  'customers.tax_id': 'the number of the tax authority',
  'user_factors.credential_id': 'the id that the authenticator gave it',
  'users.login_id': 'the name that the person signs in with',
}

test('every column that names a record refers to it, or has a reason why not', async () => {
  const unreferenced = await read<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '${OTHERS.source}'
       and a.attname ~ '_id$' and a.attname not in ('tenant_id', 'external_reference_id') and not a.attisdropped
       and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey))
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'
         and k.conkey = array[(select attnum from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id'), a.attnum])
     order by 1`,
  )
  assert.deepEqual(
    unreferenced.map(({ column }) => column),
    Object.keys(UNREFERENCED).toSorted(),
    'add a foreign key, or a reason to UNREFERENCED',
  )
})

test('currencies have one word in names of columns, and trades have no base or quote amount', async () => {
  const odd = await read<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'giro'::regnamespace and c.relkind in ('r', 'p', 'v') and not a.attisdropped
       and a.attname ~ '_ccy$|^ccy|(base|quote)_amount' order by 1`,
  )
  assert.deepEqual(odd, [], 'currencies end in _currency; amounts of a trade are sold and bought')
})

test('no reference deletes or changes rows of its table, except the tiers of a fee', async () => {
  const rules = (await constraintsOf('f')).filter(({ definition }) => / ON (DELETE|UPDATE) /.test(definition))
  assert.deepEqual(
    rules.map(({ name }) => name),
    ['fee_tiers_tenant_id_fee_id_fkey'],
  )
})

/** Columns of append-only tables that may still change, and when. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  audit_chain: [],
  audit_log: [],
  // Ended by two people who hold nothing of the client.
  client_holders: ['ends_at', 'ended_by'],
  // Ended by a reset.
  person_holders: ['ends_at'],
  // Confirmed by somebody else.
  user_setters: ['ends_at', 'confirmed_by'],
  signatory_setters: ['ends_at', 'confirmed_by'],
  // What becomes of its mail.
  user_addresses: ['due_at', 'leased_until', 'attempts', 'sent_at', 'failure'],
  customer_fee_versions: [],
  institution_versions: [],
  ach_entries: [],
  adjustments: [],
  // Wrapped again by a new master key.
  encryption_keys: ['wrapped'],
  // Sealed by a later key.
  event_positions: [],
  events: ['data'],
  fee_tier_versions: [],
  fee_versions: [],
  ach_answers: [],
  ach_file_acknowledgements: [],
  fedwire_sequences: ['last_sequence'],
  // Answered, or over without an answer.
  fedwire_exchanges: ['status', 'due_at', 'answer_id', 'ended_at'],
  // Answered, asked about, or over.
  instant_exchanges: ['state', 'sent_at', 'asks', 'next_clock', 'receipt_id', 'answer_message_id', 'code', 'ended_at'],
  // Settled with the market, and given a digest.
  fx_covers: ['settled_on', 'content_index'],
  fx_cover_unwinds: ['settled_on'],
  fx_desk_trades: ['settled_on'],
  fx_margin_versions: [],
  // Accepted, rejected, expired, or waiting for approvers.
  fx_quotes: ['status'],
  fx_rate_versions: [],
  fx_revaluations: [],
  incoming_file_parts: [],
  limit_versions: [],
  // Resolved by a person.
  message_exceptions: ['status', 'resolved_at', 'resolved_by', 'notes'],
  // Answered.
  payment_return_requests: ['status', 'answer_code', 'answer_reason', 'answered_at'],
  return_requests: ['status', 'answer_code', 'answer_notes', 'answered_by', 'answered_at'],
  // Accepted, paid, refused or expired.
  sent_payment_requests: ['status', 'answer_code', 'answer_reason', 'receipt_id', 'ended_at'],
  payment_requests: ['status', 'payment_id', 'refusal_code', 'notes', 'decided_by', 'decided_at'],
  // Announced, met or missed.
  obligations: ['warned_at', 'state', 'missed_at', 'met_at', 'met_by'],
  // Taken back, because the approver was stopped, and given a digest.
  payment_approvals: ['withdrawn_by', 'content_index'],
  trade_approvals: ['content_index'],
  payment_limit_groups: [],
  payment_makers: [],
  payment_releases: [],
  payment_occurrences: [],
  payment_value_date_changes: [],
  positive_pay_uses: [],
  rail_departures: [],
  // Released.
  rail_holds: ['released_at', 'released_by', 'release_reason'],
  rail_settlements: [],
  // Sent.
  simulated_ach_files: ['written_at'],
  simulated_ach_originations: [],
  // Taken by the other side.
  simulated_messages: ['taken_at'],
  nostro_entries: [],
  nostro_statements: [],
  // Its money is there, or a person was told that it is not.
  swift_credits: ['waits_for', 'due_at', 'asked_at', 'ended_at'],
  // Ended, or told to a person.
  swift_payments: ['status', 'refused_message_id', 'asked_at', 'ended_at'],
  // Settled or rejected.
  simulated_payments: ['status', 'code', 'ended_at'],
  receipt_transitions: [],
  // Carried out.
  outstanding_cancellations: ['status', 'status_reason', 'ended_at'],
  outstanding_items: ['remedy', 'outcome', 'why', 'decided_at'],
  recurrence_makers: [],
  recurrence_releases: [],
  receivable_write_offs: [],
  suspense_items: ['released_at'],
  suspense_releases: [],
}

test('an append-only table has a guard on every column that must not change, and no right to more', async () => {
  const guards = await read<{ table: string; changing: string[]; granted: string[] }>(
    `select c.relname as table, array_remove(string_to_array(encode(coalesce(u.tgargs, ''), 'escape'), '\\000'), '') as changing,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('giro_service', c.oid, a.attnum, 'update') order by 1)
       || case when has_table_privilege('giro_service', c.oid, 'delete, truncate') then array['delete'] else '{}' end as granted
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
       left join pg_trigger u on u.tgrelid = c.oid and u.tgname = c.relname || '_append_only_columns' and u.tgenabled = 'O'
     where t.tgname = c.relname || '_append_only' and t.tgenabled = 'O' order by 1`,
  )
  const own = guards.filter(({ table }) => !OTHERS.test(table))
  assert.deepEqual(Object.fromEntries(own.map(({ table, changing }) => [table, changing])), CHANGING)
  const excess = own.filter(({ changing, granted }) => granted.some((column) => !changing.includes(column)))
  assert.deepEqual(excess, [], 'revoke these rights')
})

interface Index {
  table: string
  name: string
  isUnique: boolean
  condition: string | null
  expressions: string | null
  columns: number[]
  keys: number
}

test('no index is the beginning of another one', async () => {
  const indexes = await read<Index>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, i.indisunique as "isUnique",
       pg_get_expr(i.indpred, i.indrelid) as condition, pg_get_expr(i.indexprs, i.indrelid) as expressions,
       array(select unnest(i.indkey)::int) as columns, i.indnkeyatts::int as keys
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where c.relnamespace = 'giro'::regnamespace and a.amname = 'btree'`,
  )
  const redundant = indexes.flatMap((one) =>
    indexes.filter((other) => isBeginningOf(one, other)).map((other) => `${one.name} of ${other.name}`),
  )
  assert.deepEqual(redundant, [], 'drop the shorter index')
})

/** Whether every query that one index serves is served by the other one as well. */
function isBeginningOf(one: Index, other: Index): boolean {
  if (one.table !== other.table || one.name === other.name || one.isUnique) return false
  if (one.condition !== other.condition || one.expressions !== null || other.expressions !== null) return false
  const isLonger =
    one.keys <= other.keys && one.columns.slice(0, one.keys).every((key, at) => key === other.columns[at])
  return isLonger && one.columns.every((column) => other.columns.includes(column))
}
