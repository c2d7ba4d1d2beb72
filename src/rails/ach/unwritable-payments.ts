import { UnwritableFile } from './compose-file.ts'

/** A payment that no ACH file can carry, with the reason. */
export interface UnwritablePayment {
  paymentId: string
  reason: string
}

/**
 * The fields that come from a payment. All others, such as trace numbers, come from the
 * institution.
 */
const OWN_FIELD =
  /^batches\[0\]\.((?:companyName|companyIdentification|originatorIdentification|destinationCountry)|entries\[\d\]\.(?:receivingRouting|accountNumber|amountCents|individualIdentification|individualName|addenda05|transactionCode|discretionaryData|addendaIndicator|checkSerialNumber|terminalCity|terminalState|transactionType|(?:receiver|originator|receivingDfi|correspondentBank)[A-Z]\w*))$/

/**
 * Composes a file without the payments that the codec refuses. Acceptance should refuse such
 * payments, but one that passed must not block the institution's other payments. If the codec
 * refuses the whole file, each payment is tried alone. A fault of the file, not of a payment, is
 * thrown. `ownField` matches the path of a field that comes from a payment, and has its name.
 */
export function composeWritable<Payment extends { paymentId: string }, File>(
  payments: readonly Payment[],
  compose: (payments: readonly Payment[]) => File,
  ownField: RegExp = OWN_FIELD,
): { file: File | undefined; unwritable: UnwritablePayment[] } {
  try {
    return { file: compose(payments), unwritable: [] }
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error
    const unwritable = payments.flatMap((payment) => objectionTo(payment, compose, ownField) ?? [])
    if (unwritable.length === 0) throw error
    const refused = new Set(unwritable.map(({ paymentId }) => paymentId))
    const others = payments.filter(({ paymentId }) => !refused.has(paymentId))
    return { file: others.length > 0 ? compose(others) : undefined, unwritable }
  }
}

function objectionTo<Payment extends { paymentId: string }>(
  payment: Payment,
  compose: (payments: readonly Payment[]) => unknown,
  ownField: RegExp,
): UnwritablePayment | undefined {
  try {
    compose([payment])
    return undefined
  } catch (error) {
    const own = error instanceof UnwritableFile ? ownField.exec(error.field)?.[1] : undefined
    if (own === undefined) throw error
    return { paymentId: payment.paymentId, reason: `${own.replace(/^.*\./, '')} ${(error as UnwritableFile).reason}` }
  }
}
