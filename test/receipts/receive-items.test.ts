import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { type Institution, readInstitution } from '../../src/institution/institution.store.ts'
import { openBooks } from '../../src/ledger/ledger.ts'
import { posting } from '../../src/ledger/postings.ts'
import { verifyLedger } from '../../src/ledger/verify-ledger.ts'
import { verifySettlements } from '../../src/payments/payments.ts'
import { type ReceivedItem, receiveItems, verifyReceipts } from '../../src/receipts/receipts.ts'
import { settleReceipts } from '../../src/receipts/settle-receipts.ts'
import { verifySuspense } from '../../src/suspense/suspense.ts'
import { openTestBank, type TestBank } from '../support/test-bank.ts'
import { itemOf } from './receipt-items.ts'

const now = Temporal.Instant.from('2026-07-01T22:00:00Z')
/** The first settlement of 2 July 2026: 8:30 Eastern. */
const settled = Temporal.Instant.from('2026-07-02T12:30:00Z')

let bank: TestBank
let institution: Institution
before(async () => {
  bank = await openTestBank(now)
  institution = bank.institution
})
after(() => bank.close())

const receive = (items: readonly ReceivedItem[], at = now, of = institution) =>
  bank.db.transaction((tx) => receiveItems(tx, of, items, at))
const settle = (at = settled) => bank.db.transaction((tx) => settleReceipts(tx, institution, { limit: 500 }, at))
const query = <Row>(sql: string, values: unknown[] = []) => bank.db.read((tx) => tx.query<Row>(sql, values))

async function numberOf(accountId: bigint): Promise<string> {
  return `4000${accountId}`
}

async function stateOf(identity: string) {
  const [row] = await query<{ status: string; reason: string | null; place: string | null; accountId: bigint | null }>(
    'select status, reason, place, account_id, return_code, candidates from receipts where identity = $1',
    [identity],
  )
  return row!
}

async function totalsOf(accountId: bigint) {
  const [row] = await query<{ posted: bigint; in: bigint; out: bigint }>(
    `select credits_posted - debits_posted as posted, credits_pending as in, debits_pending as out
     from ledger_accounts where id = $1`,
    [accountId],
  )
  return row!
}

async function bookOf(code: string): Promise<bigint> {
  const [row] = await query<{ balance: bigint }>(
    'select credits_posted - debits_posted as balance from ledger_accounts where code = $1',
    [code],
  )
  return row?.balance ?? 0n
}

/** An account with this balance, in cents. */
async function accountWith(amount = 0n): Promise<{ id: bigint; accountNumber: string }> {
  const id = await bank.openAccount()
  if (amount > 0n)
    await bank.db.transaction(async (tx) => {
      const books = await openBooks(tx, institution.tenantId, { accountIds: [id], books: ['settlement:USD'] })
      const terms = { id: crypto.randomUUID(), amount, currency: 'USD', referenceId: crypto.randomUUID() }
      books.transfer(posting(books, 'adjustmentCredit', { ...terms, customer: id, contra: 'settlement' }))
      await books.write(now)
    })
  return { id, accountNumber: await numberOf(id) }
}

async function assertVerified() {
  const { tenantId } = institution
  const differences = await bank.db.snapshot(async (tx) => [
    ...(await verifyLedger(tx, tenantId)).differences,
    ...(await verifyReceipts(tx, tenantId)),
    ...(await verifySuspense(tx, tenantId)),
    ...(await verifySettlements(tx, tenantId)),
  ])
  assert.deepEqual(differences, [])
}

test('a credit is pending until the settlement of its date, then posted, and clearing is zero', async () => {
  const { id, accountNumber } = await accountWith()
  const item = itemOf({ accountNumber })
  assert.deepEqual(await receive([item]), { received: 1, repeated: 0 })
  assert.equal((await stateOf(item.identity)).status, 'PENDING')
  assert.deepEqual(await totalsOf(id), { posted: 0n, in: 100_00n, out: 0n })
  assert.equal(await settle(settled.subtract({ milliseconds: 1 })), 0, 'not before its time')
  assert.equal(await settle(), 1)
  assert.equal((await stateOf(item.identity)).status, 'POSTED')
  assert.deepEqual(await totalsOf(id), { posted: 100_00n, in: 0n, out: 0n })
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  assert.equal(await settle(), 0, 'once')
  await assertVerified()
})

test('the same item again, in the same call, a later one or another one at the same time, is received once', async () => {
  const { id, accountNumber } = await accountWith()
  const item = itemOf({ accountNumber })
  assert.deepEqual(await receive([item, { ...item, entryNumber: 2 }]), { received: 1, repeated: 1 })
  assert.deepEqual(await receive([item]), { received: 0, repeated: 1 })
  const other = itemOf({ accountNumber })
  const both = await Promise.all([receive([other, item]), receive([item, other])])
  assert.equal(both[0].received + both[1].received, 1)
  assert.equal((await totalsOf(id)).in, 200_00n)
  await settle()
  await assertVerified()
})

