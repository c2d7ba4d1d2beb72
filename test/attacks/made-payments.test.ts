import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifySeals } from '../../src/payments/payments.ts'
import { dataOf } from '../support/answers.ts'
import { inDays, WEDNESDAY } from '../support/clocks.ts'
import { computed, copy, type Values } from '../support/hostile-sql.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import { tamper } from '../support/tamper.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  type Payer,
  ROUTING_NUMBER,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/**
 * Statements with the rights of the service make payments that nobody submitted, or change what one
 * instructs. They pay nobody: each fails alone, and the verification names it.
 */
const clock = fixedClock(WEDNESDAY)
let service: TestService
let tenantId: bigint
let victim: Payer
let thief: Payer

before(async () => {
  service = await startTestService({ clock, worker: false })
  tenantId = service.tenant.institution.tenantId
  victim = await createPayer(service, { balance: 10_000 })
  thief = await createPayer(service)
  await service.app.db.readKeys()
})
after(() => service.stop())

const pay = async (payer: Payer, fields: object): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

const sweep = async (name: string) => {
  const { run } = sweepNamed(paymentLifeSweeps, `payments: ${name}`)
  while ((await run({ ...service.app, db: service.app.db.forTenant(tenantId) }, service.tenant.institution)) > 0);
}

const verified = async () => {
  await service.app.db.readKeys()
  return service.app.db.forTenant(tenantId).snapshot((tx) => verifySeals(tx, tenantId))
}
const namedIn = async (id: string) => (await verified()).filter((one) => one.id === id).map(({ what }) => what)

const stateOf = async (id: string) =>
  (
    await service.query<{ status: string; reason: string | null }>(
      `select status, evidence ->> 'reason' as reason from payment_states where payment_id = $1`,
      [id],
    )
  )[0]!
const FAILED = { status: 'VALIDATION_FAILURE', reason: 'altered' }
const NOT_MADE = 'a waiting payment is not one that the service made'

/** Inserts a copy of a payment and of its state, which is due now. */
async function forge(from: string, instruction: Values, state: Values = {}): Promise<string> {
  const id = randomUUID()
  await service.query(copy('payments', { id, ...instruction }, `id = '${from}'`))
  const now = clock.now().toString()
  const shared = Object.fromEntries(
    Object.entries(instruction).filter(([key]) =>
      ['customer_id', 'sender_account_id', 'contact_id', 'amount'].includes(key),
    ),
  )
  const due = { due_at: now, leaves_at: now, status: 'FUTURE_DATED', step: 1, previous_status: null }
  await service.query(copy('payment_states', { payment_id: id, ...shared, ...due, ...state }, `payment_id = '${from}'`))
  return id
}

/** What of the thief's contact a payment copies: its sealed number is a true one. */
const toThief = (fields: Values = {}): Values => ({
  customer_id: victim.customerUID,
  sender_account_id: victim.accountUID,
  contact_id: thief.contactUID,
  ...Object.fromEntries(
    ['account_number', 'account_number_index'].map((column) => [
      `receiver_${column}`,
      computed(`(select k.${column} from contacts k where k.id = ${thief.contactUID})`),
    ]),
  ),
  amount: 123_400,
  ...fields,
})

const later = () => pay(thief, { paymentDate: inDays(30) })

const forged: Record<string, () => Promise<string>> = {
  'with the digest of another payment': async () => forge(await later(), toThief()),
  'without a digest': async () => forge(await later(), toThief({ content_index: null })),
  'twice, as it is': async () => forge(await later(), {}),
  'with a digest that it was given by the function of the service': async () => {
    const from = await later()
    const id = await forge(from, toThief({ content_index: null }))
    await service.query('select seal_payment($1, $2, (select content_index from payments where id = $3))', [
      tenantId,
      id,
      from,
    ])
    return id
  },
}

for (const [how, make] of Object.entries(forged))
  test(`a payment from nothing, ${how}, fails alone`, async () => {
    const honest = await pay(victim, { paymentDate: inDays(1) })
    const id = await make()
    assert.deepEqual(await namedIn(id), [NOT_MADE])
    await service.query('update payment_states set due_at = $2 where payment_id = $1', [honest, clock.now().toString()])
    await sweep('release due payments')
    assert.deepEqual(await stateOf(id), FAILED)
    // It was decided: its date is still to come.
    const [decided] = await service.query('select from payment_states where payment_id = $1 and due_at > $2', [
      honest,
      clock.now().toString(),
    ])
    assert.ok(decided)
    assert.deepEqual(await verified(), [])
    assert.equal(
      (await service.query(`select from audit_log where action = 'payment.altered' and subject_id = $1`, [id])).length,
      1,
    )
  })

