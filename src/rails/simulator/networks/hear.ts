import { newId } from '../../../kernel/id.ts'
import { outcomeOf } from './outcomes.ts'
import { type Booked, planPayment } from './plan.ts'
import { say } from './say.ts'
import {
  type BookedPayment,
  endBooked,
  findByUetr,
  insertBooked,
  isReturned,
  lockBooked,
} from './simulated-payments.store.ts'
import type { Stage } from './stage.ts'
import type { Answer, Status, Told, ToldPayment, ToldRequest } from './told.ts'
import { newUetr } from './uetr.ts'

/** Reads a message of the institution, books what it means on the network, and answers it. */
export async function hear(stage: Stage, content: Uint8Array): Promise<void> {
  const heard = stage.script.read(content, stage.participant)
  if ('refused' in heard) return answerNow(stage, { kind: 'refusal', ...heard.refused })
  const { told, objection } = heard
  switch (told.kind) {
    case 'payment':
    case 'return':
      return hearPayment(stage, told, objection)
    case 'answer':
      return hearAnswer(stage, told)
    case 'statusRequest':
      return hearStatusRequest(stage, told)
    case 'returnRequest':
      return hearReturnRequest(stage, told)
    case 'paymentRequest':
      return hearRequest(stage, told)
    case 'requestAnswer':
      return hearRequestAnswer(stage, told)
    case 'returnAnswer':
    case 'noted':
      return
  }
}

async function answerNow(stage: Stage, answer: Answer): Promise<void> {
  await say(stage, [{ answer, at: stage.now }])
}

const soon = ({ institution, now }: Stage) => now.add({ seconds: institution.settings.simulator.settleAfterSeconds })
const keyOf = ({ tx, institution, script: { rail } }: Stage) => ({ tx, tenantId: institution.tenantId, rail })

async function hearPayment(
  stage: Stage,
  told: ToldPayment,
  objection: { code: string; why: string } | undefined,
): Promise<void> {
  const { tx, tenantId, rail } = keyOf(stage)
  const { messageId } = told
  const earlier = await lockBooked(tx, tenantId, { rail, direction: 'FromBank', messageId })
  if (earlier) return hearAgain(stage, told, earlier)
  const { codeOf } = stage.script.habits
  const original = told.kind === 'return' ? await returnedBy(stage, told) : undefined
  const returns = original?.messageId
  const code = objection?.code ?? (await objectionToReturn(stage, told, original))
  if (code !== undefined) {
    await book(stage, told, { status: 'Rejected', code: codeOf(code), returns })
    const answer = statusOf(told, 'Rejected', codeOf(code))
    await say(stage, [{ answer, at: soon(stage) }])
    return
  }
  const delay = stage.institution.settings.simulator.settleAfterSeconds
  const times = { now: stage.now, delay, returnUetr: newUetr() }
  const { booked, code: rejection, answers } = planPayment(told, outcomeOf(told), stage.script.habits, times)
  await book(stage, told, { status: booked, code: rejection, returns })
  await say(stage, answers)
}

function statusOf(of: ToldPayment, status: Status, code?: string): Answer {
  return { kind: 'status', of, status, code, settledOn: status === 'Settled' ? of.settlesOn : undefined }
}

function book(
  { tx, institution, script, now }: Stage,
  told: ToldPayment | ToldRequest,
  { status, code, returns }: { status: Booked; code?: string | undefined; returns?: string | undefined },
): Promise<void> {
  const { messageId, uetr, amount, currency } = told
  const kind = told.kind === 'paymentRequest' ? 'Request' : told.kind === 'return' ? 'Return' : 'Payment'
  const row = { messageId, uetr, amount, currency, status, code, returns, told, answerBy: undefined }
  const booked = { id: newId(now), rail: script.rail, direction: 'FromBank' as const, kind, ...row } as const
  return insertBooked(tx, institution.tenantId, booked, now)
}

/** The same message again is the same payment: it is answered again, and booked once. */
async function hearAgain(stage: Stage, told: ToldPayment, earlier: BookedPayment): Promise<void> {
  const isSame = earlier.uetr === told.uetr && earlier.amount === told.amount && earlier.currency === told.currency
  if (!isSame) {
    const why = 'another payment has this message id'
    return answerNow(stage, { kind: 'refusal', messageId: told.messageId, code: 'DUPL', why })
  }
  if (earlier.status !== 'Lost') return tellStatus(stage, earlier)
  const { tx, tenantId } = keyOf(stage)
  await endBooked(tx, tenantId, { id: earlier.id, status: 'Settled' }, stage.now)
  await say(stage, [{ answer: statusOf(told, 'Settled'), at: soon(stage) }])
}

/** Says what is booked, unless the payment is one that is never answered. */
async function tellStatus(stage: Stage, { told, status, code }: BookedPayment): Promise<void> {
  if (told.kind === 'paymentRequest' || (status !== 'Settled' && status !== 'Rejected')) return
  const outcome = outcomeOf(told)
  if (outcome.kind === 'silence' && outcome.asked === 'nothing') return
  await answerNow(stage, statusOf(told, status, code))
}

const returnedBy = (stage: Stage, told: ToldPayment) =>
  findOriginal(stage, { originalId: told.returns ?? '', originalUetr: told.uetr })

