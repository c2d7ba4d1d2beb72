import { UnwritableFile } from './compose-file.ts'

/** A payment that no ACH file can carry, and why. */
export interface UnwritablePayment {
  paymentId: string
  reason: string
}

/** What a payment brings into a file; all else, such as the header or the trace numbers, is the institution's. */
const OWN_FIELD =
  /^batches\[0\]\.((?:companyName|companyIdentification)|entries\[\d\]\.(?:receivingRouting|accountNumber|amountCents|individualIdentification|individualName|addenda05))$/

/**
 * Makes a file of payments without those that the codec refuses: acceptance is to keep them out, but what it let pass must not hold up all others
 * of the institution. Where the codec refuses the whole, each is tried in a file of its own. What is wrong with the file itself is thrown.
 */
export function composeWritable<Payment extends { paymentId: string }, File>(
  payments: readonly Payment[],
  compose: (payments: readonly Payment[]) => File,
): { file: File | undefined; unwritable: UnwritablePayment[] } {
  try {
    return { file: compose(payments), unwritable: [] }
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error
    const unwritable = payments.flatMap((payment) => objectionTo(payment, compose) ?? [])
    if (unwritable.length === 0) throw error
    const refused = new Set(unwritable.map(({ paymentId }) => paymentId))
    const others = payments.filter(({ paymentId }) => !refused.has(paymentId))
    return { file: others.length > 0 ? compose(others) : undefined, unwritable }
  }
}

function objectionTo<Payment extends { paymentId: string }>(
  payment: Payment,
  compose: (payments: readonly Payment[]) => unknown,
): UnwritablePayment | undefined {
  try {
    compose([payment])
    return undefined
  } catch (error) {
    const own = error instanceof UnwritableFile ? OWN_FIELD.exec(error.field)?.[1] : undefined
    if (own === undefined) throw error
    return { paymentId: payment.paymentId, reason: `${own.replace(/^.*\./, '')} ${(error as UnwritableFile).reason}` }
  }
}
