import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { sweepNamed } from '../support/sweeps.ts'
import {
  accountBody,
  type CallOptions,
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

const PATHS = ['/v3/payments/booktransfer', '/payments/booktransfer']
/** Ten in the morning in New York, a Wednesday. */
const clock = fixedClock('2026-07-01T14:00:00.000Z')

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(async () => {
  const said: string[] = []
  const differences = await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line))
  await service.stop()
  assert.equal(differences, 0, said.join('\n'))
})

/** An account and its customer. */
type Place = Pick<Payer, 'customerUID' | 'accountUID'>

const send = (from: Place, to: Place, fields: object = {}, options: CallOptions = {}) =>
  service.call('POST', PATHS[0]!, transferBody({ from: from.accountUID, to: to.accountUID, ...fields }), options)
const transfer = async (from: Place, to: Place, fields: object = {}) => dataOf(await send(from, to, fields))
const read = async (uid: string) => dataOf(await service.call('GET', `/v3/payments/${uid}`))
const act = (action: string, uid: string, body: object = {}, options: CallOptions = {}) =>
  service.call('PUT', `/v3/payments/${uid}/${action}`, body, options)

async function openAccount({ customerUID }: Place, fields: object = {}): Promise<Place & { accountNumber: string }> {
  const body = accountBody(fields)
  const { accountUID } = dataOf(await service.call('POST', `/v3/customers/${customerUID}/accounts`, body), 201)
  return { customerUID, accountUID, accountNumber: body.accountNumber }
}
const changeAccount = async ({ customerUID, accountUID }: Place, action: string) =>
  dataOf(await service.call('PATCH', `/v3/customers/${customerUID}/accounts/${accountUID}`, { action, reason: 'test' }))

async function balanceOf({ customerUID, accountUID }: Place): Promise<string> {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  const { ledgerBalance, availableBalance } = dataOf(await service.call('GET', path))
  assert.equal(ledgerBalance, availableBalance, 'a book transfer holds nothing')
  return ledgerBalance
}

/** A customer with two accounts: the first has the balance, the second is empty. */
async function twoAccounts(balance = 100, customer: object = {}) {
  const payer = await createPayer(service, { balance, customer })
  return { payer, reserve: await openAccount(payer) }
}

const sweep = (name: string) =>
  sweepNamed(paymentSweeps, `payments: ${name}`).run(service.app, service.tenant.institution)

for (const path of PATHS)
  test(`POST ${path} moves the exact amount immediately`, async () => {
    const { payer, reserve } = await twoAccounts(100)
    const body = transferBody({ from: payer.accountUID, to: reserve.accountUID, paymentAmount: 99.99 })
    const data = dataOf(await service.call('POST', path, body))
    const { externalReferenceId } = body as { externalReferenceId?: string }
    const { paymentUID } = data
    assert.deepEqual(data, { paymentUID, paymentStatus: 'PROCESSED', externalReferenceId, valueDate: '2026-07-01' })
    assert.equal(await balanceOf(payer), '0.01')
    assert.equal(await balanceOf(reserve), '99.99')
  })

test('a book transfer can be read and searched, and has a timeline, like any payment', async () => {
  const { payer, reserve } = await twoAccounts()
  const notification = { emailAddress: 'a@b.example' }
  const { paymentUID } = await transfer(payer, reserve, { paymentNotes: 'To the reserve', notification })
  const payment = await read(paymentUID)
  const { legalName } = dataOf(await service.call('GET', `/v2/customers/${payer.customerUID}`))
  assert.deepEqual(
    [payment.senderUID, payment.beneficiaryUID, payment.counterPartyId, payment.receiverAccountUID],
    [payer.customerUID, payer.customerUID, payer.customerUID, reserve.accountUID],
  )
  assert.deepEqual(
    [payment.beneficiaryName, payment.counterParty, payment.receiverAccountNumber, payment.deliveryMethod],
    [legalName, legalName, reserve.accountNumber, 'BOOK'],
  )
  assert.deepEqual([payment.status, payment.paymentNotes], ['PROCESSED', 'To the reserve'])
  assert.deepEqual(payment.notification, notification)
  for (const search of [{ paymentUUID: paymentUID }, { receiverAccountNo: reserve.accountNumber }])
    assert.deepEqual(dataOf(await service.call('POST', '/v3/payments/search', search)), [payment])
  const { entries } = dataOf(await service.call('GET', `/v3/payments/${paymentUID}/timeline`))
  assert.deepEqual(
    entries.map(({ to, purpose, event }: Record<string, string>) => to ?? purpose ?? event),
    ['VALIDATED', 'PROCESSED', 'payment'],
  )
})

