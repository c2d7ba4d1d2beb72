import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { meetObligations } from '../obligations/obligations.ts'
import {
  type AnsweredEntry,
  DISHONORED_RETURN_CODES,
  isReturnRequested,
  isReturnWritable,
  nextReturnFile,
  readAnswersOf,
  requestReturns,
} from '../rails/rails.ts'
import type { Receipt } from './receipts.store.ts'
import { objectionToDishonor } from './return-times.ts'

/** A return of another bank that goes back to it. */
export interface DishonorRequest {
  receipt: Receipt
  /** R61 to R70. */
  code: string
  /** What the rules want said besides the code. */
  information: string
}

/**
 * Queues the dishonor of another bank's return, whose money waits in suspense: within five banking
 * days of its settlement, and with a code that fits it.
 */
export async function requestDishonor(
  tx: Transaction,
  institution: Institution,
  { receipt, code, information }: DishonorRequest,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { tenantId } = institution
  const answer = (await readAnswersOf(tx, tenantId, [receipt.id])).get(receipt.id)
  const objection = objectionTo(answer, receipt, { code, information }) ?? timeOf(institution, receipt, now)
  if (objection !== undefined) return refusal('receiptNotReturnable', objection)
  const key = { receiptId: receipt.id, kind: 'Dishonor' } as const
  if (await isReturnRequested(tx, tenantId, key))
    return refusal('receiptStateConflict', 'it was dishonored before, and a return is dishonored once')
  await requestReturns(tx, tenantId, [{ ...key, code, information }], now)
  return accept(undefined)
}

/** R69 names the fields in error, by their numbers (Nacha Operating Rules, Appendix Four). */
const FIELDS_IN_ERROR = /^0[1-7](?: 0[1-7])*$/
/** Returns that our side must have agreed to or asked for. */
const BY_CONSENT: readonly (string | null)[] = ['R06', 'R31']

function objectionTo(
  answer: AnsweredEntry | undefined,
  { direction, secCode }: Receipt,
  { code, information }: Pick<DishonorRequest, 'code' | 'information'>,
): string | undefined {
  if (answer?.kind !== 'Return') return 'it answers no entry by a return: only a return is dishonored'
  if (!DISHONORED_RETURN_CODES.includes(code))
    return `${code} dishonors no return: use one of ${DISHONORED_RETURN_CODES.join(', ')}`
  if (!isReturnWritable(secCode!)) return `a return of ${secCode} is dishonored by hand`
  if (code === 'R62' && direction !== 'Debit') return 'R62 dishonors returns of debits alone'
  if (code === 'R70' && !BY_CONSENT.includes(answer.code))
    return `R70 dishonors R06 and R31 alone, and the return has ${answer.code}`
  if (code === 'R69' && !FIELDS_IN_ERROR.test(information))
    return 'R69 needs the fields in error: fieldsInError lists them as 01 to 07'
  return undefined
}

function timeOf(institution: Institution, receipt: Receipt, now: Temporal.Instant): string | undefined {
  return objectionToDishonor(institution, receipt, nextReturnFile(institution, now))
}

/** Ends the clocks of the answers whose receipts were posted, or have gone back. */
export async function meetAnswers(
  tx: Transaction,
  tenantId: bigint,
  receipts: readonly Pick<Receipt, 'id' | 'isAnswer'>[],
  by: string,
  now: Temporal.Instant,
): Promise<void> {
  const ids = receipts.flatMap(({ id, isAnswer }) => (isAnswer ? [id] : []))
  const answers = await readAnswersOf(tx, tenantId, ids)
  const keys = Array.from(answers.values(), ({ answerId: id }) => id).flatMap((id) =>
    (['DishonoredReturn', 'ContestedReturn'] as const).map((kind) => ({ kind, subject: { kind: 'achAnswer', id } })),
  )
  await meetObligations(tx, tenantId, keys, by, now)
}
