import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type PaymentStatus, paymentSteps } from '../../src/payments/payment-state.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const BEFORE = '0118'
const AFTER = '0122'
const STATES_HAVE_STEPS = '0140'
const AT = '2026-07-01T12:00:00Z'

let database: TestDatabase
let owner: pg.Client
/** A database as it was before payments were divided. */
let earlier: pg.Client
let name: string
before(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  name = `${new URL(database.url).pathname.slice(1)}_earlier`
})
after(async () => {
  await owner.end()
  await database.drop()
})

async function onEarlierDatabase(work: () => Promise<void>): Promise<void> {
  await owner.query(`create database ${name}`)
  const url = new URL(database.url)
  url.pathname = `/${name}`
  earlier = new pg.Client({ connectionString: url.href })
  await earlier.connect()
  try {
    await run((file) => file < BEFORE)
    await work()
  } finally {
    await earlier.end()
    await owner.query(`drop database ${name} with (force)`)
  }
}

async function run(isWanted: (file: string) => boolean): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql') && isWanted(file)).sort()
  for (const file of files) await earlier.query(await readFile(new URL(file, MIGRATIONS), 'utf8'))
}

const upgrade = () => run((file) => file >= BEFORE && file < AFTER)

/** A value for a required column that a test does not care about. */
const fillers: Record<string, unknown> = {
  ...{ bigint: 1, smallint: 1, integer: 1, boolean: false, text: 'x', jsonb: '{}', 'text[]': '{}', 'bigint[]': '{}' },
  ...{ 'timestamp with time zone': AT, date: '2026-07-01', uuid: randomUUID() },
}