test('the whole available balance can be transferred; one cent more is refused', async () => {
  const { payer, reserve } = await twoAccounts(100)
  assertRefused(await send(payer, reserve, { paymentAmount: 100.01 }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'available balance',
  })
  assert.equal(await balanceOf(payer), '100.00')
  await transfer(payer, reserve, { paymentAmount: 100 })
  assert.equal(await balanceOf(payer), '0.00')
})

test('funds held for another payment cannot be transferred', async () => {
  const { payer, reserve } = await twoAccounts(100)
  dataOf(await service.call('POST', '/v3/payments/creditrequest', creditBody(payer, { paymentAmount: 60 })))
  assertRefused(await send(payer, reserve, { paymentAmount: 40.01 }), { status: 402, code: 'PAYMENT002' })
  await transfer(payer, reserve, { paymentAmount: 40 })
})

test('a transfer to the same account is refused', async () => {
  const { payer } = await twoAccounts()
  assertRefused(await send(payer, payer), { status: 400, code: 'PAYMENT002', says: 'are the same' })
})

test('both accounts must be Active, and one of them must have the currency of the transfer', async () => {
  const { payer, reserve } = await twoAccounts()
  const euros = await openAccount(payer, { currency: 'EUR' })
  const inYen = await send(payer, euros, { paymentCurrency: 'JPY' })
  assertRefused(inYen, { status: 400, code: 'PAYMENT002', says: 'in USD and the receiving account in EUR' })
  assertRefused(await send(payer, euros), { status: 409, code: 'FX002', says: 'EUR/USD has no rate' })
  const unknown = { status: 400, code: 'PAYMENT002', says: 'the receiving account' }
  await changeAccount(reserve, 'Suspend')
  assertRefused(await send(payer, reserve), unknown)
  assertRefused(await send(reserve, payer), { status: 402, code: 'PAYMENT002', says: 'is not active' })
  await changeAccount(reserve, 'Activate')
  await changeAccount(reserve, 'Close')
  assertRefused(await send(payer, reserve), unknown)
  assertRefused(await send(reserve, payer), { status: 402, code: 'PAYMENT002', says: 'is not active' })
  assert.equal(await balanceOf(payer), '100.00')
})

test('an account at another bank cannot receive a book transfer', async () => {
  const { payer } = await twoAccounts()
  const elsewhere = await openAccount(payer, { systemOfRecords: 'External', routingNumber: '021000021' })
  assertRefused(await send(payer, elsewhere), { status: 400, code: 'PAYMENT002', says: 'receiving account' })
  assertRefused(await send(elsewhere, payer), { status: 400, code: 'PAYMENT002', says: 'not held at this institution' })
})

test('a customer transfers between its own accounts and those of customers below it; the institution between any two', async () => {
  const { payer, reserve } = await twoAccounts()
  const { shortName } = dataOf(await service.call('GET', `/v2/customers/${payer.customerUID}`))
  const below = await createPayer(service, { customer: { parentEntityShortName: shortName } })
  const stranger = await createPayer(service)
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  const belowClient = await service.createClient(service.tenant, { legalEntityId: BigInt(below.customerUID) })
  dataOf(await send(payer, reserve, {}, { client }))
  dataOf(await send(below, reserve, {}, { client }))
  dataOf(await send(payer, below, {}, { client }))
  const refused = { status: 400, code: 'PAYMENT002' }
  assertRefused(await send(payer, stranger, {}, { client }), { ...refused, says: 'the receiving account' })
  assertRefused(await send(stranger, payer, {}, { client }), { ...refused, says: 'not one of your accounts' })
  assertRefused(await send(below, payer, {}, { client: belowClient }), { ...refused, says: 'the receiving account' })
  assertRefused(await send(payer, { ...stranger, accountUID: '999999999' }), { ...refused, says: 'receiving account' })
  dataOf(await send(payer, stranger))
})

