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
  payments_rail_known: ['BOOK', ...RAILS],
  payments_sec_code_known: SEC_CODES,
  payments_speed_known: SPEEDS,
  payments_status_known: PAYMENT_STATUSES,
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

const acts: Act[] = [
  ['a currency that is no code', copy({ currency: 'dollars' }), 'currency_code_form'],
  ['an unknown speed', copy({ speed: 'warp' }), 'payments_speed_known'],
  ['an unknown rail', copy({ rail: 'PIGEON' }), 'payments_rail_known'],
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
]
for (const [what, sql, constraint] of acts)
  test(`the database refuses ${what} (${constraint})`, async () => {
    const error = await bank.db
      .transaction((tx) => tx.query(sql, [bank.institution.tenantId, payment]))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    assert.equal(violatedConstraint(error), constraint, String(error))
  })

test('the database accepts a copy of a payment, and the next step of its history', async () => {
  for (const sql of [copy({}), transition(2, 'VALIDATED', 'READY_TO_TRANSMIT')])
    await assert.rejects(
      bank.db.transaction(async (tx) => {
        await tx.query(sql, [bank.institution.tenantId, payment])
        throw new Error('undone')
      }),
      /undone/,
    )
})
