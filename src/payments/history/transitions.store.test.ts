import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestBank, type TestBank } from '../../../test/support/test-bank.ts'
import { violatedConstraint } from '../../db/client.ts'
import { fixedClock } from '../../kernel/clock.ts'
import { PAYMENT_STATUSES, type PaymentStatus, paymentSteps } from '../payment-state.ts'
import { changePayments, IllegalTransition, type PaymentChange, readTransitions } from './transitions.store.ts'

const now = fixedClock('2026-07-01T12:00:00.123Z').now()
const later = now.add({ minutes: 1 })

let bank: TestBank
before(async () => {
  bank = await openTestBank(now)
})
after(() => bank.close())

const change = (...changes: PaymentChange[]) =>
  bank.db.transaction((tx) => changePayments(tx, bank.institution.tenantId, changes, later))

const step = (paymentId: string, from: PaymentStatus, to: PaymentStatus, fields: Partial<PaymentChange> = {}) => ({
  paymentId,
  from,
  to,
  actor: 'worker',
  ...fields,
})

async function rowOf(id: string) {
  const [row] = await bank.db.read((db) =>
    db.query<Record<string, unknown>>('select * from current_payments where tenant_id = $1 and id = $2', [
      bank.institution.tenantId,
      id,
    ]),
  )
  return row!
}

const stepsOf = (id: string) =>
  bank.db.read((db) =>
    db.query<{ fromStatus: string | null; toStatus: string; actor: string; evidence: unknown; at: unknown }>(
      'select * from payment_steps where tenant_id = $1 and payment_id = $2 order by step',
      [bank.institution.tenantId, id],
    ),
  )

test('changePayments: a transition updates the payment and adds its actor, time and evidence to the history', async () => {
  const id = await bank.insertPayment({ status: 'VALIDATED' })
  await change(step(id, 'VALIDATED', 'READY_TO_TRANSMIT', { evidence: { reason: 'released' } }))
  const row = await rowOf(id)
  assert.deepEqual([row['status'], String(row['updatedAt'])], ['READY_TO_TRANSMIT', later.toString()])
  const [, written] = await stepsOf(id)
  assert.deepEqual(
    [written?.fromStatus, written?.toStatus, written?.actor, written?.evidence, String(written?.at)],
    ['VALIDATED', 'READY_TO_TRANSMIT', 'worker', { reason: 'released' }, later.toString()],
  )
})

test('changePayments: one statement makes different transitions of many payments', async () => {
  const [one, two] = [await bank.insertPayment({ status: 'VALIDATED' }), await bank.insertPayment()]
  await change(
    step(one, 'VALIDATED', 'READY_TO_TRANSMIT'),
    step(two, 'READY_TO_TRANSMIT', 'TRANSMITTED', { settlementDueAt: later }),
  )
  assert.equal((await rowOf(one))['status'], 'READY_TO_TRANSMIT')
  assert.equal((await rowOf(one))['settlementDueAt'], null)
  assert.equal((await rowOf(two))['status'], 'TRANSMITTED')
  assert.equal(String((await rowOf(two))['settlementDueAt']), later.toString())
})

test('changePayments: fields that a transition does not set stay unchanged', async () => {
  const holdTransferId = randomUUID()
  const id = await bank.insertPayment({ status: 'VALIDATED', holdTransferId, rail: 'RTP' })
  await change(step(id, 'VALIDATED', 'READY_TO_TRANSMIT'))
  const row = await rowOf(id)
  assert.deepEqual([row['holdTransferId'], row['rail'], row['failureReason']], [holdTransferId, 'RTP', null])
})

test('changePayments: a due payment that fails keeps the reason', async () => {
  const id = await bank.insertPayment({ status: 'FUTURE_DATED' })
  await change(step(id, 'FUTURE_DATED', 'VALIDATION_FAILURE', { failureReason: 'no funds' }))
  assert.deepEqual(
    [(await rowOf(id))['status'], (await rowOf(id))['failureReason']],
    ['VALIDATION_FAILURE', 'no funds'],
  )
})

test('changePayments: an empty list of changes sends no statement', async () => {
  await change()
})

const illegal: [from: PaymentStatus, to: PaymentStatus][] = [
  ['VALIDATED', 'TRANSMITTED'],
  ['READY_TO_TRANSMIT', 'PROCESSED'],
  ['PROCESSED', 'VALIDATED'],
  ['VALIDATION_FAILURE', 'VALIDATED'],
  ['TRANSMITTED', 'TRANSMITTED'],
  ['CANCELLED', 'PROCESSED'],
]
for (const [from, to] of illegal)
  test(`changePayments: the transition ${from} → ${to} is not in the table and is refused`, async () => {
    const id = await bank.insertPayment({ status: from })
    const { length } = await stepsOf(id)
    await assert.rejects(
      change(step(id, from, to)),
      (error) => error instanceof IllegalTransition && /cannot go/.test(error.message),
    )
    assert.equal((await rowOf(id))['status'], from)
    assert.equal((await stepsOf(id)).length, length)
  })

