import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution } from '../../institution/institution.ts'
import type { LeftMessage, Meaning, MessageRailName } from '../../rails/rails.ts'
import { recordSent } from './record-sent.ts'
import { changeSent, claimDueSent, isRequest, lockSentBy, type SentRequest } from './sent-requests.store.ts'

const BATCH_SIZE = 100
const ACTOR = 'worker'

type Answered = Extract<Meaning, { kind: 'paymentRequestAnswered' }> & { rail: MessageRailName }

/**
 * Notes what another bank says of a request. A refusal that comes after the money changes nothing.
 * @returns why a person decides; undefined if nobody has to
 */
export async function noteAnswer(
  tx: Transaction,
  { tenantId }: Institution,
  { rail, requestId, answer, code, reason }: Answered,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const request = await lockSentBy(tx, tenantId, rail, 'message_id', requestId)
  if (!request) return `a request for payment is answered that nobody sent: ${requestId}`
  if (answer === 'Pending' || !isOpen(request)) return undefined
  const said = { answerCode: code, answerReason: reason || null }
  const after = await changeSent(
    tx,
    request,
    answer === 'Accepted' ? { status: 'Accepted', ...said } : { status: 'Refused', ...said, endedAt: now },
  )
  const action = answer === 'Accepted' ? 'accepted' : 'refused'
  await recordSent(tx, { action, request: after, before: request, actor: ACTOR }, now)
  return undefined
}

const isOpen = ({ status }: SentRequest) => status === 'Open' || status === 'Accepted'

/** Notes the receipt of a credit that repeats the reference of a request. The first one counts. */
export async function noteCredit(
  tx: Transaction,
  { tenantId }: Institution,
  { rail, endToEndId, receiptId }: { rail: MessageRailName; endToEndId: string; receiptId: string },
): Promise<void> {
  const request = await lockSentBy(tx, tenantId, rail, 'end_to_end_id', endToEndId)
  if (request && request.receiptId === null) await changeSent(tx, request, { receiptId })
}

/**
 * Ends requests whose money is on the account, and those that have expired. Money that comes later
 * pays a request all the same. A credit that was refused, went back, or is on another account pays
 * nothing; one that waits for a person may still pay it.
 * @returns how many requests changed
 */
export function followSent(app: App, institution: Institution): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = await holdInstitutionTime(tx, institution, app.clock)
    const due = await claimDueSent(tx, institution.tenantId, now, BATCH_SIZE)
    for (const { isPaid, ...request } of due) await followOne(tx, request, isPaid, now)
    return due.length
  })
}

/** Ends requests whose messages never left: nobody pays what nobody was asked. */
export async function endUnsent(
  tx: Transaction,
  tenantId: bigint,
  messages: readonly Pick<LeftMessage, 'rail' | 'messageType' | 'messageId'>[],
  now: Temporal.Instant,
): Promise<void> {
  for (const { rail, messageId } of messages.filter(isRequest)) {
    const request = await lockSentBy(tx, tenantId, rail, 'message_id', messageId)
    if (request && isOpen(request)) await followOne(tx, request, false, now)
  }
}

async function followOne(tx: Transaction, request: SentRequest, isPaid: boolean, now: Temporal.Instant): Promise<void> {
  if (request.receiptId !== null && !isPaid) {
    await changeSent(tx, request, { receiptId: null })
    return
  }
  const status = isPaid ? 'Paid' : 'Expired'
  const after = await changeSent(tx, request, { status, endedAt: now })
  const action = status === 'Paid' ? 'paid' : 'expired'
  await recordSent(tx, { action, request: after, before: request, actor: ACTOR }, now)
}
