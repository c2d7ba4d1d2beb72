import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { dueAt, openObligations, ruleOf } from '../../obligations/obligations.ts'
import type { MessageRailName } from '../../rails/rails.ts'
import { lockCredit } from '../receipts.store.ts'
import type { CreditOutcome } from '../settle-credit.ts'
import { recordReturnRequest } from './record-return-request.ts'
import { findCase, insertReturnRequest } from './return-requests.store.ts'

/** What another bank asks for. */
interface AskedBack {
  rail: MessageRailName
  caseId: string
  originalIdentity: string
  code: string
  reason: string
  /** By when its network expects the answer; undefined if it sets no time. */
  answerBy: Temporal.Instant | undefined
  evidence: object
}

/**
 * Keeps the request of another bank to send a credit back, once however often it comes, and starts
 * its clock. A person answers it. One for a credit that never came is kept as well: it can only be
 * refused.
 */
export async function takeReturnRequest(
  tx: Transaction,
  institution: Institution,
  { rail, caseId, originalIdentity, code, reason, answerBy, evidence }: AskedBack,
  now: Temporal.Instant,
): Promise<CreditOutcome | { outcome: 'Applied' | 'Repeated'; receiptId?: string }> {
  const { tenantId } = institution
  if (await findCase(tx, tenantId, { rail, caseId })) return { outcome: 'Repeated' }
  const receipt = await lockCredit(tx, tenantId, { rail, identity: originalIdentity })
  const kind = 'FundsReturnAnswer'
  const due = answerBy ?? dueAt(kind, now, institution)
  const request = await insertReturnRequest(tx, {
    ...{ tenantId, id: newId(now), rail, caseId, originalIdentity, receiptId: receipt?.id ?? null },
    ...{ code, reason, answerBy: due, evidence, createdAt: now },
  })
  const subject = { kind: 'returnRequest', id: request.id }
  await openObligations(tx, tenantId, [{ kind, subject, dueAt: due, rule: ruleOf(kind, now, institution) }], now)
  await recordReturnRequest(tx, { action: 'received', request, actor: 'worker' }, now)
  return { outcome: 'Applied', ...(receipt && { receiptId: receipt.id }) }
}
