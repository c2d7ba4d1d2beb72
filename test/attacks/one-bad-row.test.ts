import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifySealed } from '../../src/main/verify-sealed.ts'
import { receiptSweeps } from '../../src/receipts/receipts.jobs.ts'
import { receiveItems } from '../../src/receipts/receipts.ts'
import { itemOf } from '../receipts/receipt-items.ts'
import { dataOf } from '../support/answers.ts'
import { inDays, WEDNESDAY } from '../support/clocks.ts'
import { computed, copy } from '../support/hostile-sql.ts'
import { paymentLifeSweeps, sweepNamed } from '../support/sweeps.ts'
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
 * A statement with the rights of the service makes one row of a batch fail. The row is set aside,
 * the others go on, and the verification names it.
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

const sweep = (name: string): Promise<number> =>
  sweepNamed([...paymentLifeSweeps, ...receiptSweeps], name).run(
    { ...service.app, db: service.app.db.forTenant(tenantId) },
    service.tenant.institution,
  )
const sweepAll = async (name: string) => {
  while ((await sweep(name)) > 0);
}

const verified = async () => {
  await service.app.db.readKeys()
  return service.app.db.forTenant(tenantId).snapshot((tx) => verifySealed(tx, tenantId))
}

const stored = async (sql: string, values: unknown[]): Promise<string> =>
  (await service.query<{ value: string }>(sql, values))[0]!.value
const statusOf = (id: string) => stored('select status as value from payment_states where payment_id = $1', [id])
const receiptStatus = (identity: string) =>
  stored('select status as value from receipts where identity = $1', [identity])
const indexOf = (account: string) =>
  stored('select account_number_index as value from accounts where id = $1', [account])
const setIndex = (account: string, index: string) =>
  service.query('update accounts set account_number_index = $2 where id = $1', [account, index])

/** The number as stored: an expression is not opened. */
const number = (account: string) =>
  stored(`select account_number || '' as value from accounts where id = $1`, [account])

async function swapIndexes(one: string, other: string): Promise<void> {
  const [first, second] = [await indexOf(one), await indexOf(other)]
  await setIndex(one, 'hmac:nobody')
  await setIndex(other, first)
  await setIndex(one, second)
}

/** A payer whose contact is an account of the bank. */
async function payerInHouse(to: Payer): Promise<{ payer: Payer; contactUID: string }> {
  const payer = await createPayer(service)
  const contact = contactBody()
  const bank = { accountNo: to.accountNumber, nationalCode: ROUTING_NUMBER }
  const body = { ...contact, contactBank: { ...contact.contactBank, ...bank } }
  const made = await service.call('POST', `/customers/${payer.customerUID}/contacts`, body)
  return { payer, contactUID: dataOf(made).customerContactUID }
}

test('the indexes of two accounts that changed places stop one payment in the bank, and no other', async () => {
  const [receiver, stranger] = [await createPayer(service), await createPayer(service)]
  const { payer, contactUID } = await payerInHouse(receiver)
  const paymentDate = inDays(2)
  const inHouse = await pay(payer, { paymentDate, receiver: { accountUID: contactUID } })
  const others = [await pay(payer, { paymentDate }), await pay(stranger, { paymentDate })]
  await swapIndexes(receiver.accountUID, stranger.accountUID)
  const names = (await verified()).map(({ id }) => id)
  assert.ok(names.includes(receiver.accountUID) && names.includes(stranger.accountUID))
  clock.set(`${paymentDate}T14:00:00Z`)
  await sweepAll('payments: release due payments')
  for (const other of others) assert.equal(await statusOf(other), 'VALIDATED')
  assert.equal(await statusOf(inHouse), 'VALIDATION_FAILURE')
  assert.equal(
    (await service.query(`select from audit_log where subject_id = $1 and action = 'payment.altered'`, [inHouse]))
      .length,
    1,
  )
  await swapIndexes(receiver.accountUID, stranger.accountUID)
  assert.deepEqual(await verified(), [])
})

test('an account with the number of another stops one payment in the bank, and no other', async () => {
  const [receiver, stranger] = [await createPayer(service), await createPayer(service)]
  const { payer, contactUID } = await payerInHouse(receiver)
  const paymentDate = inDays(7)
  const inHouse = await pay(payer, { paymentDate, receiver: { accountUID: contactUID } })
  const others = [await pay(stranger, { paymentDate }), await pay(payer, { paymentDate })]
  const [own, theirs] = [await number(receiver.accountUID), await number(stranger.accountUID)]
  const set = (text: string) =>
    service.query('update accounts set account_number = $2 where id = $1', [receiver.accountUID, text])
  await set(theirs)
  assert.deepEqual(
    (await verified()).map(({ id }) => id),
    [receiver.accountUID],
  )
  clock.set(`${paymentDate}T14:00:00Z`)
  await sweepAll('payments: release due payments')
  for (const other of others) assert.equal(await statusOf(other), 'VALIDATED')
  assert.equal(await statusOf(inHouse), 'VALIDATION_FAILURE')
  await set(own)
})