test('if contacts need approval, a transfer to another customer is refused, and an approved contact is paid', async () => {
  const { payer, reserve } = await twoAccounts(100, { legalEntityAccessSettings: { beneDualApproval: true } })
  const stranger = await createPayer(service)
  assertRefused(await send(payer, stranger), { status: 402, code: 'PAYMENT002', says: 'contacts need approval' })
  await transfer(payer, reserve)
  await transfer(stranger, payer)
})

test('a preview shows the outcome of a transfer and the objections to it, and moves no money', async () => {
  const { payer, reserve } = await twoAccounts(100)
  const preview = async (from: Place, to: Place, fields: object = {}) => {
    const body = transferBody({ from: from.accountUID, to: to.accountUID, ...fields })
    return dataOf(await service.call('POST', '/v3/payments/booktransfer/preview', body))
  }
  const said = await preview(payer, reserve, { paymentAmount: 100 })
  assert.deepEqual([said.paymentStatus, said.deliveryMethod, said.limits], ['PROCESSED', 'BOOK', []])
  assert.equal(said.expectedSettlement, clock.now().toString({ smallestUnit: 'millisecond' }))
  const refused = await preview(payer, payer, { paymentAmount: 100.01 })
  assert.deepEqual(
    refused.refusals.map(({ message }: { message: string }) => message.split('. ')[0]),
    [
      'The transfer was not made: the sending and the receiving account are the same',
      'The transfer was not made: the available balance of the sending account does not cover the amount',
    ],
  )
  assert.equal(await balanceOf(payer), '100.00')
})

test('a transfer between own accounts counts against no limit, and its fee is charged immediately', async () => {
  const { payer, reserve } = await twoAccounts(100)
  const tiers = [{ name: 'Standard', from: 0, flat: 0.05 }]
  for (const product of ['BOOK', 'Instant']) {
    const fee = { application: 'Payments', name: product, currency: 'USD', product, tierBy: 'Amount', tiers }
    dataOf(await service.call('POST', '/v1/institution/fees', fee), 201)
  }
  const tier = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await service.call('POST', `/v1/customers/${payer.customerUID}/fees`, tier))
  const keys = ['INSTANT_PAYMENT_LIMIT_PER_DAY', 'BOOK_PAYMENT_LIMIT_PER_DAY']
  const appLimits = keys.map((key) => ({ key, value: 0 }))
  const limits = [{ appName: 'Payments', appLimits }]
  dataOf(await service.call('PUT', `/v2/customers/${payer.customerUID}`, { limits }))
  assertRefused(await send(payer, reserve, { paymentAmount: 99.96 }), {
    status: 402,
    code: 'PAYMENT002',
    says: 'plus the fee of 0.05 USD',
  })
  const { paymentUID } = await transfer(payer, reserve, { paymentAmount: 99.95 })
  assert.equal((await read(paymentUID)).bankFee, '0.05')
  assert.equal(await balanceOf(payer), '0.00')
  assert.equal(await balanceOf(reserve), '99.95')
})

