import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyPayments } from '../../src/payments/payments.ts'
import { dataOf } from '../support/answers.ts'
import { inDays, WEDNESDAY } from '../support/clocks.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
import {
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

/**
 * Statements with the rights of the service move a payment, or give it another hold. Nothing leaves
 * that no hold covers; it fails alone.
 */
const clock = fixedClock(WEDNESDAY)
let service: TestService
let tenantId: bigint

before(async () => {
  service = await startTestService({ clock, worker: false })
  tenantId = service.tenant.institution.tenantId
  await service.app.db.readKeys()
})
after(() => service.stop())

const pay = async (payer: Payer, fields: object): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID

const sweep = async (name: string) => {
  const { run } = sweepNamed(paymentLifeSweeps, `payments: ${name}`)
  while ((await run({ ...service.app, db: service.app.db.forTenant(tenantId) }, service.tenant.institution)) > 0);
}

const stateOf = async (id: string) =>
  (
    await service.query<{ status: string; reason: string | null }>(
      `select status, evidence ->> 'reason' as reason from payment_states where payment_id = $1`,
      [id],
    )
  )[0]!
const FAILED = { status: 'VALIDATION_FAILURE', reason: 'altered' }

const rails = { ACH: ['Economy', 'collect ACH entries'], FEDWIRE: ['Express', 'transmit messages'] } as const
const step = 'step = step + 1, previous_status = status'
const released = `${step}, status = 'VALIDATED', validated_at = :now, leaves_at = :now, value_date = '2026-07-01'`
/** What SQL sets of a payment that waits for its date. */
const MOVES: Record<string, string> = {
  'without a hold': released,
  'with the hold of another payment': `${released}, hold_transfer_id = :hold`,
  'with a hold that does not exist': `${released}, hold_transfer_id = gen_random_uuid()`,
}

/** What SQL sets of a payment that has its hold. */
const HOLDS: Record<string, string> = {
  'another hold': 'hold_transfer_id = :hold',
  'no hold': 'hold_transfer_id = null',
  'less to pay': 'deducted_amount = 1',
}

for (const [rail, [speed, handOver]] of Object.entries(rails)) {
  for (const [how, set] of Object.entries(MOVES))
    test(`a payment that SQL releases before its date, ${how}, does not leave by ${rail}`, async () => {
      const [poor, rich] = [await createPayer(service), await createPayer(service, { balance: 1_000 })]
      const [moved, honest] = [await pay(poor, { speed, paymentDate: inDays(30) }), await pay(rich, { speed })]
      const hold = `(select hold_transfer_id from payment_states where payment_id = '${honest}')`
      const now = `'${clock.now()}'`
      await service.query(
        `update payment_states set ${set.replaceAll(':now', now).replace(':hold', hold)} where payment_id = $1`,
        [moved],
      )
      await sweep('release payments')
      clock.advance({ seconds: 5 })
      await sweep(handOver)
      const table = rail === 'ACH' ? 'ach_entries' : 'rail_messages'
      assert.equal((await service.query(`select from ${table} where payment_id = $1`, [moved])).length, 0)
      assert.equal((await service.query(`select from ${table} where payment_id = $1`, [honest])).length, 1)
      assert.deepEqual(await stateOf(moved), FAILED)
    })

  for (const [what, set] of Object.entries(HOLDS))
    test(`a released payment that SQL gives ${what} does not leave by ${rail}, and gets its money back`, async () => {
      const [payer, rich] = [
        await createPayer(service, { balance: 1_000 }),
        await createPayer(service, { balance: 1_000 }),
      ]
      const [moved, honest] = [await pay(payer, { speed }), await pay(rich, { speed })]
      await sweep('release payments')
      const hold = `(select hold_transfer_id from payment_states where payment_id = '${honest}')`
      await service.query(`update payment_states set ${set.replace(':hold', hold)} where payment_id = $1`, [moved])
      clock.advance({ seconds: 5 })
      await sweep(handOver)
      assert.deepEqual(await stateOf(moved), FAILED)
      assert.equal((await service.query('select from ledger_holds where reference_id = $1 limit 1', [moved])).length, 0)
      const table = rail === 'ACH' ? 'ach_entries' : 'rail_messages'
      assert.equal((await service.query(`select from ${table} where payment_id = $1`, [honest])).length, 1)
    })
}

/** What SQL says of a debit that waits for its file. */
const SENT: Record<string, (id: string) => string | undefined> = {
  'was sent': () => undefined,
  'is in a file that waits': (id) =>
    `with file as (insert into ach_files (tenant_id, id, name, content, entries, created_at)
       values ($1, gen_random_uuid(), '${id}', 'sealed', 1, now()) returning *)
     insert into ach_entries (tenant_id, payment_id, file_id, trace_number, effective_entry_date)
     select $1, '${id}', id, '061099990000001', '2026-07-01' from file`,
}
for (const [what, write] of Object.entries(SENT))
  test(`a debit of which SQL says that it ${what} credits nobody, and the verification names it`, async () => {
    const creditor = await createPayer(service)
    const debit = async () =>
      dataOf(await service.call('POST', '/payments/debitrequest', debitBody(creditor))).paymentUID as string
    const id = await debit()
    await sweep('release payments')
    const sql = write(id)
    if (sql) await service.query(sql, [tenantId])
    await service.query(
      `update payment_states set ${step}, status = 'TRANSMITTED', settlement_due_at = $2 where payment_id = $1`,
      [id, clock.now().toString()],
    )
    await sweep('settle ACH payments')
    assert.equal((await stateOf(id)).status, 'TRANSMITTED')
    const found = await service.app.db.forTenant(tenantId).snapshot((tx) => verifyPayments(tx, tenantId))
    assert.deepEqual(
      found.filter((one) => one.id === id).map((one) => one.what),
      ['a payment that was sent by ACH is in no file that has left'],
    )
  })