const received = (accountNumber: string) => {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  return itemOf({ accountNumber, effectiveDate: today, settlementDate: today })
}
const receive = (items: readonly ReturnType<typeof itemOf>[]) =>
  service.app.db.transaction((tx) => receiveItems(tx, service.tenant.institution, items, clock.now()))

test('a receipt that was copied, or whose account was altered, stops no other', async () => {
  const [first, second, third] = [await createPayer(service), await createPayer(service), await createPayer(service)]
  const items = [first, second, third].map(({ accountNumber }) => received(accountNumber))
  await receive(items)
  const [copied, honest, altered] = items.map(({ identity }) => identity) as [string, string, string]
  await service.query(
    copy(
      'receipts',
      { id: '018f0000-0000-7000-8000-000000000001', identity: 'forged', hold_id: null, entry_number: 77_777 },
      `identity = '${copied}'`,
    ),
  )
  assert.deepEqual(
    (await verified()).map(({ id }) => id),
    ['018f0000-0000-7000-8000-000000000001'],
  )
  const own = await number(third.accountUID)
  const set = (text: string) =>
    service.query('update accounts set account_number = $2 where id = $1', [third.accountUID, text])
  await set(await number(second.accountUID))
  clock.advance({ hours: 30 })
  await sweepAll('receipts: settle receipts')
  assert.equal(await receiptStatus(honest), 'POSTED')
  assert.equal(await receiptStatus(copied), 'POSTED')
  assert.equal(await receiptStatus('forged'), 'PENDING')
  assert.equal(await receiptStatus(altered), 'PENDING')
  // Once the account has its number again, its receipt settles by itself.
  await set(own)
  clock.advance({ hours: 1 })
  await sweepAll('receipts: settle receipts')
  assert.equal(await receiptStatus(altered), 'POSTED')
  assert.equal(await receiptStatus('forged'), 'PENDING')
  const audited = await service.query(`select from audit_log where action = 'receipt.putOff'`)
  assert.ok(audited.length >= 3)
})

test('a payment that cannot settle, because its hold was exchanged, stops no other', async () => {
  const payer = await createPayer(service, { balance: 1_000 })
  const ids = [await pay(payer, {}), await pay(payer, {}), await pay(payer, {})]
  for (const name of ['release payments', 'collect ACH entries', 'write ACH files']) {
    await sweepAll(`payments: ${name}`)
    clock.advance({ hours: 1 })
  }
  const [bad, ...others] = ids as [string, string, string]
  for (const id of ids) assert.equal(await statusOf(id), 'TRANSMITTED')
  const hold = (id: string) =>
    stored('select hold_transfer_id as value from payment_states where payment_id = $1', [id])
  const [own, theirs] = [await hold(bad), await hold(others[0]!)]
  const setHold = (text: string) =>
    service.query('update payment_states set hold_transfer_id = $2 where payment_id = $1', [bad, text])
  await setHold(theirs)
  clock.advance({ hours: 72 })
  await sweepAll('payments: settle ACH payments')
  const states = await Promise.all(others.map(statusOf))
  assert.ok(states.includes('PROCESSED'), states.join())
  assert.equal(await statusOf(others[1]!), 'PROCESSED')
  await setHold(own)
})

const transmitted = async (id: string) => {
  for (let pass = 0; pass < 40 && (await statusOf(id)) !== 'TRANSMITTED'; pass++) {
    for (const { run } of paymentLifeSweeps)
      await run({ ...service.app, db: service.app.db.forTenant(tenantId) }, service.tenant.institution)
    clock.advance({ minutes: 10 })
  }
  assert.equal(await statusOf(id), 'TRANSMITTED')
}

const handOver = (values: object) =>
  service.query(copy('rail_handovers', { status: 'Waiting', left_at: null, evidence: null, ...values }))
const doubtOf = (id: string) => stored('select doubt as value from rail_handovers where id = $1', [id])

test('a hand-over without a file, or with the content of another or of nobody, is in doubt and stops no other', async () => {
  clock.set(`${inDays(14)}T14:00:00Z`)
  const payer = await createPayer(service)
  const first = await pay(payer, {})
  await transmitted(first)
  const [missing, copied, plain] = [randomUUID(), randomUUID(), randomUUID()]
  await handOver({ id: missing, name: 'missing.ach', resends: computed('r.id') })
  await service.query(copy('ach_files', { id: copied, name: 'copied.ach', written_at: null }))
  await handOver({ id: copied, name: 'copied.ach' })
  await service.query(copy('ach_files', { id: plain, name: 'plain.ach', written_at: null, content: '101 forged' }))
  await handOver({ id: plain, name: 'plain.ach' })
  const next = await pay(payer, {})
  await transmitted(next)
  for (const id of [missing, copied, plain]) assert.match(await doubtOf(id), /written by somebody else/)
})
