import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import { isUuid } from '../../kernel/id.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { meetObligations } from '../../obligations/obligations.ts'
import { insertMessages, networkOf } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { returnOnRequest } from '../decide-receipt.ts'
import { lockReceipt } from '../receipts.store.ts'
import { recordReturnRequest } from './record-return-request.ts'
import { lockReturnRequest, type ReturnRequest, writeAnswer } from './return-requests.store.ts'

/** ISO 20022 ExternalReturnReason1Code: the return follows a request. */
const FOLLOWS_REQUEST = 'FOCR'

/**
 * Accepts the request of another bank: the credit goes back, and its network is told so. What was
 * posted is taken back from its account; if the account does not have the amount, the request stays
 * open. A receipt that was returned before is not returned twice.
 */
export async function acceptReturnRequest(
  tx: Transaction,
  principal: Principal,
  { returnRequestUID, notes }: { returnRequestUID: string; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<ReturnRequest, Refusal>> {
  const found = await requireOpen(tx, principal, returnRequestUID)
  if (!found.ok) return found
  const { institution, request } = found.value
  const { receiptId, caseId, code, reason } = request
  if (receiptId === null) return refusal('returnRequestConflict', 'no credit that it could be about was received')
  // Locked before the answer takes a number of the network, in the order of who returns it by hand.
  const { status } = (await lockReceipt(tx, institution.tenantId, receiptId))!
  // Told before the return leaves, which some networks expect to follow the answer.
  await answer(tx, institution, request, { isAccepted: true, code: FOLLOWS_REQUEST, reason: notes ?? '' }, now)
  if (status !== 'RETURN_QUEUED' && status !== 'RETURNED') {
    const because = reason || `request for return: ${code}`
    const back = { receiptUID: receiptId, code: FOLLOWS_REQUEST, reason: because, caseId }
    const returned = await returnOnRequest(tx, principal, back, now)
    if (!returned.ok) return returned
  }
  return accept(await close(tx, request, { status: 'Accepted', code: null, notes }, principal, now))
}

/** Refuses the request of another bank, with a reason that its network carries. Nothing moves. */
export async function refuseReturnRequest(
  tx: Transaction,
  principal: Principal,
  { returnRequestUID, code, notes }: { returnRequestUID: string; code: string; notes: string | undefined },
  now: Temporal.Instant,
): Promise<Result<ReturnRequest, Refusal>> {
  const found = await requireOpen(tx, principal, returnRequestUID)
  if (!found.ok) return found
  const { institution, request } = found.value
  await answer(tx, institution, request, { isAccepted: false, code, reason: notes ?? '' }, now)
  return accept(await close(tx, request, { status: 'Refused', code, notes }, principal, now))
}

async function requireOpen(
  tx: Transaction,
  principal: Principal,
  id: string,
): Promise<Result<{ institution: Institution; request: ReturnRequest }, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const request = isUuid(id) ? await lockReturnRequest(tx, principal.tenantId, id) : undefined
  if (!request) return refusal('returnRequestNotFound')
  if (request.status !== 'Open') return refusal('returnRequestConflict', `it is ${request.status}`)
  return accept({ institution: institution.value, request })
}

async function answer(
  tx: Transaction,
  institution: Institution,
  { rail, caseId }: ReturnRequest,
  said: { isAccepted: boolean; code: string; reason: string },
  now: Temporal.Instant,
): Promise<void> {
  const messages = await networkOf(rail).answerReturnRequest(tx, institution, { caseId, ...said }, now)
  await insertMessages(tx, institution.tenantId, messages, now)
}

async function close(
  tx: Transaction,
  request: ReturnRequest,
  { status, code, notes }: { status: 'Accepted' | 'Refused'; code: string | null; notes: string | undefined },
  { tenantId, clientId: actor }: Principal,
  now: Temporal.Instant,
): Promise<ReturnRequest> {
  const answered = { status, answerCode: code, answerNotes: notes || null, answeredBy: actor }
  const after = await writeAnswer(tx, request, answered, now)
  const subject = { kind: 'returnRequest', id: request.id }
  await meetObligations(tx, tenantId, [{ kind: 'FundsReturnAnswer', subject }], actor, now)
  const action = status === 'Accepted' ? 'accepted' : 'refused'
  await recordReturnRequest(tx, { action, request: after, before: request, actor }, now)
  return after
}
