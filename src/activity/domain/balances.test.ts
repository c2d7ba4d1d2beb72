import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balancesAt } from './balances.ts'

const current = { debitsPending: 5n, debitsPosted: 30n, creditsPending: 7n, creditsPosted: 100n }
const opening = { debitsPending: 1n, debitsPosted: 10n, creditsPending: 0n, creditsPosted: 60n }
const closing = { debitsPending: 2n, debitsPosted: 30n, creditsPending: 0n, creditsPosted: 110n }

test('balancesAt: pending debits are not available, and pending credits not yet', () => {
  const balances = balancesAt({ current, opening, closing: undefined, forward: 0n })
  assert.deepEqual(balances, {
    ...{ ledger: 70n, available: 65n, pendingIn: 7n, pendingOut: 5n, valueDated: 70n },
    balances: [
      { type: 'OPBD', amount: 50n },
      { type: 'ITBD', amount: 70n },
      { type: 'ITAV', amount: 65n },
    ],
  })
})

test('balancesAt: a day that has ended has closing balances', () => {
  const { balances } = balancesAt({ current, opening, closing, forward: 0n })
  assert.deepEqual(balances.slice(3), [
    { type: 'CLBD', amount: 80n },
    { type: 'CLAV', amount: 78n },
  ])
})

test('balancesAt: what counts only later is not in the value-dated balance', () => {
  assert.equal(balancesAt({ current, opening, closing, forward: 20n }).valueDated, 50n)
  assert.equal(balancesAt({ current, opening, closing, forward: -20n }).valueDated, 90n)
})
