/** The public face of the slice: what other slices may use. */

export { type Dishonor, dishonorReturns } from './dishonor-returns.ts'
export { findReceivers } from './open-receivers.ts'
export { setRuleStatus } from './positive-pay/write-rule.ts'
export { type ReceiptOfAccount, readAccountsOfCredits, readReceiptsOfAccount } from './receipts.store.ts'
export { type ReceivedOutcome, receiveCredit, receiveCredits } from './receive-credit.ts'
export { type InternationalItem, type ReceivedItem, receiveBatch, receiveItems } from './receive-items.ts'
export { takeReturnRequest } from './return-requests/take-return-request.ts'
export { endReturn, expireMessage } from './send-back.ts'
export { type CreditOutcome, failCredit, settleCredit, settleCredits } from './settle-credit.ts'

export { verifyReceipts, verifyReceivedNumbers } from './verify-receipts.ts'