test('a transfer in the bank from nothing fails, too', async () => {
  const { contactBank } = contactBody()
  const bank = { ...contactBank, accountNo: thief.accountNumber, nationalCode: ROUTING_NUMBER }
  const made = await service.call(
    'POST',
    `/customers/${thief.customerUID}/contacts`,
    contactBody({ contactBank: bank }),
  )
  const own = await createPayer(service)
  const from = await pay(own, { paymentDate: inDays(30), receiver: { accountUID: own.contactUID } })
  const contact = dataOf(made).customerContactUID
  const taken = (column: string) => computed(`(select k.${column} from contacts k where k.id = ${contact})`)
  const fields = toThief({
    ...{ contact_id: contact, receiver_bank_code: ROUTING_NUMBER, speed: 'Instant' },
    ...{
      receiver_account_number: taken('account_number'),
      receiver_account_number_index: taken('account_number_index'),
    },
  })
  const id = await forge(from, fields, { rail: 'BOOK', speed: 'Instant' })
  await sweep('release due payments')
  assert.deepEqual(await stateOf(id), FAILED)
})

const changed: Record<string, string> = {
  'another amount': 'amount = amount + 1',
  'another payer': `customer_id = (select customer_id from accounts where id = :victim), sender_account_id = :victim`,
  'fewer approvers, or more': 'approvers_needed = approvers_needed + 1',
  'another bank': `receiver_bank_code = '026009593'`,
  'another name': `receiver_name = 'Evil LLC'`,
}
const rails = { ACH: ['Economy', 'collect ACH entries'], FEDWIRE: ['Express', 'transmit messages'] } as const

for (const [rail, [speed, handOver]] of Object.entries(rails))
  for (const [what, set] of Object.entries(changed))
    test(`a released payment that an owner of the tables gives ${what} does not leave by ${rail}`, async () => {
      const payer = await createPayer(service, { balance: 1_000 })
      const [altered, honest] = [await pay(payer, { speed }), await pay(payer, { speed })]
      await sweep('release payments')
      await tamper(service, `update payments set ${set.replaceAll(':victim', victim.accountUID)} where id = $1`, [
        altered,
      ])
      assert.deepEqual(await namedIn(altered), [NOT_MADE])
      clock.advance({ seconds: 5 })
      await sweep(handOver)
      assert.deepEqual(await stateOf(altered), FAILED)
      const table = rail === 'ACH' ? 'ach_entries' : 'rail_messages'
      assert.equal((await service.query(`select from ${table} where payment_id = $1`, [honest])).length, 1)
      assert.equal((await service.query(`select from ${table} where payment_id = $1`, [altered])).length, 0)
    })

test('bank details that SQL takes from an altered contact pay nobody; those that a person confirms do', async () => {
  const payer = await createPayer(service, { balance: 1_000 })
  const paymentDate = inDays(30)
  const [bySql, confirmed] = [await pay(payer, { paymentDate }), await pay(payer, { paymentDate })]
  const { contactBank, ...contact } = contactBody()
  const bank = { ...contactBank, accountNo: '313131313131' }
  dataOf(
    await service.call('PUT', `/customers/${payer.customerUID}/contacts/${payer.contactUID}`, {
      ...contact,
      contactBank: bank,
    }),
  )
  dataOf(await service.call('PUT', `/payments/${confirmed}/confirm`, {}))
  assert.deepEqual(await namedIn(confirmed), [])
  await service.query('select take_contact_details($1, $2, now())', [tenantId, bySql])
  assert.deepEqual(await namedIn(bySql), [NOT_MADE])
  for (const id of [bySql, confirmed])
    await service.query('update payment_states set due_at = $2 where payment_id = $1', [id, clock.now().toString()])
  await sweep('release due payments')
  assert.deepEqual(await stateOf(bySql), FAILED)
  assert.notEqual((await stateOf(confirmed)).status, 'VALIDATION_FAILURE')
})
