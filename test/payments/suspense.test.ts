import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { contactAbroad, openMarket } from '../support/fx-market.ts'
import { passTime, paymentLifeSweeps } from '../support/sweeps.ts'
import {
  accountBody,
  createPayer,
  creditBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
  transferBody,
} from '../support/test-service.ts'

const clock = fixedClock('2026-07-01T14:00:00.500Z')

let service: TestService
before(async () => {
  service = await startTestService({ clock, worker: false })
})
after(() => service.stop())

type Place = Pick<Payer, 'customerUID' | 'accountUID'>

const call = (method: string, path: string, body?: object) => service.call(method, path, body)
const act = (action: string, uid: string, body: object = {}) => call('PUT', `/v3/payments/${uid}/${action}`, body)
const back = (uid: string, achReturnCode = 'AC04') => act('return', uid, { achReturnCode, returnNotes: 'test' })
const pathOf = ({ customerUID, accountUID }: Place) => `/v3/customers/${customerUID}/accounts/${accountUID}`
const change = async (at: Place, fields: object) => dataOf(await call('PATCH', pathOf(at), fields))
const close = (at: Place) => change(at, { action: 'Close', reason: 'test' })
const book = async ({ accountUID }: Place, direction: 'Credit' | 'Debit', amount: number) => {
  const body = { direction, amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
  dataOf(await call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body), 201)
}
const balanceOf = async (at: Place): Promise<string> =>
  dataOf(await call('GET', `${pathOf(at)}?includeAccountBalance=true`)).ledgerBalance
const openAnother = async ({ customerUID }: Place, fields: object = {}): Promise<Place> => {
  const { accountUID } = dataOf(await call('POST', `/v3/customers/${customerUID}/accounts`, accountBody(fields)), 201)
  return { customerUID, accountUID: String(accountUID) }
}
const itemsOf = async ({ customerUID }: Place, status = 'Open') =>
  dataOf(await call('GET', `/v1/institution/suspense?page=1&limit=100&status=${status}&customerUID=${customerUID}`))
const release = (itemUID: string, to: object) =>
  call('POST', `/v1/institution/suspense/${itemUID}/release`, { ...to, reason: 'test', externalReferenceId: 'test' })

/** The balance of an account of the institution, in minor units; credits are positive. */
async function bookOf(code: string): Promise<bigint> {
  const [row] = await service.query<{ balance: bigint }>(
    `select credits_posted - debits_posted as balance from ledger_accounts l
     where code = $1 and tenant_id = (select tenant_id from ledger_accounts where id = $2)`,
    [code, service.tenant.institution.legalEntityId],
  )
  return row?.balance ?? 0n
}

async function work() {
  await passTime(service.app, {
    passes: 8,
    tick: () => clock.advance({ seconds: 3 }),
    institution: () => service.tenant.institution,
  })
}

