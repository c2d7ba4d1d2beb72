import { addendaRecordsOf, remittanceAdvice } from '../domain/remittance.ts'
import type { AchPayment } from './ach-payment.ts'
import { achReference, entryTextsOf } from './entry-texts.ts'
import type { NachaEntryInput } from './nacha/index.ts'

/** The entry of a payment, by the rules of its SEC code (`rails/domain/ach-classes.ts`). */
export function entryOf(payment: AchPayment, traceNumber: string): NachaEntryInput {
  const { individualName, individualIdentification, addenda05 } = entryTextsOf(payment)
  const { authorizationType, checkSerialNumber, terminalCity, terminalState } = payment
  return {
    transactionCode: transactionCode(payment),
    receivingRouting: payment.receiverRoutingNumber,
    accountNumber: payment.receiverAccountNumber,
    amountCents: payment.amount,
    individualIdentification,
    individualName,
    addenda05: payment.remittance?.length ? adviceOf(payment, payment.remittance) : addenda05,
    ...(authorizationType && { discretionaryData: authorizationType === 'Recurring' ? 'R' : 'S' }),
    ...(checkSerialNumber && { checkSerialNumber: checkSerialNumber.trim() }),
    ...(terminalCity && { terminalCity: terminalCity.trim() }),
    ...(terminalState && { terminalState: terminalState.trim() }),
    ...(payment.iat && { iat: { ...payment.iat, transactionType: transactionType(payment) } }),
    traceNumber,
  }
}

/**
 * NACHA entry detail 02-03: 22 and 32 credit a demand or savings account, 27 and 37 debit it. The
 * codes of their prenotifications are one higher.
 */
function transactionCode({ entryType, receiverAccountType, isPrenote }: AchPayment) {
  const account = receiverAccountType === 'Savings' ? '3' : '2'
  if (entryType === 'CREDIT') return `${account}${isPrenote ? '3' : '2'}` as const
  return `${account}${isPrenote ? '8' : '7'}` as const
}

/** IAT addenda 10, 04-06: what the payment says, or else miscellaneous. */
function transactionType({ categoryPurpose }: AchPayment): string {
  return categoryPurpose || 'MIS'
}

/** ANSI X12 TRN02. */
const ADVICE_REFERENCE_LENGTH = 50

function adviceOf(
  { amount, entryType, externalReferenceId }: AchPayment,
  invoices: NonNullable<AchPayment['remittance']>,
): string[] {
  const reference = achReference(externalReferenceId, ADVICE_REFERENCE_LENGTH)
  return addendaRecordsOf(remittanceAdvice(invoices, { amount, isDebit: entryType === 'DEBIT', reference }))
}
