/** The public face of the slice: what other slices may use. */
import './receivables.errors.ts'

export { openReceivable } from './open-receivable.ts'
export {
  readAccountsOf,
  readOwed,
  readOwedUnder,
  readReceivableAccount,
  readReceivablesOf,
} from './receivables.store.ts'
export { repayWithBalance } from './repay-with-balance.ts'
