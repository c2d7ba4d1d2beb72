import { unlessAlone } from '../approvals/approvals.ts'
import { isUuid } from '../kernel/id.ts'
import { returnToPropose } from '../payments/payments.ts'
import { findReceipt } from './receipts.store.ts'

/**
 * A return of what has reached an account counts with the other returns that one person makes by
 * hand. What waits in suspense or for a review reached nobody, and goes back without a second one.
 */
export const proposedReturnOfReceipt = unlessAlone<{ receiptUID: string }, unknown>(
  'adjustment',
  async (tx, request, institution) => {
    const { receiptUID } = request.params
    const receipt = isUuid(receiptUID) ? await findReceipt(tx, institution.tenantId, receiptUID) : undefined
    return receipt?.place === 'Customer' ? returnToPropose(tx, request, institution, receipt) : undefined
  },
)
