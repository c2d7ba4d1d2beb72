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

const now = fixedClock('2026-07-01T12:00:00.000Z').now()

let bank: TestBank
let payment: string
/** A payment with a step that its state has left. */
let moved: string
before(async () => {
  bank = await openTestBank(now)
  payment = await bank.insertPayment({ status: 'VALIDATED' })
  moved = await bank.insertPayment({ status: 'READY_TO_TRANSMIT' })
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

/** A lawful step, with other values. */
const next = (fields: Record<string, string>) => {
  const lawful = { step: 'step + 1', previous_status: 'status', status: "'READY_TO_TRANSMIT'" }
  return state(
    Object.entries({ ...lawful, ...fields })
      .map(([column, value]) => `${column} = ${value}`)
      .join(', '),
  )
}

/** A new payment with a state, both copies, with other fields of the state. */
const begun = (fields: object) => {
  const id = randomUUID()
  const begins = JSON.stringify({ payment_id: id, ...fields })
  return `with made as (${copy({ id })})
   insert into payment_states select (jsonb_populate_record(s, '${begins}')).*
   from payment_states s where s.tenant_id = $1 and s.payment_id = $2`
}

const acts: Act[] = [
  ['a currency that is no code', copy({ currency: 'dollars' }), 'currency_code_form'],
  ['an unknown speed', copy({ speed: 'warp' }), 'payments_speed_known'],
  ['an unknown entry type', copy({ entry_type: 'GIFT' }), 'payments_entry_type_known'],
  ['an unknown SEC code', copy({ sec_code: 'XYZ' }), 'payments_sec_code_known'],
  ['an amount of zero', copy({ amount: 0 }), 'payments_amount_positive'],
  ['a customer that does not exist', copy({ customer_id: 99 }), 'payments_sender_account_of_customer'],
  ['an account that does not exist', copy({ sender_account_id: 99 }), 'payments_sender_account_of_customer'],
  ['a contact that does not exist', copy({ contact_id: 99 }), 'payments_tenant_id_contact_id_fkey'],
  [
    'a step of its own',
    transition(2, 'VALIDATED', 'READY_TO_TRANSMIT'),
    'permission denied for table payment_transitions',
  ],
  ['a status without a step', state("status = 'PROCESSED', previous_status = 'VALIDATED'"), 'payment_states_first'],
  ['a step without a status', state("step = 2, previous_status = 'VALIDATED'"), 'payment_states_step'],
  ['a step that is not in the table', next({ status: "'TRANSMITTED'" }), 'payment_states_step'],
  ['a step that leaves one out', next({ step: 'step + 2' }), 'payment_states_follows'],
  [
    'a step from another state',
    next({ previous_status: "'PENDING_APPROVAL'", status: "'CANCELLED'" }),
    'payment_states_follows',
  ],
  [
    'a step that is made again',
    next({ step: 'step', previous_status: 'null', status: "'FUTURE_DATED'" }),
    'payment_states_follows',
  ],
  ['a step back', next({ step: '0', previous_status: 'null', status: 'status' }), 'payment_states_first'],
  ['another actor of a step', state("actor = 'another'"), 'payment_states_follows'],
  ['other evidence of a step', state("evidence = '{}'"), 'payment_states_follows'],
  ['another time of a step', state("stepped_at = '2020-01-01'"), 'payment_states_follows'],
  [
    'a state that begins later',
    begun({ step: 3, previous_status: 'READY_TO_TRANSMIT', status: 'TRANSMITTED' }),
    'payment_states_begins',
  ],
  [
    'a second step at once of a payment that is sent',
    begun({ step: 2, previous_status: 'VALIDATED', status: 'PROCESSED' }),
    'payment_states_begins',
  ],
  ['a state that begins as processed', begun({ status: 'PROCESSED' }), 'payment_states_step'],
  [
    'a second state',
    `insert into payment_states select * from payment_states where tenant_id = $1 and payment_id = $2`,
    'payment_states_pkey',
  ],
  ['a state of no payment', begun({ payment_id: randomUUID() }), 'payment_states_payment'],
  ['an unknown status', state("status = 'LOST'"), 'payment_states_status_known'],
  ['an unknown rail', state("rail = 'PIGEON'"), 'payment_states_rail_known'],
  ['an unknown speed of a state', state("speed = 'warp'"), 'payment_states_speed_known'],
  ['reasons of a payment that is not held', state("held_reasons = '{}'"), 'payment_states_held_reasons_while_held'],
]
const refusalOf = (sql: string, { isOwner = false, of = payment } = {}) =>
  bank.db
    .transaction(async (tx) => {
      if (isOwner) await tx.query('set local role none')
      await tx.query(sql, [bank.institution.tenantId, of])
    })
    .then(
      () => undefined,
      (error: unknown) => violatedConstraint(error) ?? (error as Error).message,
    )

for (const [what, sql, constraint] of acts)
  test(`the database refuses ${what} (${constraint})`, async () => {
    assert.equal(await refusalOf(sql), constraint)
  })

/** Acts of the role that migrates, which owns the tables. */
const byOwner: Act[] = [
  ['another amount', 'update payments set amount = 1 where tenant_id = $1 and id = $2', 'payments_never_change'],
  ['no payment', 'delete from payments where tenant_id = $1 and id = $2', 'payments_never_change'],
  ['a step of its own', transition(1, null, 'VALIDATED'), 'payment_transitions_written'],
  ['no state', 'delete from payment_states where tenant_id = $1 and payment_id = $2', 'payment_states_permanent'],
  ['another actor of its last step', state("actor = 'another'"), 'payment_states_follows'],
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
    assert.equal(await refusalOf(sql, { isOwner: true, of: moved }), constraint)
  })

test('the database accepts a copy of a payment with its state, a book transfer at its second step, and a next step', async () => {
  const book = { step: 2, previous_status: 'VALIDATED', status: 'PROCESSED', rail: 'BOOK' }
  for (const sql of [copy({}), begun({}), begun(book), next({}), state('updated_at = now()')])
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
