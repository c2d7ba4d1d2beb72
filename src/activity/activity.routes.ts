import './activity.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import {
  ActivityParams,
  BalancesQuery,
  BalancesReply,
  renderBalances,
  TransactionsQuery,
  TransactionsReply,
} from './activity.schema.ts'
import { readBalances } from './read-balances.ts'
import { readTransactions } from './read-transactions.ts'
import { renderTransactions } from './render-transactions.ts'

const read = {
  method: 'GET',
  tag: 'Accounts',
  entitlement: 'Accounts.View_Account',
  errors: ['accountNotFound', 'accountOutOfReach'],
  invalid: 'invalidActivity',
  params: ActivityParams,
} as const

const exampleTransaction = {
  transactionUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  sequence: '118',
  status: 'Booked',
  kind: 'Payment',
  description: 'Payment to Highland Beans Inc',
  direction: 'Debit',
  amount: '125.50',
  currency: 'USD',
  bookingDate: '2026-07-02',
  bookedAt: '2026-07-02T12:30:00.000Z',
  valueDate: '2026-07-02',
  runningBalance: '24874.50',
  runningAvailableBalance: '24874.50',
  bankTransactionCode: { domain: 'PMNT', family: 'ICDT', subFamily: 'ATXN', bai: '466' },
  counterparty: { name: 'Highland Beans Inc', accountNumber: '****0399' },
  reference: 'invoice-118',
  remittance: 'Invoice 118',
  links: {
    paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6a',
    holdUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6b',
  },
}

export const activityOperations = [
  defineOperation({
    ...read,
    id: 'listAccountTransactions',
    paths: ['/v3/accounts/{accountUID}/transactions', '/accounts/{accountUID}/transactions'],
    summary: 'List the transactions of an account',
    description:
      'Booked and pending transactions, newest first. Send nextCursor as cursor for the next page: you miss nothing and see nothing twice, whatever is booked meanwhile. All filters must match. A page reads at most 1,000 entries of the account, so a search with few matches can return short or empty pages that have a nextCursor; fromDate and toDate narrow it at once, and a search by paymentUID or status Pending needs one page.',
    failure: 'The transactions were not read',
    query: TransactionsQuery,
    reply: {
      status: 200,
      description:
        'A page of transactions. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: TransactionsReply,
      example: { accountUID: '100108', transactions: [exampleTransaction], nextCursor: '118-5f0c2a9b' },
    },
    handle: (app, { principal, params, query }) =>
      app.db.snapshot(async (tx) => {
        const page = await readTransactions(tx, principal, params.accountUID, query)
        return page.ok ? accept({ data: renderTransactions(page.value, numberViewOf(principal)) }) : page
      }),
  }),

  defineOperation({
    ...read,
    invalid: 'invalidBalances',
    id: 'getAccountBalances',
    paths: ['/v3/accounts/{accountUID}/balances', '/accounts/{accountUID}/balances'],
    summary: 'Read the balances of an account, now or at any time in the past',
    description:
      'Every balance equals the sum of the transactions until the time. A collection in transit is pendingIn and not available; a payment on its way is pendingOut.',
    failure: 'The balances were not read',
    query: BalancesQuery,
    reply: {
      status: 200,
      description: 'The balances.',
      data: BalancesReply,
      example: {
        ...{ accountUID: '100108', currency: 'USD', at: '2026-07-02T16:00:00.000Z', businessDate: '2026-07-02' },
        ...{ ledgerBalance: '24874.50', availableBalance: '24750.00', pendingIn: '0.00', pendingOut: '124.50' },
        valueDatedBalance: '24874.50',
        balances: [
          { type: 'OPBD', creditDebit: 'CRDT', amount: '25000.00' },
          { type: 'ITBD', creditDebit: 'CRDT', amount: '24874.50' },
          { type: 'ITAV', creditDebit: 'CRDT', amount: '24750.00' },
        ],
      },
    },
    handle: (app, { principal, params, query }) =>
      app.db.snapshot(async (tx) => {
        const balances = await readBalances(tx, principal, params.accountUID, query.at, app.clock.now())
        return balances.ok ? accept({ data: renderBalances(balances.value) }) : balances
      }),
  }),
]