test('a transfer that needs approval moves no money before, and is PROCESSED with the last approval', async () => {
  const { payer, reserve } = await twoAccounts(100, { legalEntityAccessSettings: { paymentDualApproval: true } })
  const { paymentUID, paymentStatus } = await transfer(payer, reserve)
  assert.equal(paymentStatus, 'PENDING_APPROVAL')
  assert.equal(await balanceOf(payer), '100.00')
  const client = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  assert.equal(dataOf(await act('approve', paymentUID, {}, { client })).paymentStatus, 'PROCESSED')
  assert.equal(await balanceOf(payer), '90.00')
  assert.equal(await balanceOf(reserve), '10.00')

  const late = await transfer(payer, reserve)
  await changeAccount(reserve, 'Suspend')
  assert.equal(dataOf(await act('approve', late.paymentUID, {}, { client })).paymentStatus, 'VALIDATION_FAILURE')
  assert.match((await read(late.paymentUID)).failureReason, /the receiving account/)
  const rejected = await transfer(payer, await openAccount(payer))
  assert.equal(dataOf(await act('reject', rejected.paymentUID, { notes: 'no' }, { client })).paymentStatus, 'REJECTED')
  assert.equal(await balanceOf(payer), '90.00')
})

test('a scheduled transfer waits for its date, can be cancelled until then, and is paid on any day', async () => {
  clock.set('2026-07-01T14:00:00.000Z')
  const { payer, reserve } = await twoAccounts(100)
  // A Saturday and a federal holiday.
  const paymentDate = '2026-07-04'
  const { paymentUID, paymentStatus } = await transfer(payer, reserve, { paymentDate })
  const cancelled = await transfer(payer, reserve, { paymentDate })
  assert.equal(paymentStatus, 'FUTURE_DATED')
  assert.equal(dataOf(await act('cancel', cancelled.paymentUID)).paymentStatus, 'CANCELLED')
  await sweep('release due payments')
  assert.equal(await balanceOf(payer), '100.00')
  clock.set('2026-07-04T14:00:00.000Z')
  await sweep('release due payments')
  assert.equal((await read(paymentUID)).status, 'PROCESSED')
  assert.equal(await balanceOf(reserve), '10.00')
})

test('a scheduled transfer pays the account it named, never another account that reuses its number', async () => {
  clock.set('2026-07-01T14:00:00.000Z')
  const { payer, reserve } = await twoAccounts(100)
  const { paymentUID } = await transfer(payer, reserve, { paymentDate: '2026-07-02' })
  dataOf(await service.call('DELETE', `/v2/customers/${reserve.customerUID}/accounts/${reserve.accountUID}`))
  // The number is free again only after its quarantine.
  await service.query(
    "update retired_account_numbers set retired_at = '2019-07-01T14:00:00.000Z' where account_id = $1",
    [reserve.accountUID],
  )
  const successor = await openAccount(await createPayer(service), { accountNumber: reserve.accountNumber })
  clock.set('2026-07-02T14:00:00.000Z')
  await sweep('release due payments')
  assert.equal((await read(paymentUID)).status, 'VALIDATION_FAILURE')
  assert.equal(await balanceOf(successor), '0.00')
  assert.equal(await balanceOf(payer), '100.00')
})

test('a recurring transfer moves money on each of its dates, and fails if the account was deleted', async () => {
  clock.set('2026-07-01T14:00:00.000Z')
  const { payer, reserve } = await twoAccounts(100)
  const recurrence = { frequency: 'Daily', payUntil: 'NumberOfPayments', numberOfPayments: 3 }
  const { paymentStatus, recurranceId, paymentUID } = await transfer(payer, reserve, { recurrence })
  assert.equal(paymentStatus, 'PROCESSED')
  const path = `/v3/payments/recurrences/${recurranceId}`
  assert.deepEqual(dataOf(await service.call('GET', path)).receiver, { accountUID: reserve.accountUID })
  assert.deepEqual(
    dataOf(await service.call('GET', `${path}/preview`)).payments.map(
      (one: { paymentDate: string }) => one.paymentDate,
    ),
    ['2026-07-01', '2026-07-02', '2026-07-03'],
  )
  for (let day = 2; day <= 4; day++) {
    clock.set(`2026-07-0${day}T14:00:00Z`)
    await sweep('make recurring payments')
    await sweep('release due payments')
  }
  assert.equal(await balanceOf(reserve), '30.00')
  assert.equal((await read(paymentUID)).occurrences.status, 'Completed')

  const gone = await openAccount(payer)
  clock.set('2026-07-10T14:00:00.000Z')
  const series = await transfer(payer, gone, { recurrence, paymentDate: '2026-07-11' })
  dataOf(await service.call('DELETE', `/v2/customers/${gone.customerUID}/accounts/${gone.accountUID}`))
  for (let day = 11; day <= 14; day++) {
    clock.set(`2026-07-${day}T14:00:00Z`)
    await sweep('make recurring payments')
    await sweep('release due payments')
  }
  assert.equal((await read(series.paymentUID)).status, 'VALIDATION_FAILURE')
  assert.equal(dataOf(await service.call('GET', `/v3/payments/recurrences/${series.recurranceId}`)).status, 'Completed')
  assert.equal(await balanceOf(payer), '70.00')
})

