import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { meetObligations } from '../../obligations/obligations.ts'
import type { Meaning } from '../../rails/rails.ts'
import { lockPayments } from '../locked-payments.store.ts'
import { type AnswerOutcome, APPLIED, exception, REPEATED } from './answer-outcome.ts'
import { recordRequest } from './request-return.ts'
import { lockReturnRequest, type ReturnRequest, writeReturnAnswer } from './return-requests.store.ts'

const ACTOR = 'worker'

type ReturnAnswer = Extract<Meaning, { kind: 'returnAnswered' }>

/**
 * Books what another bank answers to a request for return. It moves no money: what is accepted
 * comes by a return. The first final answer stays, and one that contradicts it is an exception.
 */
export async function bookReturnAnswer(
  tx: Transaction,
  tenantId: bigint,
  { paymentId, answer, code, reason }: ReturnAnswer,
  now: Temporal.Instant,
): Promise<AnswerOutcome> {
  const [payment] = await lockPayments(tx, tenantId, [paymentId])
  const request = await lockReturnRequest(tx, tenantId, paymentId)
  if (!payment || !request) return exception('the institution did not ask for the return of this payment')
  const { status } = request
  if (status === answer || status === 'Returned') return REPEATED
  const isFinal = status === 'Accepted' || status === 'Refused'
  if (isFinal && answer === 'Pending') return REPEATED
  if (isFinal) return exception(`the request for return was ${status}, and now the answer is ${answer}`)
  await writeReturnAnswer(tx, request, { status: answer, answerCode: code, answerReason: reason }, now)
  const after = { status: answer, code, reason }
  await recordRequest(tx, tenantId, payment, { action: 'returnAnswered', actor: ACTOR, after }, now)
  // A refusal ends the clock. One that is accepted still has to be paid.
  if (answer === 'Refused') await endClock(tx, tenantId, paymentId, now)
  return APPLIED
}

/** The money of a payment came back: a request for it is fulfilled, whatever its answer. */
export async function noteReturned(
  tx: Transaction,
  tenantId: bigint,
  paymentId: string,
  now: Temporal.Instant,
): Promise<void> {
  const request = await lockReturnRequest(tx, tenantId, paymentId)
  if (!request || request.status === 'Returned') return
  await writeReturnAnswer(tx, request, { status: 'Returned', ...answerOf(request) }, now)
  await endClock(tx, tenantId, paymentId, now)
}

const answerOf = ({ answerCode, answerReason }: ReturnRequest) => ({ answerCode, answerReason })

async function endClock(tx: Transaction, tenantId: bigint, id: string, now: Temporal.Instant): Promise<void> {
  const key = { kind: 'FundsReturnReply', subject: { kind: 'payment', id } } as const
  await meetObligations(tx, tenantId, [key], ACTOR, now)
}