async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await earlier.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = '' and not attisdropped`,
    [table],
  )
  const row = { ...Object.fromEntries(rows.map((column) => [column.name, fillers[column.type]])), ...values }
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  const sql = `insert into ${table} (${Object.keys(row)}) overriding system value values (${places})`
  await earlier.query(sql, Object.values(row))
}

const parties = { tenant_id: 1, customer_id: 7, sender_account_id: 9, contact_id: 11 }

async function insertParties(): Promise<void> {
  // Without the references of the parties themselves.
  await earlier.query('set session_replication_role = replica')
  await insert('customers', { tenant_id: 1, id: 7, customer_type: 'Corporate', status: 'Active', is_admitted: true })
  const account = { tenant_id: 1, id: 9, customer_id: 7, currency: 'USD', country: 'US', status: 'Active' }
  await insert('accounts', { ...account, type: 'DEPOSIT', bank_id_type: 'NID', system_of_record: 'Giro' })
  const contact = {
    tenant_id: 1,
    id: 11,
    customer_id: 7,
    contact_type: 'Company',
    account_type: 'Checking',
    status: 'Active',
  }
  await insert('contacts', { ...contact, account_currency: 'USD', bank_country: 'US', national_code: '021000021' })
  await earlier.query('set session_replication_role = origin')
}

async function insertPayment(status: PaymentStatus, values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  const held = status === 'HELD' ? { held_reasons: '{railNotAvailable}' } : {}
  const way = { entry_type: 'CREDIT', amount: 100, currency: 'USD', speed: 'Economy', rail: 'ACH', sec_code: 'CCD' }
  await insert('payments', { ...parties, id, ...way, status, ...held, ...values })
  return id
}

type Pair = readonly [from: string | null, to: string, seconds?: number]

async function insertSteps(id: string, steps: readonly Pair[]): Promise<void> {
  for (const [from, to, seconds = 0] of steps)
    await earlier.query(
      `insert into payment_transitions (tenant_id, payment_id, from_status, to_status, at, actor)
       values (1, $1, $2, $3, $4::timestamptz + $5 * interval '1 second', 'test')`,
      [id, from, to, AT, seconds],
    )
}

/** The shortest history that leads to a state. */
function pathTo(status: PaymentStatus): Pair[] {
  const paths: Pair[][] = paymentSteps().flatMap(({ from, to }) => (from === null ? [[[from, to] as const]] : []))
  for (const path of paths) {
    const [, last] = path.at(-1)!
    if (last === status) return path
    paths.push(...paymentSteps().flatMap(({ from, to }) => (from === last ? [[...path, [from, to] as const]] : [])))
  }
  throw new Error(`no payment becomes ${status}`)
}

const statuses = [...new Set(paymentSteps().map(({ to }) => to))]

const historyOf = async (id: string) =>
  (
    await earlier.query<{ step: number; to: string }>(
      'select step, to_status as "to" from payment_transitions where payment_id = $1 order by step',
      [id],
    )
  ).rows.map(({ step, to }) => `${step} ${to}`)

test('the upgrade divides a payment in each state, and readers see what they saw before', () =>
  onEarlierDatabase(async () => {
    await insertParties()
    for (const status of statuses) await insertSteps(await insertPayment(status), pathTo(status))
    const many = { limit_date: '2026-07-01', limit_amount: 5, limit_rate: '1.25', fee_amount: 3, fee_account_id: 9 }
    const told = { details: { notification: { emailAddress: 'a@example.com' } }, notified_status: 'PROCESSED' }
    const slower = await insertPayment('PROCESSED', {
      ...{
        speed: 'Economy',
        requested_speed: 'Economy Plus',
        on_missed_cut_off: 'Downgrade',
        value_date: '2026-07-02',
      },
      ...{ cut_off_at: AT, due_at: AT, leaves_at: AT, validated_at: AT, hold_transfer_id: randomUUID() },
      ...{ ...many, ...told, deducted_amount: 2, returnable_until: '2026-08-01', any_return_until: '2026-07-03' },
    })
    await insertSteps(slower, pathTo('PROCESSED'))
    const read = async (table: string) =>
      (await earlier.query<Record<string, unknown>>(`select * from ${table} order by id`)).rows
    const earlierRows = await read('payments')

    await upgrade()

    const rows = (await read('current_payments')).map(({ step: _step, ...row }) => row)
    const inOrder = (row: Record<string, unknown>) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(rows.map(inOrder), earlierRows.map(inOrder))
    const { rows: states } = await earlier.query<{ status: PaymentStatus; step: number }>(
      'select status, step from payment_states where payment_id <> $1',
      [slower],
    )
    for (const { status, step } of states) assert.equal(step, pathTo(status).length, status)
    const { rows: mailed } = await earlier.query('select payment_id from payment_states where is_mailed')
    assert.deepEqual(mailed, [{ payment_id: slower }])
    const { rows: instructed } = await earlier.query('select speed from payments where id = $1', [slower])
    assert.deepEqual(instructed, [{ speed: 'Economy Plus' }])
  }))

test('the upgrade numbers a history whose steps have one time, or come back to a state', () =>
  onEarlierDatabase(async () => {
    await insertParties()
    const id = await insertPayment('VALIDATED')
    await insertSteps(id, [
      ['HELD', 'VALIDATED', 1],
      ['VALIDATED', 'HELD'],
      [null, 'VALIDATED'],
      ['VALIDATED', 'HELD', 1],
      ['HELD', 'VALIDATED', 2],
    ])
    await upgrade()
    assert.deepEqual(await historyOf(id), ['1 VALIDATED', '2 HELD', '3 VALIDATED', '4 HELD', '5 VALIDATED'])
  }))

test('the upgrade moves the last step of each history into its state, and readers see all steps as before', () =>
  onEarlierDatabase(async () => {
    await insertParties()
    for (const status of statuses) await insertSteps(await insertPayment(status), pathTo(status))
    // Without the references of the parties themselves, which later migrations check.
    await upgrade()
    await run((file) => /^(0130|0136)_/.test(file))
    const stepsOf = (source: string) =>
      earlier.query(
        `select payment_id, step, from_status, to_status, at, actor, evidence from giro.${source} order by payment_id, step`,
      )
    const told =
      await earlier.query(`alter table giro.payment_transitions disable trigger payment_transitions_never_change;
      update giro.payment_transitions set evidence = jsonb_build_object('step', step) where step <> 2;
      alter table giro.payment_transitions enable trigger payment_transitions_never_change;`)
    assert.ok(told)
    const { rows: before } = await stepsOf('payment_transitions')
    await run((file) => file.startsWith(STATES_HAVE_STEPS))
    assert.deepEqual((await stepsOf('payment_steps')).rows, before)
    const { rows: left } = await stepsOf('payment_transitions')
    assert.equal(left.length, before.length - statuses.length, 'the last step is only in the state')
    await earlier.query(`update giro.payment_states set step = step + 1, previous_status = status, status = 'CANCELLED'
      where status = 'VALIDATED'`)
    const { rows: after } = await stepsOf('payment_steps')
    assert.equal(after.length, before.length + 1)
  }))

test('the upgrade stops at a history with a gap, and names its payment', () =>
  onEarlierDatabase(async () => {
    await insertParties()
    const id = await insertPayment('PROCESSED')
    await insertSteps(id, [
      [null, 'VALIDATED'],
      ['TRANSMITTED', 'PROCESSED', 1],
    ])
    await assert.rejects(upgrade(), new RegExp(`has a gap: ${id}`))
  }))