async function assertVerified() {
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [service.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
}

/** A customer that paid 100.00 by wire, which settled, and then closed its empty account. */
async function closedPayer(): Promise<Payer & { paymentUID: string }> {
  const payer = await createPayer(service, { balance: 100 })
  const { paymentUID } = dataOf(
    await call('POST', '/payments/creditrequest', creditBody(payer, { speed: 'Express', paymentAmount: 100 })),
  )
  await work()
  await close(payer)
  return { ...payer, paymentUID }
}

/** As `closedPayer`, with the money come back to suspense. */
async function inSuspense(): Promise<Payer & { itemUID: string }> {
  const payer = await closedPayer()
  dataOf(await back(payer.paymentUID))
  const [{ itemUID }] = await itemsOf(payer)
  return { ...payer, itemUID }
}

test('a payment that comes back to a closed account goes to the return account of its customer, and to no other', async () => {
  const payer = await closedPayer()
  const [plain, named, later] = [await openAnother(payer), await openAnother(payer), await openAnother(payer)]
  await change(named, { returnAccount: 'Yes' })
  await change(later, { returnAccount: 'Yes' })
  const stranger = await createPayer(service, { balance: 0 })
  await change(stranger, { returnAccount: 'Yes' })
  const suspense = await bookOf('suspense:unposted:USD')
  dataOf(await back(payer.paymentUID))
  const balances = await Promise.all([payer, plain, named, later, stranger].map(balanceOf))
  assert.deepEqual(balances, ['0.00', '0.00', '100.00', '0.00', '0.00'], 'the oldest with returnAccount has it')
  assert.equal(await bookOf('suspense:unposted:USD'), suspense)
  assert.deepEqual(await itemsOf(payer), [])
  await assertVerified()
})

test('without a return account it goes to suspense, from where the institution releases it, once, to an account of the customer', async () => {
  const payer = await closedPayer()
  const suspense = await bookOf('suspense:unposted:USD')
  dataOf(await back(payer.paymentUID))
  assert.equal(await balanceOf(payer), '0.00')
  assert.equal((await bookOf('suspense:unposted:USD')) - suspense, 100_00n)
  const [item, ...others] = await itemsOf(payer)
  assert.equal(others.length, 0)
  const { itemUID, createdAt: _at, ...shown } = item
  assert.deepEqual(shown, {
    ...{ reason: 'AccountClosed', status: 'Open', customerUID: payer.customerUID, accountUID: payer.accountUID },
    ...{ referenceUID: payer.paymentUID, currency: 'USD', amount: '100.00' },
  })
  const { entries } = dataOf(await call('GET', `/v3/payments/${payer.paymentUID}/timeline`))
  const returned = entries.find(({ purpose }: { purpose?: string }) => purpose === 'return')
  assert.deepEqual([returned.amount, returned.debit, returned.credit], ['100.00', 'clearing', 'suspense'])
  await assertVerified()

  const stranger = await createPayer(service, { balance: 0 })
  const wrong = { status: 400, code: 'ACC001', says: 'must be an open account of customer' }
  assertRefused(await release(itemUID, { accountUID: stranger.accountUID }), wrong)
  assertRefused(await release(itemUID, { accountUID: payer.accountUID }), wrong)
  const euros = await openAnother(payer, { currency: 'EUR' })
  assertRefused(await release(itemUID, { accountUID: euros.accountUID }), wrong)
  assertRefused(await release(itemUID, {}), { ...wrong, says: 'either accountUID or contraAccount' })
  assertRefused(await release(itemUID, { contraAccount: 'rail-settlement' }), { ...wrong, says: 'crossed return' })
  const fresh = await openAnother(payer)
  const released = dataOf(await release(itemUID, { accountUID: fresh.accountUID }), 201)
  assert.deepEqual([released.status, released.release.accountUID], ['Released', fresh.accountUID])
  assert.equal(await balanceOf(fresh), '100.00')
  assert.equal(await bookOf('suspense:unposted:USD'), suspense)
  assertRefused(await release(itemUID, { accountUID: fresh.accountUID }), {
    status: 409,
    code: 'ACC001',
    says: 'it was released at',
  })
  assert.deepEqual(await itemsOf(payer), [])
  assert.equal((await itemsOf(payer, 'Released')).length, 1)
  await assertVerified()
})

test('a suspended return account takes the money; one that is closed names nothing any more', async () => {
  const payer = await closedPayer()
  const named = await openAnother(payer)
  await change(named, { returnAccount: 'Yes' })
  await change(named, { action: 'Suspend', reason: 'test' })
  dataOf(await back(payer.paymentUID))
  assert.equal(await balanceOf(named), '100.00')
  const second = await closedPayer()
  const gone = await openAnother(second)
  await change(gone, { returnAccount: 'Yes' })
  await close(gone)
  dataOf(await back(second.paymentUID))
  assert.equal((await itemsOf(second)).length, 1)
  await assertVerified()
})

test('a book transfer that is reversed goes back to the return account of a closed sender, or to suspense', async () => {
  const receiver = await createPayer(service, { balance: 0 })
  for (const isNamed of [true, false]) {
    const sender = await createPayer(service, { balance: 30 })
    const body = transferBody({ from: sender.accountUID, to: receiver.accountUID, paymentAmount: 30 })
    const { paymentUID } = dataOf(await call('POST', '/payments/booktransfer', body))
    await close(sender)
    const other = await openAnother(sender)
    await change(other, { returnAccount: isNamed ? 'Yes' : 'No' })
    dataOf(await act('reverse', paymentUID))
    assert.deepEqual(await Promise.all([receiver, sender, other].map(balanceOf)), [
      '0.00',
      '0.00',
      isNamed ? '30.00' : '0.00',
    ])
    const amounts = (await itemsOf(sender)).map(({ amount }: { amount: string }) => amount)
    assert.deepEqual(amounts, isNamed ? [] : ['30.00'])
  }
  await assertVerified()
})

test('what the proceeds of a returned payment in euros cannot credit goes to suspense; an exchanged transfer of a closed sender is not reversed', async () => {
  const at = await openMarket(service)
  const own = async (uid: string, amount: number) => {
    const body = { direction: 'Credit', amount, currency: 'USD', reason: 'test', externalReferenceId: 'test' }
    dataOf(await at.call('POST', `/v1/institution/accounts/${uid}/adjustments`, body), 201)
  }
  const open = async (fields: object) =>
    String(
      dataOf(await at.call('POST', `/v3/customers/${at.customerUID}/accounts`, accountBody(fields)), 201).accountUID,
    )
  await own(at.accountUID, 2_000)
  const body = creditBody(
    { ...at, contactUID: await contactAbroad(at, 'EUR') },
    { paymentCurrency: 'EUR', speed: 'SPOT', paymentAmount: 100 },
  )
  const paid = dataOf(await at.call('POST', '/payments/creditrequest', body))
  const euros = await open({ currency: 'EUR' })
  const transfer = transferBody({ from: at.accountUID, to: euros, paymentAmount: 10, paymentCurrency: 'EUR' })
  const moved = dataOf(await at.call('POST', '/payments/booktransfer', transfer))
  for (let step = 0; step < 8; step++) {
    for (const sweep of paymentLifeSweeps) while (await sweep.run(service.app, at.tenant.institution)) {}
    clock.advance({ hours: 24 })
    dataOf(await at.call('PUT', '/v1/institution/fx/rates', { rates: await rates(at) }))
  }
  const path = `/v3/customers/${at.customerUID}/accounts/${at.accountUID}`
  const { ledgerBalance } = dataOf(await at.call('GET', `${path}?includeAccountBalance=true`))
  const out = {
    direction: 'Debit',
    amount: Number(ledgerBalance),
    currency: 'USD',
    reason: 't',
    externalReferenceId: 't',
  }
  dataOf(await at.call('POST', `/v1/institution/accounts/${at.accountUID}/adjustments`, out), 201)
  dataOf(await at.call('PATCH', path, { action: 'Close', reason: 'test' }))
  const notes = { achReturnCode: 'AC04', returnNotes: 'test' }
  dataOf(await at.call('PUT', `/v3/payments/${paid.paymentUID}/return`, notes))
  const [item] = dataOf(await at.call('GET', '/v1/institution/suspense?page=1&limit=10'))
  assert.deepEqual([item.reason, item.currency, item.referenceUID], ['AccountClosed', 'USD', paid.paymentUID])
  const refused = await at.call('PUT', `/v3/payments/${moved.paymentUID}/reverse`, {})
  assertRefused(refused, { status: 409, code: 'PAYMENT003', says: 'the account that paid is Closed' })
  const said: string[] = []
  assert.equal(
    await verifyLedgers(service.app.db, [at.tenant.institution], (line) => said.push(line)),
    0,
    said.join('\n'),
  )
})

const rates = async (at: { call: typeof call }) => {
  const { rates: known } = dataOf(await at.call('GET', '/v1/institution/fx/rates'))
  return known.map(({ baseCcy, quoteCcy, bid, mid, ask, forwardPoints }: Record<string, unknown>) => {
    return { baseCcy, quoteCcy, bid, mid, ask, forwardPoints }
  })
}

/** Closes its account after a debit of 40.00 that it spent, which then comes back. */
async function owing(at: Place & Pick<Payer, 'contactUID'>): Promise<void> {
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', debitBody(at, { paymentAmount: 40 })))
  await work()
  await book(at, 'Debit', 40)
  dataOf(await back(paymentUID, 'R01'))
}

test('money for a closed account first repays what its customer owes; so does an item that is paid out', async () => {
  const payer = await closedPayer()
  const second = await openAnother(payer)
  await owing({ ...payer, ...second })
  const suspense = await bookOf('suspense:unposted:USD')
  dataOf(await back(payer.paymentUID))
  assert.equal((await bookOf('suspense:unposted:USD')) - suspense, 60_00n)
  const [{ amount, itemUID }] = await itemsOf(payer)
  assert.equal(amount, '60.00')
  const owed = async () => {
    const { receivables } = dataOf(await call('GET', `/v1/customers/${payer.customerUID}/receivables`))
    return receivables.map(({ amountOwed }: { amountOwed: string }) => amountOwed)
  }
  assert.deepEqual(await owed(), ['0.00'])
  await owing({ ...payer, ...second })
  assert.deepEqual(await owed(), ['40.00'])
  const cash = await bookOf('adjustment-cash:USD')
  dataOf(await release(itemUID, { contraAccount: 'adjustment-cash' }), 201)
  assert.deepEqual(await owed(), ['0.00'])
  assert.equal((await bookOf('adjustment-cash:USD')) - cash, 20_00n)
  assert.equal(await bookOf('suspense:unposted:USD'), suspense)
  await assertVerified()
})

test("a customer's client sees and releases nothing, one administrator cannot release alone, and adjustmentCaps bound a release", async () => {
  const { customerUID, itemUID } = await inSuspense()
  const own = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  const path = `/v1/institution/suspense/${itemUID}/release`
  const body = { contraAccount: 'settlement', reason: 'test', externalReferenceId: 'test' }
  assert.equal((await service.call('POST', path, body, { client: own })).status, 403)
  const list = await service.call('GET', '/v1/institution/suspense?page=1&limit=10', undefined, { client: own })
  assert.equal(list.status, 403)
  const { adjustmentCaps } = dataOf(await call('GET', '/v1/institution'))
  const setCaps = async (caps: object[]) => dataOf(await call('PUT', '/v1/institution', { adjustmentCaps: caps }))
  try {
    await setCaps([{ currency: 'USD', perBooking: 99.99, perDay: 1e6 }])
    const over = { status: 402, code: 'ACC001', says: 'adjustmentCaps.perBooking, 99.99 USD' }
    assertRefused(await call('POST', path, body), over)
    await setCaps([])
    assertRefused(await call('POST', path, body), { status: 403, code: 'ACC001', says: 'no adjustmentCaps' })
  } finally {
    await setCaps(adjustmentCaps)
  }
  dataOf(await call('PUT', '/v1/institution', { dualControl: true }))
  try {
    assert.equal((await call('POST', path, body)).status, 202)
    assert.equal((await itemsOf({ customerUID, accountUID: '' })).length, 1)
  } finally {
    await service.query('update institutions set dual_control = false where tenant_id = $1', [
      service.tenant.institution.tenantId,
    ])
  }
})

test('a crossed return is an item until the network pays it back or the institution bears it; it is no money of the customer', async () => {
  const crossed = await bookOf('crossed-returns:USD')
  const itemOf = async () => {
    const creditor = await createPayer(service, { balance: 0 })
    const { paymentUID } = dataOf(
      await call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 40 })),
    )
    await work()
    dataOf(await act('reverse', paymentUID))
    await work()
    dataOf(await back(paymentUID, 'R01'))
    const [item] = await itemsOf(creditor)
    assert.deepEqual([item.reason, item.amount, item.referenceUID], ['CrossedReturn', '40.00', paymentUID])
    return { ...creditor, itemUID: item.itemUID as string }
  }
  const [first, second] = [await itemOf(), await itemOf()]
  assert.equal((await bookOf('crossed-returns:USD')) - crossed, -80_00n)
  await assertVerified()
  const wrong = { status: 400, code: 'ACC001', says: 'no money of a customer' }
  assertRefused(await release(first.itemUID, { accountUID: first.accountUID }), wrong)
  const [rail, lost] = [await bookOf('rail-settlement:ACH:USD'), await bookOf('adjustment-expense:USD')]
  dataOf(await release(first.itemUID, { contraAccount: 'rail-settlement' }), 201)
  assert.equal((await bookOf('rail-settlement:ACH:USD')) - rail, -40_00n)
  dataOf(await release(second.itemUID, { contraAccount: 'adjustment-expense' }), 201)
  assert.equal((await bookOf('adjustment-expense:USD')) - lost, -40_00n)
  assert.equal(await bookOf('crossed-returns:USD'), crossed)
  assert.deepEqual(await Promise.all([first, second].map(balanceOf)), ['0.00', '0.00'])
  await assertVerified()
})

