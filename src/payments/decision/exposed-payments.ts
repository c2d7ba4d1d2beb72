import type { Transaction } from '../../db/client.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { readCreditsUpTo } from './credit-exposure.store.ts'
import { exposureOf, withReturnableDebits } from './exposure.ts'
import { readDebitsUpTo } from './returnable-debits.store.ts'
import type { WorkingSet } from './working-set.ts'

/**
 * Which of these payments, whose funds are held, the exposure limits of now have no room for, and
 * why. What has left takes room first, then the older payments. Runs no statement for customers
 * without exposure limits, and reads what is in flight one by one only if a limit is exceeded.
 */
export async function findExposed(
  tx: Transaction,
  opened: WorkingSet,
  payments: readonly LockedPayment[],
): Promise<Map<string, string>> {
  const entries = payments.flatMap((payment) => {
    const ownSide = payment.rail === 'ACH' ? opened.ownSides.get(payment.senderAccountId) : undefined
    return ownSide ? [{ id: payment.id, terms: payment, ownSide }] : []
  })
  const set = await withReturnableDebits(tx, opened, entries)
  const { tenantId } = set.institution
  const debits = entries.filter(
    ({ terms, ownSide: { account } }) =>
      terms.entryType === 'DEBIT' && isAbove(exposureOf(set, account.id).total, account.debitExposureLimit),
  )
  const credits = entries.flatMap(({ id, terms, ownSide }) =>
    terms.entryType === 'CREDIT' ? set.creditExposure.exceeded(ownSide).map((limit) => ({ id, limit })) : [],
  )
  const accountIds = [...new Set(debits.map(({ ownSide }) => ownSide.account.id))]
  const customerIds = [...new Set(credits.map(({ limit }) => limit.customerId))]
  const paymentIds = [...new Set([...debits, ...credits].map(({ id }) => id))]
  const debitsUpTo = await readDebitsUpTo(tx, tenantId, { accountIds, paymentIds })
  const creditsUpTo = await readCreditsUpTo(tx, tenantId, { customerIds, paymentIds })
  const exposed = new Map<string, string>()
  for (const { id, ownSide } of debits) {
    const { id: accountId, debitExposureLimit: limit } = ownSide.account
    const total = exposureOf(set, accountId).returnable + (debitsUpTo.get(id) ?? 0n)
    if (isAbove(total, limit)) exposed.set(id, 'debits that can come back are above debitExposureLimit by now')
  }
  for (const { id, limit } of credits)
    if (isAbove(creditsUpTo.get(`${limit.customerId}/${id}`) ?? 0n, limit.amount))
      exposed.set(id, 'ACH credits in flight are above creditExposureLimit by now')
  return exposed
}

const isAbove = (total: bigint, limit: bigint | undefined) => limit !== undefined && total > limit