test('credits for no account, a closed, and a suspended one wait in suspense with the reason, also after settlement', async () => {
  const [closed, suspended] = [await accountWith(), await accountWith()]
  await query(`update accounts set status = 'Closed' where id = $1 returning id`, [closed.id])
  await query(`update accounts set status = 'Suspended' where id = $1 returning id`, [suspended.id])
  const items = ['999999999999', '12#4', closed.accountNumber, suspended.accountNumber].map((accountNumber) =>
    itemOf({ accountNumber }),
  )
  const before = await bookOf('suspense:unposted:USD')
  await receive(items)
  const states = await Promise.all(items.map(({ identity }) => stateOf(identity)))
  assert.deepEqual(
    states.map(({ status, reason, place }) => [status, reason, place]),
    [
      ['UNPOSTED', 'AccountUnknown', 'Suspense'],
      ['UNPOSTED', 'AccountNumberInvalid', 'Suspense'],
      ['UNPOSTED', 'AccountClosed', 'Suspense'],
      ['UNPOSTED', 'AccountSuspended', 'Suspense'],
    ],
  )
  assert.equal(await bookOf('suspense:unposted:USD'), before, 'pending until it settles')
  assert.equal(await settle(), 4)
  assert.equal((await bookOf('suspense:unposted:USD')) - before, 400_00n)
  assert.equal((await stateOf(items[0]!.identity)).status, 'UNPOSTED')
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  await assertVerified()
})

test('a number that differs in hyphens, blanks or leading zeros is never guessed: it waits with its candidates', async () => {
  const { id, accountNumber } = await accountWith()
  const spelled = [`00${accountNumber}`, `${accountNumber.slice(0, 4)}-${accountNumber.slice(4)}`]
  const items = spelled.map((one) => itemOf({ accountNumber: one }))
  await receive(items)
  for (const { identity } of items) {
    const { status, reason, accountId, ...state } = await stateOf(identity)
    assert.deepEqual([status, reason, accountId], ['UNPOSTED', 'AccountAmbiguous', null])
    assert.deepEqual((state as unknown as { candidates: bigint[] }).candidates, [id])
  }
  await settle()
})

test('a debit takes what the account has, exactly; one cent more goes back with R01 when it settles', async () => {
  const { id, accountNumber } = await accountWith(100_00n)
  const [covered, above] = [
    itemOf({ accountNumber, direction: 'Debit', transactionCode: '27', amount: 100_00n }),
    itemOf({ accountNumber, direction: 'Debit', transactionCode: '27', amount: 1n }),
  ]
  await receive([covered, above])
  assert.deepEqual(await totalsOf(id), { posted: 100_00n, in: 0n, out: 100_00n })
  await settle()
  assert.equal((await stateOf(covered.identity)).status, 'POSTED')
  const { status, reason, ...back } = await stateOf(above.identity)
  assert.deepEqual([status, reason], ['RETURN_QUEUED', 'InsufficientFunds'])
  assert.equal((back as unknown as { returnCode: string }).returnCode, 'R01')
  assert.deepEqual(await totalsOf(id), { posted: 0n, in: 0n, out: 0n })
  assert.equal(await bookOf('clearing:ACH:USD'), 0n)
  await assertVerified()
})

test('a debit is paid by a credit of the same settlement, whichever comes first in the file', async () => {
  const { id, accountNumber } = await accountWith()
  const debit = itemOf({ accountNumber, direction: 'Debit', transactionCode: '27', amount: 60_00n })
  const credit = itemOf({ accountNumber })
  await receive([debit, credit])
  await settle()
  assert.equal((await stateOf(debit.identity)).status, 'POSTED')
  assert.equal((await totalsOf(id)).posted, 40_00n)
  await assertVerified()
})

test('a prenotification moves nothing: it passes for an account, and goes back with R03 or R04 for none', async () => {
  const { accountNumber } = await accountWith()
  const prenote = { isPrenote: true, amount: 0n, transactionCode: '23' }
  const items = [accountNumber, '999999999998', '99/8'].map((one) => itemOf({ ...prenote, accountNumber: one }))
  await receive(items)
  const states = await Promise.all(items.map(({ identity }) => stateOf(identity)))
  assert.deepEqual(
    states.map((state) => [state.status, (state as unknown as { returnCode: string | null }).returnCode]),
    [
      ['POSTED', null],
      ['RETURN_QUEUED', 'R03'],
      ['RETURN_QUEUED', 'R04'],
    ],
  )
  assert.equal(await settle(), 0)
  await assertVerified()
})

test('an account suspended before the settlement gets nothing: the credit goes to suspense', async () => {
  const { id, accountNumber } = await accountWith()
  const item = itemOf({ accountNumber })
  await receive([item])
  await query(`update accounts set status = 'Suspended' where id = $1 returning id`, [id])
  await settle()
  const { status, reason, place } = await stateOf(item.identity)
  assert.deepEqual([status, reason, place], ['UNPOSTED', 'AccountSuspended', 'Suspense'])
  assert.deepEqual(await totalsOf(id), { posted: 0n, in: 0n, out: 0n })
  await assertVerified()
})

test('500 items take as many statements as two', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => accountWith()))
  const count = async (length: number) => {
    let statements = 0
    await bank.db.transaction(async (tx) => {
      const counted = new Proxy(tx, {
        get(target, name) {
          if (name === 'query' || name === 'row') statements++
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      const items = Array.from({ length }, (_, at) => itemOf({ accountNumber: accounts[at % 5]!.accountNumber }))
      assert.equal(
        (await receiveItems(counted, await readInstitution(tx, institution.tenantId), items, now)).received,
        length,
      )
    })
    return statements
  }
  assert.equal(await count(500), await count(2))
  await settle()
  await settle()
  await assertVerified()
})
