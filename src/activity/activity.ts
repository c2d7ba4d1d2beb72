/** The public face of the slice: what other slices may use. */
import './activity.errors.ts'

export { readBalances } from './read-balances.ts'
export { readTransactions } from './read-transactions.ts'
