import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { violatedConstraint } from '../../src/db/client.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ON_MISSED_CUT_OFF } from '../../src/kernel/cut-off.ts'
import { ENTRY_TYPES, RAILS, SPEEDS } from '../../src/kernel/rail.ts'
import { SEC_CODES } from '../../src/kernel/sec-codes.ts'
import { PAYMENT_STATUSES } from '../../src/payments/payment-state.ts'
import { openTestBank, type TestBank } from '../support/test-bank.ts'

const now = fixedClock('2026-07-01T12:00:00Z').now()

let bank: TestBank
let payment: string
before(async () => {
  bank = await openTestBank(now)
  payment = await bank.insertPayment({ status: 'VALIDATED' })
})
after(() => bank.close())

/** The closed lists of the database, and the lists of the code. */
const lists: Record<string, readonly string[]> = {
  payments_entry_type_known: ENTRY_TYPES,
  payments_on_missed_cut_off_known: ON_MISSED_CUT_OFF,
  payment_states_rail_known: ['BOOK', ...RAILS],
  payment_states_speed_known: SPEEDS,
  payment_states_status_known: PAYMENT_STATUSES,
  payments_sec_code_known: SEC_CODES,
  payments_speed_known: SPEEDS,
}
for (const [constraint, list] of Object.entries(lists))
  test(`${constraint}: the database has the list of the code`, async () => {
    const [found] = await bank.db.read((db) =>
      db.query<{ text: string }>('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [
        constraint,
      ]),
    )
    const names = [...(found?.text ?? '').matchAll(/'([^']+)'::text/g)].map(([, name]) => name)
    assert.deepEqual(names.sort(), [...list].sort())
  })

/** A statement of the service, and the constraint that refuses it. $1: tenant, $2: payment. */
type Act = [what: string, sql: string, constraint: string]

/** Copies the payment under a new id, with other fields. */
const copy = (fields: object) =>
  `insert into payments select (jsonb_populate_record(p, '${JSON.stringify({ id: randomUUID(), ...fields })}')).*
   from payments p where p.tenant_id = $1 and p.id = $2`

const transition = (step: number, from: string | null, to: string) =>
  `insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor)
   values ($1, $2, ${step}, ${from === null ? 'null' : `'${from}'`}, '${to}', now(), 'test')`

const state = (changes: string) => `update payment_states set ${changes} where tenant_id = $1 and payment_id = $2`

const acts: Act[] = [
  ['a currency that is no code', copy({ currency: 'dollars' }), 'currency_code_form'],
  ['an unknown speed', copy({ speed: 'warp' }), 'payments_speed_known'],
  ['an unknown entry type', copy({ entry_type: 'GIFT' }), 'payments_entry_type_known'],
  ['an unknown SEC code', copy({ sec_code: 'XYZ' }), 'payments_sec_code_known'],
  ['an amount of zero', copy({ amount: 0 }), 'payments_amount_positive'],
  ['a customer that does not exist', copy({ customer_id: 99 }), 'payments_sender_account_of_customer'],
  ['an account that does not exist', copy({ sender_account_id: 99 }), 'payments_sender_account_of_customer'],
  ['a contact that does not exist', copy({ contact_id: 99 }), 'payments_tenant_id_contact_id_fkey'],
  ['a second first step', transition(1, null, 'VALIDATED'), 'payment_transitions_pkey'],
  ['a later step from nowhere', transition(2, null, 'VALIDATED'), 'payment_transitions_first'],
  ['a step that leaves one out', transition(3, 'VALIDATED', 'PROCESSED'), 'payment_transitions_follows'],
  ['a step from another state', transition(2, 'TRANSMITTED', 'PROCESSED'), 'payment_transitions_follows'],
  ['a step that is not in the table', transition(2, 'VALIDATED', 'TRANSMITTED'), 'payment_transitions_step'],
  ['a step back', transition(0, 'PROCESSED', 'RETURNED'), 'payment_transitions_first'],
  ['a step that its state does not take', transition(2, 'VALIDATED', 'READY_TO_TRANSMIT'), 'payment_states_moved'],
  ['a status without a step', state("status = 'PROCESSED'"), 'payment_states_last_step'],
  ['a status with the next number and no step', state("status = 'PROCESSED', step = 2"), 'payment_states_last_step'],
  ['an unknown status', state("status = 'LOST'"), 'payment_states_status_known'],
  ['an unknown rail', state("rail = 'PIGEON'"), 'payment_states_rail_known'],
  ['an unknown speed of a state', state("speed = 'warp'"), 'payment_states_speed_known'],
  ['reasons of a payment that is not held', state("held_reasons = '{}'"), 'payment_states_held_reasons_while_held'],
]
const refusalOf = (sql: string, { isOwner = false } = {}) =>
  bank.db
    .transaction(async (tx) => {
      if (isOwner) await tx.query('set local role none')
      await tx.query(sql, [bank.institution.tenantId, payment])
    })
    .then(
      () => undefined,
      (error: unknown) => violatedConstraint(error) ?? String(error),
    )

for (const [what, sql, constraint] of acts)
  test(`the database refuses ${what} (${constraint})`, async () => {
    assert.equal(await refusalOf(sql), constraint)
  })

/** Acts of the role that migrates, which owns the tables. */
const byOwner: Act[] = [
  ['another amount', 'update payments set amount = 1 where tenant_id = $1 and id = $2', 'payments_never_change'],
  ['no payment', 'delete from payments where tenant_id = $1 and id = $2', 'payments_never_change'],
  ...["to_status = 'PROCESSED'", 'actor = actor', "evidence = '{}'"].map(
    (changes): Act => [
      `a step with ${changes}`,
      `update payment_transitions set ${changes} where tenant_id = $1 and payment_id = $2`,
      'payment_transitions_never_change',
    ],
  ),
  [
    'no history',
    'delete from payment_transitions where tenant_id = $1 and payment_id = $2',
    'payment_transitions_never_change',
  ],
]
for (const [what, sql, constraint] of byOwner)
  test(`the database refuses the owner of the tables ${what} (${constraint})`, async () => {
    assert.equal(await refusalOf(sql, { isOwner: true }), constraint)
  })

test('the database accepts a copy of a payment, and the next step of its history', async () => {
  const moved = `with moved as (${state("status = 'READY_TO_TRANSMIT', step = 2")}) ${transition(2, 'VALIDATED', 'READY_TO_TRANSMIT')}`
  for (const sql of [copy({}), moved])
    await assert.rejects(
      bank.db.transaction(async (tx) => {
        await tx.query(sql, [bank.institution.tenantId, payment])
        throw new Error('undone')
      }),
      /undone/,
    )
})

test('current_payments: shows a payment to its own institution only', async () => {
  const { tenantId } = bank.institution
  const seen = (tenant: bigint) =>
    bank.db
      .forTenant(tenant)
      .read((db) => db.query<{ id: string }>('select id from current_payments where id = $1', [payment]))
  assert.deepEqual(await seen(tenantId), [{ id: payment }])
  assert.deepEqual(await seen(tenantId + 1n), [])
})

test('in a new database, a payment and its state are read by their keys', async () => {
  const plan = await bank.db.read((db) =>
    db.query<Record<string, string>>('explain select * from current_payments where tenant_id = $1 and id = $2', [
      bank.institution.tenantId,
      payment,
    ]),
  )
  const text = plan.map((line) => Object.values(line)[0]).join(' ')
  assert.match(text, /using payments_pkey/)
  assert.match(text, /using payment_states_pkey/)
})