test('changePayments: one payment in another state than its transition starts from fails all of them', async () => {
  const ready = await Promise.all([1, 2, 3].map(() => bank.insertPayment({ status: 'VALIDATED' })))
  const gone = await bank.insertPayment({ status: 'READY_TO_TRANSMIT' })
  const changes = [...ready, gone].map((id) => step(id, 'VALIDATED', 'READY_TO_TRANSMIT'))
  await assert.rejects(change(...changes), {
    constructor: IllegalTransition,
    message: '1 of 4 payments were not in the state their transition starts from',
  })
  for (const id of ready) assert.equal((await rowOf(id))['status'], 'VALIDATED')
})

test('changePayments: one payment that does not exist fails all of them', async () => {
  const id = await bank.insertPayment({ status: 'VALIDATED' })
  await assert.rejects(
    change(step(id, 'VALIDATED', 'READY_TO_TRANSMIT'), step(randomUUID(), 'VALIDATED', 'READY_TO_TRANSMIT')),
    IllegalTransition,
  )
  assert.equal((await rowOf(id))['status'], 'VALIDATED')
})

test('changePayments: a payment of another tenant is not found', async () => {
  const id = await bank.insertPayment({ status: 'VALIDATED' })
  const otherTenant = bank.institution.tenantId + 1n
  await assert.rejects(
    bank.db.transaction((tx) => changePayments(tx, otherTenant, [step(id, 'VALIDATED', 'READY_TO_TRANSMIT')], later)),
    IllegalTransition,
  )
})

test('changePayments: if two workers make the same transition, one succeeds and the other changes nothing', async () => {
  const id = await bank.insertPayment({ status: 'VALIDATED' })
  const both = await Promise.allSettled([1, 2].map(() => change(step(id, 'VALIDATED', 'READY_TO_TRANSMIT'))))
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await stepsOf(id)).length, 2)
})

test('readTransitions: steps at one time, and of a clock that went back, keep their order', async () => {
  const id = await bank.insertPayment({ status: 'VALIDATED' })
  const { tenantId } = bank.institution
  for (const [at, from, to] of [
    [now, 'VALIDATED', 'HELD'],
    [now, 'HELD', 'VALIDATED'],
    [now.subtract({ seconds: 30 }), 'VALIDATED', 'READY_TO_TRANSMIT'],
  ] as const)
    await bank.db.transaction((tx) =>
      changePayments(
        tx,
        tenantId,
        [{ paymentId: id, from, to, actor: 'test', ...(to === 'HELD' && { heldReasons: ['railNotAvailable'] }) }],
        at,
      ),
    )
  const steps = await bank.db.transaction((tx) => readTransitions(tx, tenantId, id))
  assert.deepEqual(
    steps.map(({ to }) => to),
    ['VALIDATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT'],
  )
})

test('payment_states_step: the database accepts exactly the transitions of the table', async () => {
  const froms = [null, ...PAYMENT_STATUSES]
  const taken: { from: PaymentStatus | null; to: PaymentStatus }[] = []
  for (const { from, to } of froms.flatMap((from) => PAYMENT_STATUSES.map((to) => ({ from, to })))) {
    const undone = new Error('undone')
    const outcome = await bank.db
      .transaction(async (tx) => {
        // A table with the same checks, and without the steps before.
        await tx.query('set local role none')
        await tx.query('create temporary table probe (like payment_states including constraints)')
        await tx.query(
          `insert into probe (tenant_id, payment_id, customer_id, sender_account_id, amount, entry_type, payment_date, is_mailed,
             step, previous_status, status, stepped_at, actor, updated_at, rail, speed, leaves_at, needs_institution_approval,
             fee_from_proceeds, held_reasons)
           values (1, gen_random_uuid(), 1, 1, 1, 'CREDIT', '2026-07-01', false, case when $1::text is null then 1 else 2 end,
             $1, $2, now(), 'test', now(), 'ACH', 'Economy', now(), false, false, case when $2 = 'HELD' then '{}'::text[] end)`,
          [from, to],
        )
        throw undone
      })
      .catch((error: unknown) => error)
    if (outcome === undone) taken.push({ from, to })
    else assert.equal(violatedConstraint(outcome), 'payment_states_step', `${from} → ${to}: ${outcome}`)
  }
  const listed = (steps: typeof taken) => steps.map(({ from, to }) => `${from} → ${to}`).sort()
  assert.deepEqual(
    listed(taken),
    listed(paymentSteps()),
    'a migration must update the constraint to the transitions of the table',
  )
})