/** A return must be of a credit that settled, once, and not of more than it. */
async function objectionToReturn(
  stage: Stage,
  told: ToldPayment,
  original: BookedPayment | undefined,
): Promise<string | undefined> {
  if (told.kind !== 'return') return undefined
  const { tx, tenantId, rail } = keyOf(stage)
  if (original?.direction !== 'ToBank' || original.status !== 'Settled') return 'AC06'
  if (told.currency !== original.currency || told.amount > original.amount) return 'AM09'
  const { messageId } = original
  return (await isReturned(tx, tenantId, { rail, messageId })) ? 'AM05' : undefined
}

async function findOriginal(
  stage: Stage,
  { originalId, originalUetr }: { originalId: string; originalUetr: string | undefined },
): Promise<BookedPayment | undefined> {
  const { tx, tenantId, rail } = keyOf(stage)
  const byId = await lockBooked(tx, tenantId, { rail, messageId: originalId })
  return byId ?? (originalUetr === undefined ? undefined : findByUetr(tx, tenantId, { rail, uetr: originalUetr }))
}

/** The institution answers a credit. It settles if the answer is in time. */
async function hearAnswer(stage: Stage, told: Extract<Told, { kind: 'answer' }>): Promise<void> {
  const { tx, tenantId, rail } = keyOf(stage)
  const booked = await lockBooked(tx, tenantId, { rail, direction: 'ToBank', messageId: told.originalId })
  if (!booked || booked.told.kind === 'paymentRequest') {
    const why = 'it answers a message that the network does not know'
    return answerNow(stage, { kind: 'refusal', messageId: told.messageId, code: 'NOOR', why })
  }
  if (booked.status !== 'Waiting') return told.answer === 'Rejected' ? undefined : tellStatus(stage, booked)
  const isLate = booked.answerBy !== undefined && booked.answerBy.epochMilliseconds < stage.now.epochMilliseconds
  const isSettled = told.answer !== 'Rejected' && !isLate
  const code = isSettled ? undefined : isLate ? 'AB03' : told.code
  const status = isSettled ? 'Settled' : 'Rejected'
  await endBooked(tx, tenantId, { id: booked.id, status, code }, stage.now)
  if (isSettled || told.answer !== 'Rejected')
    await say(stage, [{ answer: statusOf(booked.told, status, code), at: stage.now }])
}

async function hearStatusRequest(stage: Stage, asked: Extract<Told, { kind: 'statusRequest' }>): Promise<void> {
  const original = await findOriginal(stage, asked)
  if (!original || original.status === 'Lost') return answerNow(stage, { kind: 'unknown', asked })
  await tellStatus(stage, original)
}

/** Another bank answers a request for a return: it agrees, and sends the money back. */
async function hearReturnRequest(stage: Stage, of: Extract<Told, { kind: 'returnRequest' }>): Promise<void> {
  const { tx, tenantId, rail } = keyOf(stage)
  const booked = await findOriginal(stage, of)
  const original = booked?.told.kind === 'payment' && booked.direction === 'FromBank' ? booked.told : undefined
  const outcome = original && outcomeOf(original)
  const asked = outcome?.kind === 'keep' ? outcome.asked : undefined
  if (asked === 'nothing') return
  const back = original && (await isReturned(tx, tenantId, { rail, messageId: original.messageId }))
  const isAccepted = original !== undefined && booked?.status === 'Settled' && asked === undefined && !back
  const code = isAccepted ? of.code : original ? (back ? 'ARDT' : 'CUST') : 'NOOR'
  await say(stage, [{ answer: { kind: 'returnAnswer', of, original, isAccepted, code }, at: soon(stage) }])
  if (!isAccepted) return
  const answer = { kind: 'return', of: original, amount: original.amount, code: of.code, uetr: newUetr() } as const
  await say(stage, [{ answer, at: soon(stage) }])
}

/** Whom the institution asks to pay agrees, unless the amount is a magic one. */
async function hearRequest(stage: Stage, told: ToldRequest): Promise<void> {
  const { tx, tenantId, rail } = keyOf(stage)
  const { messageId } = told
  if (await lockBooked(tx, tenantId, { rail, direction: 'FromBank', messageId })) return
  const outcome = outcomeOf({ amount: told.amount })
  const isAccepted = outcome.kind !== 'reject'
  await book(stage, told, isAccepted ? { status: 'Settled' } : { status: 'Rejected', code: outcome.code })
  const code = isAccepted ? undefined : outcome.code
  const at = soon(stage)
  await say(stage, [{ answer: { kind: 'requestAnswer', of: told, isAccepted, code }, at }])
  if (!isAccepted || told.creditorAccount === undefined) return
  const credit = {
    ...{ amount: told.amount, currency: told.currency, accountNumber: told.creditorAccount },
    ...{ name: told.creditorName ?? '', otherName: told.debtorName ?? '', otherAccount: told.debtorAccount ?? '1' },
    ...{ otherBank: told.receiver, remittance: told.endToEndId, endToEndId: told.endToEndId },
    settlesOn: at.toZonedDateTimeISO('America/New_York').toPlainDate().toString(),
  }
  await say(stage, [{ answer: { kind: 'credit', credit, uetr: newUetr() }, at }])
}

async function hearRequestAnswer(stage: Stage, told: Extract<Told, { kind: 'requestAnswer' }>): Promise<void> {
  const { tx, tenantId, rail } = keyOf(stage)
  const booked = await lockBooked(tx, tenantId, { rail, direction: 'ToBank', messageId: told.originalId })
  if (booked?.status !== 'Waiting') return
  const { isAccepted, code } = told
  const end = isAccepted ? { status: 'Settled' as const } : { status: 'Rejected' as const, code }
  await endBooked(tx, tenantId, { id: booked.id, ...end }, stage.now)
}
