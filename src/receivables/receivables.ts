/** The public face of the slice: what other slices may use. */
import './receivables.errors.ts'

export { openReceivable } from './open-receivable.ts'
export {
  lockReceivableOf,
  readAccountsOf,
  readOwed,
  readOwedUnder,
  readReceivableAccount,
} from './receivables.store.ts'
export { repayWithBalance } from './repay-with-balance.ts'
