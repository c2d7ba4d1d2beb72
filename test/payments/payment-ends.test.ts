import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
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

/** Wednesday, 10 a.m. in New York. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
before(async () => {
  service = await startTestService({ clock })
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

const pay = async (payer: Payer, fields: object = {}): Promise<string> =>
  dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer, fields))).paymentUID
const act = (action: string, uid: string, body: object = {}, version = '') =>
  service.call('PUT', `${version}/payments/${uid}/${action}`, body)
const read = async (uid: string) => dataOf(await service.call('GET', `/payments/${uid}`))
const balancesOf = async ({ customerUID, accountUID }: Payer) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  return [ledgerBalance, availableBalance]
}
const run = (name: string) => sweepNamed(paymentLifeSweeps, name).run(service.app, service.tenant.institution)
const sweep = (name: string) => run(`payments: ${name}`)
/** Runs each sweep once. */
async function work() {
  for (const { run } of paymentLifeSweeps) await run(service.app, service.tenant.institution)
}
const returned = { achReturnCode: 'AC01', returnNotes: 'No account' }
const conflict = { status: 409, code: 'PAYMENT003' }

test('a payment can be cancelled until it is passed to its rail, and its hold is released', async () => {
  const payer = await createPayer(service)
  const future = await pay(payer, { paymentDate: '2026-08-01' })
  assert.deepEqual(dataOf(await act('cancel', future, { notes: 'twice' })), {
    paymentUID: future,
    paymentStatus: 'CANCELLED',
  })
  const held = await pay(payer, { paymentAmount: 100, speed: 'Express' })
  assert.deepEqual(await balancesOf(payer), ['1000.00', '900.00'])
  dataOf(await act('cancel', held, {}, '/v3'))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '1000.00'])
  assertRefused(await act('cancel', held), { ...conflict, says: 'the payment is CANCELLED' })
  const released = await pay(payer, { speed: 'Express' })
  await sweep('release payments')
  dataOf(await act('cancel', released))
  const sent = await pay(payer, { speed: 'Express' })
  await work()
  assertRefused(await act('cancel', sent), { ...conflict, says: 'the payment is TRANSMITTED' })
  assert.equal((await read(future)).displayStatus, 'Cancelled')
})

test('an entry in a committed file cannot be cancelled, even before the file is written', async () => {
  clock.advance({ seconds: 3 })
  const payer = await createPayer(service)
  const uid = await pay(payer)
  await sweep('release payments')
  clock.advance({ seconds: 3 })
  await sweep('collect ACH entries')
  assertRefused(await act('cancel', uid), { ...conflict, says: 'in a file to the ACH operator' })
  await work()
})

test('of a concurrent cancellation and transmission, exactly one takes effect', async () => {
  const payer = await createPayer(service)
  for (let round = 0; round < 5; round++) {
    const uid = await pay(payer, { speed: 'Express' })
    await sweep('release payments')
    const [reply] = await Promise.all([act('cancel', uid), sweep('transmit messages')])
    const { status } = await read(uid)
    assert.ok((reply.status === 200 && status === 'CANCELLED') || (reply.status === 409 && status !== 'CANCELLED'))
  }
})

test('a payment returned before it settled never left the account', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { speed: 'Express', paymentAmount: 100 })
  await sweep('release payments')
  await sweep('transmit messages')
  await run('message-imports: hand over messages')
  dataOf(await act('return', uid, returned))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '1000.00'])
  assert.equal((await read(uid)).displayStatus, 'Returned')
  clock.advance({ seconds: 10 })
  await work()
  assert.equal((await read(uid)).status, 'RETURNED', 'a settlement reported later changes nothing: a person decides')
})

test('a payment returned after it settled is credited to the sender', async () => {
  const payer = await createPayer(service)
  const uid = await pay(payer, { speed: 'Express', paymentAmount: 100 })
  await work()
  clock.advance({ seconds: 10 })
  await work()
  assert.deepEqual(await balancesOf(payer), ['900.00', '900.00'])
  dataOf(await act('return', uid, returned, '/v3'))
  assert.deepEqual(await balancesOf(payer), ['1000.00', '1000.00'])
  assertRefused(await act('return', uid, returned), { ...conflict, says: 'the payment is RETURNED' })
})

test('a return requires a Nacha return code and notes', async () => {
  const uid = await pay(await createPayer(service))
  for (const [body, says] of [
    [{ returnNotes: 'x' }, 'achReturnCode is required'],
    [{ achReturnCode: 'R99', returnNotes: 'x' }, 'achReturnCode must be one of'],
    [{ achReturnCode: 'R01' }, 'returnNotes is required'],
  ] as const)
    assertRefused(await act('return', uid, body), { status: 400, code: 'PAYMENT003', says })
})

async function bookTransfer(paymentAmount: number) {
  const receiver = await createPayer(service, { balance: 0 })
  const bank = { ...contactBody().contactBank, nationalCode: ROUTING_NUMBER, accountNo: receiver.accountNumber }
  const payer = await createPayer(service, { contact: { contactBank: bank } })
  return { payer, receiver, uid: await pay(payer, { paymentAmount }) }
}

test('a book transfer is reversed once if the receiver still has the amount', async () => {
  const { payer, receiver, uid } = await bookTransfer(100)
  assert.deepEqual(await balancesOf(receiver), ['100.00', '100.00'])
  assert.equal(dataOf(await act('reverse', uid, { reversalNotes: 'wrong account' })).paymentStatus, 'REVERSED')
  assert.deepEqual(await balancesOf(receiver), ['0.00', '0.00'])
  assert.deepEqual(await balancesOf(payer), ['1000.00', '1000.00'])
  assertRefused(await act('reverse', uid), { ...conflict, says: 'the payment is REVERSED' })
})

test('a book transfer is not reversed after the receiver has spent the amount', async () => {
  const { receiver, uid } = await bookTransfer(100)
  await pay(receiver, { paymentAmount: 0.01, speed: 'Express' })
  assertRefused(await act('reverse', uid), { status: 402, code: 'PAYMENT003', says: 'no longer has the amount' })
  assert.equal((await read(uid)).status, 'PROCESSED')
  assertRefused(await act('return', uid, returned), { ...conflict, says: 'is reversed, not returned' })
})

test('a credit that left by ACH cannot be reversed', async () => {
  const uid = await pay(await createPayer(service), { speed: 'Economy' })
  await work()
  await service.query(`update payment_states set settlement_due_at = $2 where payment_id = $1`, [uid, clock.now()])
  await work()
  assertRefused(await act('reverse', uid), { ...conflict, says: 'left the institution' })
})

test('only the institution can return or reverse a payment', async () => {
  const { payer, uid } = await bookTransfer(1)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  for (const [action, body] of [
    ['return', returned],
    ['reverse', {}],
  ] as const)
    assertRefused(await service.call('PUT', `/payments/${uid}/${action}`, body, { client }), {
      status: 403,
      code: 'AUTH002',
    })
})
