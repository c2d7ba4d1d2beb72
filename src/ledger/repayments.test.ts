import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { applyAndRepay, applyWithoutRepaying, repayReleased } from './repayments.ts'
import { availableOf, type LedgerAccount, owedOn, type Transfer } from './transfer.ts'

const [BANK, CUSTOMER, OTHER, DEBT] = [1n, 2n, 3n, 4n]
const nothing = { currency: 'USD', debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }

/** One customer has 10.00, holds 4.00 of it, and owes 30.00. The other customer owes nothing. */
function open(): Map<bigint, LedgerAccount> {
  const accounts: LedgerAccount[] = [
    { ...nothing, id: BANK, overdraft: true, receivableId: null, creditsPending: 400n },
    { ...nothing, id: CUSTOMER, overdraft: false, receivableId: DEBT, creditsPosted: 1000n, debitsPending: 400n },
    { ...nothing, id: OTHER, overdraft: false, receivableId: null, creditsPosted: 1000n },
    { ...nothing, id: DEBT, overdraft: true, receivableId: null, debitsPosted: 3000n },
  ]
  return new Map(accounts.map((account) => [account.id, account]))
}
const moved = (debitAccountId: bigint, creditAccountId: bigint, amount: bigint) => {
  const terms = { debitAccountId, creditAccountId, amount, currency: 'USD', referenceId: randomUUID() }
  return { ...terms, id: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', kind: 'posted', purpose: 'payment' } as const
}
const repaidBy = (accounts: Map<bigint, LedgerAccount>, transfer: Transfer) => {
  const applied = applyAndRepay(accounts, transfer)
  assert.ok(applied.ok)
  const [first, ...repayments] = applied.value
  assert.equal(first, transfer)
  return repayments.map(({ debitAccountId, creditAccountId, amount, purpose }) => {
    assert.equal(purpose, 'repayment')
    return [debitAccountId, creditAccountId, amount]
  })
}

for (const [credit, repaid] of [
  [1n, 1n],
  [2999n, 2999n],
  [3000n, 3000n],
  [3001n, 3000n],
] as const)
  test(`applyAndRepay: of a credit of ${credit}, ${repaid} of the 3000 owed are repaid`, () => {
    const accounts = open()
    assert.deepEqual(repaidBy(accounts, moved(BANK, CUSTOMER, credit)), [[CUSTOMER, DEBT, repaid]])
    assert.equal(owedOn(accounts.get(DEBT)!), 3000n - repaid)
    assert.equal(availableOf(accounts.get(CUSTOMER)!), 600n + credit - repaid)
  })

const hold = { ...moved(CUSTOMER, BANK, 400n), pendingId: randomUUID(), pendingAmount: 400n }
const voided = { ...hold, kind: 'void_pending' } as const

for (const [what, transfers, repaid] of [
  ['a released hold', [voided], 400n],
  ['the rest of a hold that is posted in part', [{ ...hold, kind: 'post_pending', amount: 150n }], 250n],
  ['nothing of a hold that is posted', [{ ...hold, kind: 'post_pending' }], 0n],
  ['nothing of a hold that is placed again', [voided, { ...hold, kind: 'pending' }], 0n],
  ['what is left of a hold that is placed again in part', [voided, { ...hold, kind: 'pending', amount: 100n }], 300n],
] as const)
  test(`repayReleased: ${what} repays`, () => {
    const [accounts, before] = [open(), open()]
    for (const transfer of transfers) assert.deepEqual(repaidBy(accounts, transfer as Transfer), [])
    const repayments = repayReleased(accounts, before, {
      applied: transfers as readonly Transfer[],
      repayLater: new Set(),
    })
    assert.deepEqual(
      repayments.map(({ amount }) => amount),
      repaid === 0n ? [] : [repaid],
    )
    assert.equal(owedOn(accounts.get(DEBT)!), 3000n - repaid)
  })

for (const [what, held, repaid] of [
  ['all of a credit that nothing needs', 0n, 900n],
  ['what a hold leaves of a credit', 700n, 200n],
  ['nothing of a credit that a hold takes whole', 900n, 0n],
] as const)
  test(`applyWithoutRepaying: at the end of the transaction, ${what} repays`, () => {
    const [accounts, before] = [open(), open()]
    const credit = { ...moved(BANK, CUSTOMER, 900n), id: randomUUID() }
    assert.deepEqual(applyWithoutRepaying(accounts, credit), { ok: true, value: [credit] })
    const applied: Transfer[] = [credit]
    if (held > 0n) {
      applied.push({ ...moved(CUSTOMER, BANK, held), kind: 'pending' })
      assert.deepEqual(repaidBy(accounts, applied[1]!), [])
    }
    const repayments = repayReleased(accounts, before, { applied, repayLater: new Set([credit.id]) })
    assert.deepEqual(
      repayments.map(({ debitAccountId, creditAccountId, amount }) => [debitAccountId, creditAccountId, amount]),
      repaid === 0n ? [] : [[CUSTOMER, DEBT, repaid]],
    )
    assert.equal(owedOn(accounts.get(DEBT)!), 3000n - repaid)
  })

test('applyWithoutRepaying: a refused transfer is refused', () => {
  const refused = applyWithoutRepaying(open(), moved(OTHER, CUSTOMER, 1001n))
  assert.deepEqual(refused, { ok: false, refusal: 'insufficientFunds' })
})

test('applyAndRepay: a debit repays nothing, nor does a pending credit, nor a credit once all is repaid', () => {
  const accounts = open()
  assert.deepEqual(repaidBy(accounts, moved(CUSTOMER, OTHER, 100n)), [])
  assert.deepEqual(repaidBy(accounts, { ...moved(BANK, CUSTOMER, 100n), kind: 'pending' }), [])
  repaidBy(accounts, moved(BANK, CUSTOMER, 3000n))
  assert.deepEqual(repaidBy(accounts, moved(BANK, CUSTOMER, 5n)), [])
})

test('applyAndRepay: a credit to a customer without a receivable repays nothing', () => {
  assert.deepEqual(repaidBy(open(), moved(BANK, OTHER, 100n)), [])
})

test('applyAndRepay: a refused transfer repays nothing', () => {
  const accounts = open()
  assert.deepEqual(applyAndRepay(accounts, moved(OTHER, CUSTOMER, 1001n)), { ok: false, refusal: 'insufficientFunds' })
  assert.deepEqual(accounts, open())
})

test('applyAndRepay: a receivable that the books lack is a defect', () => {
  const accounts = open()
  accounts.delete(DEBT)
  assert.throws(() => applyAndRepay(accounts, moved(BANK, CUSTOMER, 1n)), /no receivable 4 of account 2/)
})
