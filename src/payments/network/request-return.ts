import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { recordChange } from '../../events/events.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { isMessageRail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { words } from '../../kernel/words.ts'
import { dueAt, openObligations, ruleOf } from '../../obligations/obligations.ts'
import { insertMessages, networkOf } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import {
  findPaidMessageId,
  insertReturnRequest,
  lockReturnRequest,
  type ReturnRequest,
} from './return-requests.store.ts'

/** ISO 20022 ExternalCancellationReason1Code, as far as all four networks carry it. */
export const CANCELLATION_REASONS = words('CancellationReason', [
  ...(['CUST', 'DUPL', 'FRAD', 'TECH', 'AM09', 'AC03', 'CUTA', 'UPAY'] as const),
])

/** A request for the return of a payment, as its owner makes it. */
export interface ReturnAsked {
  /** One of `CANCELLATION_REASONS`. */
  reason: string
  notes: string
}

/**
 * Asks the bank that received a payment to return it (camt.056). The payment keeps its status: the
 * money comes, if at all, by a return of the network. One request at a time waits for a payment.
 */
export async function requestReturn(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  asked: ReturnAsked,
  now: Temporal.Instant,
): Promise<Result<{ payment: LockedPayment; request: ReturnRequest }, Refusal>> {
  const found = await requirePaymentIn(tx, principal, paymentUID, ['PROCESSED'])
  if (!found.ok) return found
  const institution = await readInstitution(tx, principal.tenantId)
  return askFor(tx, institution, { payment: found.value, asked, actor: principal.clientId }, now)
}

/** The same, for a payment that the caller has locked and that is PROCESSED. */
export async function askFor(
  tx: Transaction,
  institution: Institution,
  { payment, asked, actor }: { payment: LockedPayment; asked: ReturnAsked; actor: string },
  now: Temporal.Instant,
): Promise<Result<{ payment: LockedPayment; request: ReturnRequest }, Refusal>> {
  const { tenantId } = institution
  const { id: paymentId, rail, entryType } = payment
  const network = entryType === 'CREDIT' && isMessageRail(rail) ? networkOf(rail) : undefined
  if (!network) return refusal('returnNotRequested', `${rail} knows no request for return: the receiver pays it back`)
  const messageId = await findPaidMessageId(tx, tenantId, paymentId)
  if (messageId === undefined) return refusal('returnNotRequested', 'no message of its network paid it')
  const earlier = await lockReturnRequest(tx, tenantId, paymentId)
  if (earlier && ['Asked', 'Pending', 'Accepted'].includes(earlier.status))
    return refusal('returnNotRequested', `it was asked for already, and the request is ${earlier.status}`)
  const id = newId(now)
  const { reason: code, notes: reason } = asked
  // ISO 20022 Max35Text.
  const caseId = id.replaceAll('-', '')
  const messages = await network.requestReturn(tx, institution, { paymentId, messageId, caseId, code, reason }, now)
  await insertMessages(tx, tenantId, messages, now)
  const request = await insertReturnRequest(tx, {
    ...{ tenantId, id, paymentId, code, reason, requestedBy: actor, createdAt: now },
  })
  const clock = { kind: 'FundsReturnReply', subject: { kind: 'payment', id: paymentId } } as const
  const rule = ruleOf(clock.kind, now, institution)
  await openObligations(tx, tenantId, [{ ...clock, dueAt: dueAt(clock.kind, now, institution), rule }], now)
  await recordRequest(tx, tenantId, payment, { action: 'returnRequested', actor, after: { code, reason } }, now)
  return accept({ payment, request })
}

/** The audit record and the event of what became of a request, for the customer of the payment. */
export async function recordRequest(
  tx: Transaction,
  tenantId: bigint,
  { id, customerId }: Pick<LockedPayment, 'id' | 'customerId'>,
  { action, actor, after }: { action: 'returnRequested' | 'returnAnswered'; actor: string; after: object },
  now: Temporal.Instant,
): Promise<void> {
  const subject = { kind: 'payment', id, customerId }
  await recordChange(tx, { tenantId, actor, action: `payment.${action}`, subject, after }, now)
}
