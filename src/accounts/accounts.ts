/** The public face of the slice: what other slices may use. */
import './accounts.errors.ts'

export { type AccountBody, CreateAccountBody } from './account-body.schema.ts'
export { isOn, type Switch } from './account-features.ts'
export {
  type AccountRow,
  findAccountWithOwner,
  findOpenAccount,
  hasAccountsUnder,
  readAccountIdsOf,
  readActiveAccountIds,
  readOpenAccounts,
} from './accounts.store.ts'
export { adjustAccount } from './adjust-account.ts'
export { AdjustmentBody, AdjustmentParams, AdjustmentReply, exampleAdjustment } from './adjustments.schema.ts'
export { readAdjustmentReasons } from './adjustments.store.ts'
export { createAccount } from './create-account.ts'
export { lookupCustomer } from './lookup-customer.ts'
export { accountsWithNumber } from './read-account.ts'
export { verifyAdjustments } from './verify-adjustments.ts'
export { verifyNumbers } from './verify-numbers.ts'
