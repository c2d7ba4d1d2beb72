import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedClock } from '../../src/kernel/clock.ts'
import { verifyLedgers } from '../../src/main/verify-ledgers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { passTime } from '../support/sweeps.ts'
import { createPayer, creditBody, debitBody, startTestService, type TestService } from '../support/test-service.ts'

/** 10:00 on a Wednesday in New York. */
const clock = fixedClock('2026-07-01T14:00:00.500Z')

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

const call = (method: string, path: string, body?: object) => service.call(method, path, body)
const act = (action: string, uid: string, body: object = {}) => call('PUT', `/v3/payments/${uid}/${action}`, body)
const back = (achReturnCode: string, fields: object = {}) => ({ achReturnCode, returnNotes: 'test', ...fields })
const broken = (says: string) => ({ status: 409, code: 'PAYMENT003', says })

async function work(steps = 8) {
  await passTime(service.app, {
    passes: steps,
    tick: () => clock.advance({ seconds: 3 }),
    institution: () => service.tenant.institution,
  })
}

/** A settled debit of 40.00 of a creditor that has nothing else. */
async function collected() {
  const creditor = await createPayer(service, { balance: 0, contact: { name: 'Ada Lund', contactType: 'Consumer' } })
  const body = debitBody(creditor, { paymentAmount: 40 })
  const { paymentUID } = dataOf(await call('POST', '/payments/debitrequest', body))
  await work()
  return { ...creditor, paymentUID: String(paymentUID) }
}
const ledgerBalance = async ({ customerUID, accountUID }: { customerUID: string; accountUID: string }) => {
  const path = `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`
  return dataOf(await call('GET', path)).ledgerBalance
}
/** The balance of an account of the institution, in minor units; debits are positive. */
const bookOf = async (code: string): Promise<bigint> => {
  const [row] = await service.query<{ balance: bigint }>(
    'select debits_posted - credits_posted as balance from ledger_accounts where code = $1',
    [code],
  )
  return row?.balance ?? 0n
}

test('an R01 half a year late is refused with its rule, and moves nothing; one that arrived in time can be booked late', async () => {
  const creditor = await collected()
  const settledOn = clock.now().toZonedDateTimeISO('America/New_York').toPlainDate().toString()
  const late = fixedClock(clock.now().toString())
  try {
    clock.advance({ hours: 24 * 180 })
    assertRefused(await act('return', creditor.paymentUID, back('R01')), broken('the second banking day'))
    assert.equal(await ledgerBalance(creditor), '40.00')
    const future = clock.now().add({ hours: 48 }).toString().slice(0, 10)
    const notYet = { status: 400, code: 'PAYMENT003', says: 'returnDate must be a date, at latest today' }
    assertRefused(await act('return', creditor.paymentUID, back('R01', { returnDate: future })), notYet)
    dataOf(await act('return', creditor.paymentUID, back('R01', { returnDate: settledOn })))
    assert.equal(await ledgerBalance(creditor), '0.00')
  } finally {
    clock.set(late.now().toString())
  }
})

test('a code of ACH is refused for a wire, and a code of ISO 20022 for an ACH entry', async () => {
  const payer = await createPayer(service, { balance: 100 })
  const pay = async (speed: string) =>
    dataOf(await call('POST', '/payments/creditrequest', creditBody(payer, { speed, paymentAmount: 10 }))).paymentUID
  const [wire, entry] = [await pay('Express'), await pay('Economy')]
  await work()
  assertRefused(await act('return', wire, back('R01')), broken('R01 is no return code of FEDWIRE'))
  assertRefused(await act('return', entry, back('AC04')), broken('AC04 is no return code of ACH'))
  assertRefused(await act('return', entry, back('R01')), broken('returns a debit, and the entry is a credit'))
  dataOf(await act('return', wire, back('ac04')))
  dataOf(await act('return', entry, back('R03')))
  assert.equal(await ledgerBalance(payer), '100.00')
})

test('a return withdraws a reversing entry that is in no file yet: the debtor gets the amount once, the creditor pays once', async () => {
  const creditor = await collected()
  dataOf(await act('reverse', creditor.paymentUID))
  assert.equal(await ledgerBalance(creditor), '0.00')
  const [clearing, crossed] = [await bookOf('clearing:ACH:USD'), await bookOf('crossed-returns:USD')]
  assert.equal(dataOf(await act('return', creditor.paymentUID, back('R01'))).paymentStatus, 'REVERSED')
  await work()
  assert.equal(await ledgerBalance(creditor), '0.00')
  assert.equal((await bookOf('clearing:ACH:USD')) - clearing, 40_00n, 'the return has settled')
  assert.equal(await bookOf('crossed-returns:USD'), crossed)
  const clocks = await call('GET', `/v1/institution/obligations?page=1&limit=10&subjectUID=${creditor.paymentUID}`)
  assert.deepEqual(
    dataOf(clocks).map(({ kind, state }: Record<string, string>) => `${kind} ${state}`),
    ['Reversal Met'],
  )
  const { entries } = dataOf(await call('GET', `/v3/payments/${creditor.paymentUID}/timeline`))
  const sent = entries.filter(({ event }: { event?: string }) => event === 'sent')
  assert.equal(sent.length, 1, 'only the debit was sent')
  assertRefused(await act('return', creditor.paymentUID, back('R01')), broken('its return is booked already'))
})

test('a return after the reversing entry was sent charges the creditor once; the institution recovers the amount', async () => {
  const creditor = await collected()
  dataOf(await act('reverse', creditor.paymentUID))
  await work()
  const crossed = await bookOf('crossed-returns:USD')
  dataOf(await act('return', creditor.paymentUID, back('R10')))
  assert.equal(await ledgerBalance(creditor), '0.00')
  assert.equal((await bookOf('crossed-returns:USD')) - crossed, 40_00n)
  const { receivables } = dataOf(await call('GET', `/v1/customers/${creditor.customerUID}/receivables`))
  assert.deepEqual(receivables, [])
})

test('a debit that came back cannot be reversed, so its debtor is not paid twice', async () => {
  const creditor = await collected()
  dataOf(await act('return', creditor.paymentUID, back('R01')))
  assertRefused(await act('reverse', creditor.paymentUID), broken('the payment is RETURNED'))
  assert.equal(await ledgerBalance(creditor), '0.00')
})