test('a transfer can be reversed while the receiver has the amount, but cannot be returned', async () => {
  const { payer, reserve } = await twoAccounts(100)
  const { paymentUID } = await transfer(payer, reserve)
  const returned = { achReturnCode: 'R03', returnNotes: 'x' }
  assertRefused(await act('return', paymentUID, returned), { status: 409, code: 'PAYMENT003', says: 'reversed' })
  await transfer(reserve, payer, { paymentAmount: 0.01 })
  assertRefused(await act('reverse', paymentUID), { status: 402, code: 'PAYMENT003' })
  await transfer(payer, reserve, { paymentAmount: 0.01 })
  assert.equal(dataOf(await act('reverse', paymentUID)).paymentStatus, 'REVERSED')
  assert.equal(await balanceOf(payer), '100.00')
  assert.equal(await balanceOf(reserve), '0.00')
})

test('the same key transfers once, on either path, and is independent of the same key on a credit request', async () => {
  const { payer, reserve } = await twoAccounts(100)
  const body = transferBody({ from: payer.accountUID, to: reserve.accountUID })
  const idempotencyKey = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, place) => service.call('POST', PATHS[place % 2]!, body, { idempotencyKey })),
  )
  assert.equal(new Set(replies.map((reply) => dataOf(reply).paymentUID)).size, 1)
  assert.equal(await balanceOf(reserve), '10.00')
  assertRefused(await service.call('POST', PATHS[0]!, { ...body, paymentAmount: 11 }, { idempotencyKey }), {
    status: 409,
    code: 'REQ002',
    says: 'paymentAmount',
  })
  dataOf(await service.call('POST', '/v3/payments/creditrequest', creditBody(payer), { idempotencyKey }))
})

test('concurrent transfers in both directions neither deadlock nor create or lose a cent', async () => {
  const { payer, reserve } = await twoAccounts(100)
  await transfer(payer, reserve, { paymentAmount: 50 })
  const second = await service.startNode()
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, place) => {
      const [from, to] = place % 2 === 0 ? [payer, reserve] : [reserve, payer]
      return send(from, to, { paymentAmount: 7.77 }, { at: place % 4 < 2 ? undefined : second })
    }),
  )
  for (const reply of replies) if (reply.status !== 200) assert.equal(reply.status, 402, JSON.stringify(reply.body))
  const done = (place: 0 | 1) => replies.filter(({ status }, at) => status === 200 && at % 2 === place).length
  const cents = 5_000 - 777 * (done(0) - done(1))
  assert.equal(await balanceOf(payer), (cents / 100).toFixed(2))
  assert.equal(await balanceOf(reserve), ((10_000 - cents) / 100).toFixed(2))
})

test('all missing and unknown fields of a transfer are named in one reply', async () => {
  const { payer } = await twoAccounts()
  const reply = await service.call('POST', PATHS[0]!, {
    senderAccount: { accountUID: payer.accountUID },
    speed: 'Instant',
  })
  for (const says of ['externalReferenceId', 'paymentAmount', 'receiverAccount', 'speed'])
    assertRefused(reply, { status: 400, code: 'PAYMENT002', says })
  const body = transferBody({ from: payer.accountUID, to: '1', paymentAmount: 0 })
  assertRefused(await service.call('POST', PATHS[0]!, body), {
    status: 400,
    code: 'PAYMENT002',
    says: 'greater than zero',
  })
})