/** Suspends the account, or its customer, by the institution. */
const suspensions = {
  'the account': (at: Place) => change(at, { action: 'Suspend', reason: 'test' }),
  'the customer': async ({ customerUID }: Place) =>
    dataOf(await call('PUT', `/v1/institution/customers/${customerUID}/suspend`, { reason: 'test' })),
}

for (const [what, suspend] of Object.entries(suspensions)) {
  const refused = { status: 409, code: 'PAYMENT003', says: 'a reversal takes money only from an Active account' }
  const collected = async (spent: number) => {
    const creditor = await createPayer(service, { balance: 0 })
    const { paymentUID } = dataOf(
      await call('POST', '/payments/debitrequest', debitBody(creditor, { paymentAmount: 40 })),
    )
    await work()
    if (spent > 0) await book(creditor, 'Debit', spent)
    return { ...creditor, paymentUID: String(paymentUID) }
  }
  const owedBy = async ({ customerUID }: Place) =>
    dataOf(await call('GET', `/v1/customers/${customerUID}/receivables`)).receivables.map(
      ({ amountOwed }: { amountOwed: string }) => amountOwed,
    )

  test(`${what} is suspended: the return of a debit is booked, and what is missing is owed`, async () => {
    const creditor = await collected(30)
    await suspend(creditor)
    dataOf(await back(creditor.paymentUID, 'R01'))
    assert.deepEqual([await balanceOf(creditor), await owedBy(creditor)], ['0.00', ['30.00']])
    await assertVerified()
  })

  test(`${what} is suspended: the return of a reversed debit is booked, and charges nobody again`, async () => {
    const creditor = await collected(0)
    dataOf(await act('reverse', creditor.paymentUID))
    await work()
    await suspend(creditor)
    dataOf(await back(creditor.paymentUID, 'R01'))
    assert.deepEqual([await balanceOf(creditor), await owedBy(creditor)], ['0.00', []])
    await assertVerified()
  })

  test(`${what} is suspended: the return of its payment is credited to it, and stays there`, async () => {
    const payer = await createPayer(service, { balance: 100 })
    const body = creditBody(payer, { speed: 'Express', paymentAmount: 100 })
    const { paymentUID } = dataOf(await call('POST', '/payments/creditrequest', body))
    await work()
    await suspend(payer)
    dataOf(await back(paymentUID))
    assert.equal(await balanceOf(payer), '100.00')
    assert.notEqual((await call('POST', '/payments/creditrequest', body)).status, 200)
    assert.equal(await balanceOf(payer), '100.00')
    await assertVerified()
  })

  test(`${what} is suspended: the reversal of a debit that it collected is refused, and moves nothing`, async () => {
    const creditor = await collected(0)
    await suspend(creditor)
    assertRefused(await act('reverse', creditor.paymentUID), refused)
    assert.equal(await balanceOf(creditor), '40.00')
    await assertVerified()
  })

  test(`${what} is suspended: a book transfer to it is not reversed, and one from it is credited to it`, async () => {
    const [sender, receiver] = [await createPayer(service, { balance: 30 }), await createPayer(service, { balance: 0 })]
    const transfer = async (from: Place, to: Place) =>
      dataOf(
        await call(
          'POST',
          '/payments/booktransfer',
          transferBody({ from: from.accountUID, to: to.accountUID, paymentAmount: 10 }),
        ),
      )
    const first = await transfer(sender, receiver)
    const second = await transfer(sender, receiver)
    await suspend(sender)
    dataOf(await act('reverse', first.paymentUID))
    assert.equal(await balanceOf(sender), '20.00')
    await suspend(receiver)
    assertRefused(await act('reverse', second.paymentUID), refused)
    assert.deepEqual(await Promise.all([sender, receiver].map(balanceOf)), ['20.00', '10.00'])
    await assertVerified()
  })
}
