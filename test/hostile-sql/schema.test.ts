import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ACCOUNT_TYPES, SUB_TYPES, SYSTEMS_OF_RECORD } from '../../src/accounts/account-body.schema.ts'
import { DIRECTIONS } from '../../src/accounts/adjustments.schema.ts'
import { ACCOUNT_STATUSES } from '../../src/accounts/domain/account-state.ts'
import { APPROVAL_ACTIONS, APPROVAL_KINDS, APPROVAL_STATUSES } from '../../src/approvals/domain/decide-approval.ts'
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
import type { AchFault } from '../../src/kernel/ach-account-number.ts'
import { ON_MISSED_CUT_OFF } from '../../src/kernel/cut-off.ts'
import { ENTRY_TYPES, RAILS, SPEEDS } from '../../src/kernel/rail.ts'
import { SEC_CODES } from '../../src/kernel/sec-codes.ts'
import { CONTRA_ACCOUNTS } from '../../src/ledger/chart.ts'
import { COUNTED_ENTRY_TYPES, COUNTED_PERIODS, LIMIT_RAILS, LIMITED_RAILS } from '../../src/limits/domain/limit-key.ts'
import type { LimitHolder } from '../../src/limits/limits.store.ts'
import { VERIFIED_PARTS } from '../../src/main/verification/verifications.store.ts'
import type { Owner } from '../../src/ownership/field-owners.ts'
import type { IdentifiedBy, PaymentApproval } from '../../src/payments/approval/payment-approvals.store.ts'
import type { FeeBearer } from '../../src/payments/decision/payment-fees.store.ts'
import { VALUE_DATE_REASONS } from '../../src/payments/history/value-date-changes.store.ts'
import { PAYMENT_STATUSES } from '../../src/payments/payment-state.ts'
import { FREQUENCIES, type PayUntil } from '../../src/payments/recurring/domain/recurrence.ts'
import type { Recurrence } from '../../src/payments/recurring/recurrences.store.ts'
import { DEPARTURE_KINDS } from '../../src/rails/handover/departures.store.ts'
import { HANDOVER_DECISIONS, HANDOVER_STATUSES } from '../../src/rails/handover/handovers.store.ts'
import { HOLD_REASONS } from '../../src/rails/holds/rail-holds.store.ts'
import type { insertRole } from '../../src/roles/roles.store.ts'
import type { SignatoryStatus } from '../../src/signatories/signatories.store.ts'
import { RELEASE_CONTRAS } from '../../src/suspense/suspense.schema.ts'
import type { SuspenseReason } from '../../src/suspense/suspense.store.ts'
import { AUTHENTICATION_METHODS, SENDER_CONSTRAINTS } from '../../src/tokens/access-rules.ts'
import { USER_STATUSES } from '../../src/users/domain/user-state.ts'
import type { DeliveryStatus } from '../../src/webhooks/deliveries.store.ts'
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
  adjustments_contra_account_known: CONTRA_ACCOUNTS,
  adjustments_direction_known: DIRECTIONS,
  api_clients_authentication_method_known: AUTHENTICATION_METHODS,
  api_clients_sender_constraint_known: SENDER_CONSTRAINTS,
  approvals_action_known: APPROVAL_ACTIONS,
  approvals_kind_known: APPROVAL_KINDS,
  approvals_status_known: APPROVAL_STATUSES,
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
  fx_quotes_status_known: all<QuoteStatus>({ Open: true, Accepted: true, Rejected: true }),
  limit_usage_entry_type_known: COUNTED_ENTRY_TYPES,
  limit_usage_period_known: COUNTED_PERIODS,
  limit_usage_rail_known: LIMIT_RAILS,
  limit_versions_holder_known: all<LimitHolder>({ Customer: true, Institution: true, Total: true }),
  payment_approvals_decision_known: all<PaymentApproval['decision']>({ Approved: true, Rejected: true }),
  payment_approvals_identified_by_known: all<IdentifiedBy>({ Client: true, TrustedClient: true, Token: true }),
  payment_approvals_side_known: all<PaymentApproval['side']>({ Customer: true, Institution: true }),
  payment_fees_borne_by_known: all<FeeBearer>({ Account: true, Receiver: true, Proceeds: true }),
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
  rail_departures_kind_known: DEPARTURE_KINDS,
  rail_handovers_decision_known: HANDOVER_DECISIONS,
  rail_handovers_rail_known: RAILS,
  rail_handovers_status_known: HANDOVER_STATUSES,
  rail_holds_reason_known: HOLD_REASONS,
  rail_outboxes_rail_known: RAILS,
  rail_settlements_rail_known: RAILS,
  roles_type_known: ['Custom', 'Default'] satisfies Parameters<typeof insertRole>[1]['type'][],
  signatories_status_known: CONFIRMED,
  suspense_items_reason_known: all<SuspenseReason>({ AccountClosed: true, NoAccount: true, CrossedReturn: true }),
  suspense_releases_contra_account_known: RELEASE_CONTRAS,
  users_status_known: USER_STATUSES,
  users_suspended_by_known: OWNERS,
  verifications_part_known: VERIFIED_PARTS,
  webhook_deliveries_status_known: all<DeliveryStatus>({ Pending: true, Delivered: true, Failed: true }),
  webhooks_status_known: [...all<WebhookStatus>({ Active: true, Paused: true, Disabled: true }), 'Deleted'],
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
  'webhook_deliveries.event_id': 'one row of events stands for many events',
  'webhook_deliveries.subject_id': 'subjects are of many kinds',
  'approvals.subject_id': 'subjects are of many kinds, and new ones do not exist yet',
  'suspense_items.reference_id': 'a payment or an FX contract',
  'rail_departures.payment_id': 'a restored database may lack the payment',
  'customers.ach_company_id': 'the company identification of ACH',
  'customers.tax_id': 'the number of the tax authority',
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
  // Settled with the market.
  fx_covers: ['settled_on'],
  fx_desk_trades: ['settled_on'],
  fx_margin_versions: [],
  // Accepted, rejected or expired.
  fx_quotes: ['status'],
  fx_rate_versions: [],
  fx_revaluations: [],
  limit_versions: [],
  payment_approvals: [],
  payment_limit_groups: [],
  payment_occurrences: [],
  payment_value_date_changes: [],
  rail_departures: [],
  // Released.
  rail_holds: ['released_at', 'released_by', 'release_reason'],
  rail_settlements: [],
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
