import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { failInMessages, leaveInMessages } from '../payments/payments.ts'
import type { Evidence, LeftMessage } from '../rails/rails.ts'
import { expireMessage } from '../receipts/receipts.ts'
import { endUnsent } from './sent-requests/follow-sent.ts'

/** Moves the payments whose messages were handed over. */
export async function leave(
  tx: Transaction,
  { tenantId }: Institution,
  messages: readonly LeftMessage[],
  now: Temporal.Instant,
): Promise<void> {
  const left = messages.flatMap((message) =>
    message.paymentId === null ? [] : [{ paymentId: message.paymentId, evidence: evidenceOf(message) }],
  )
  await leaveInMessages(tx, tenantId, left, now)
}

/** Ends what messages belong to that could not leave in time, and leave no more. */
export async function expire(
  tx: Transaction,
  institution: Institution,
  messages: readonly LeftMessage[],
  now: Temporal.Instant,
): Promise<void> {
  const late = messages.flatMap((message) =>
    message.paymentId === null ? [] : [{ paymentId: message.paymentId, evidence: evidenceOf(message) }],
  )
  await failInMessages(tx, institution, late, now)
  for (const message of messages)
    if (message.receiptId !== null)
      await expireMessage(tx, institution, { receiptId: message.receiptId, evidence: evidenceOf(message) }, now)
  await endUnsent(tx, institution.tenantId, messages, now)
}

/** Proof that a message left. On Fedwire, its id is the IMAD of the payment. */
function evidenceOf({ rail, messageId, messageType }: LeftMessage): Evidence {
  return { network: rail, messageId, messageType, ...(rail === 'FEDWIRE' && { imad: messageId }) }
}
