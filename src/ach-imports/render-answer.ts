import { formatAmount } from '../kernel/money.ts'
import type { AchAnswer } from './answers.store.ts'

/** An answer as events and audit records show it. They show no account details. */
export function renderAnswer(answer: Omit<AchAnswer, 'tenantId' | 'createdAt'>) {
  const { id, fileId, entryNumber, kind, code, settlementDate, traceNumber, originalTraceNumber, otherDfi } = answer
  const { direction, amount, outcome, reason, answerCode, paymentId, prenoteId, contactId } = answer
  return {
    ...{ answerUID: id, fileUID: fileId, entryNumber, kind, ...(code !== null && { code }) },
    ...{ outcome, ...(reason !== null && { reason }), ...(answerCode !== null && { answerCode }) },
    ...{ settlementDate: String(settlementDate), direction, amount: formatAmount(amount, 'USD'), currency: 'USD' },
    ...{ traceNumber, ...(originalTraceNumber !== null && { originalTraceNumber }), otherDfi },
    ...(paymentId !== null && { paymentUID: paymentId }),
    ...(prenoteId !== null && { prenoteUID: prenoteId }),
    ...(contactId !== null && { contactUID: String(contactId) }),
  }
}
