import type { Temporal } from 'temporal-polyfill'
import { newId } from '../../../kernel/id.ts'
import { sendSimulated } from '../../links/database/simulated-messages.store.ts'
import type { Habits, Planned } from './plan.ts'
import type { Written } from './script.ts'
import { type BookedPayment, insertBooked, nextNumber } from './simulated-payments.store.ts'
import { spoil } from './spoil.ts'
import type { Stage } from './stage.ts'
import type { Answer, ToldPayment, ToldRequest } from './told.ts'

/** Writes what the network says, books what moves money by it, and sends it when it is due. */
export async function say(stage: Stage, planned: readonly Planned[]): Promise<Written[]> {
  const { tx, institution, script, participant, now } = stage
  const { tenantId } = institution
  const { rail } = script
  const said: Written[] = []
  for (const { answer, at, harm, isDoubled } of planned) {
    const day = script.dayOf(at)
    const number = await nextNumber(tx, tenantId, { rail, day })
    const written = script.write(answer, participant, { at, day, number })
    if (!written) continue
    const booked = harm ? undefined : bookOf(stage, answer, written, at)
    if (booked) await insertBooked(tx, tenantId, booked, now)
    const content = harm ? spoil(written.content, harm) : written.content
    const copies = isDoubled ? [content, content] : [content]
    const messages = copies.map((copy) => ({ id: newId(now), rail, content: copy, dueAt: at }))
    await sendSimulated(tx, tenantId, { sentBy: 'Network', messages }, now)
    said.push(written)
  }
  return said
}

/** What another bank sends to the institution, as the network books it. */
function bookOf(
  { script, now }: Stage,
  answer: Answer,
  { messageId, messageType }: Written,
  at: Temporal.Instant,
): BookedPayment | undefined {
  const told = toldBy(answer, { messageId, messageType, createdAt: at.toString() }, script.habits)
  if (!told) return undefined
  const isRequest = told.kind === 'paymentRequest'
  const answerSeconds = isRequest ? undefined : script.answerSeconds
  const kind = isRequest ? 'Request' : told.kind === 'return' ? 'Return' : 'Payment'
  const isWaiting = isRequest || answerSeconds !== undefined
  const { uetr, amount, currency } = told
  return {
    ...{ id: newId(now), rail: script.rail, direction: 'ToBank', kind, messageId, uetr, amount, currency, told },
    ...{ status: isWaiting ? 'Waiting' : 'Settled', code: undefined },
    returns: answer.kind === 'return' ? answer.of.messageId : undefined,
    answerBy: isWaiting && answerSeconds !== undefined ? at.add({ seconds: answerSeconds }) : undefined,
  }
}

function toldBy(
  answer: Answer,
  message: { messageId: string; messageType: string; createdAt: string },
  { returnsByPayment }: Habits,
): ToldPayment | ToldRequest | undefined {
  // RTP has the id of an instruction without the letter of its message.
  const ids = returnsByPayment ? message.messageId.slice(1) : message.messageId
  if (answer.kind === 'return') {
    const { of, amount } = answer
    const own = returnsByPayment ? { uetr: answer.uetr, endToEndId: ids } : {}
    const ends = { sender: of.receiver, receiver: of.sender, returns: of.messageId }
    return { ...of, ...message, ...own, kind: 'return', instructionId: ids, amount, ...ends }
  }
  if (answer.kind !== 'credit' && answer.kind !== 'paymentRequest') return undefined
  const side = answer.kind === 'credit' ? answer.credit : answer.request
  const { amount, currency, name, accountNumber, otherName, otherAccount, otherBank, settlesOn } = side
  const payer = {
    debtorName: otherName,
    debtorAccount: otherAccount,
    creditorName: name,
    creditorAccount: accountNumber,
  }
  const asked = {
    debtorName: name,
    debtorAccount: accountNumber,
    creditorName: otherName,
    creditorAccount: otherAccount,
  }
  const original = {
    ...{ ...message, uetr: answer.uetr, instructionId: ids, endToEndId: ids },
    ...{ sender: otherBank, receiver: '', amount, currency },
  }
  return answer.kind === 'credit'
    ? { kind: 'payment', ...original, ...payer, settlesOn, returns: undefined }
    : { kind: 'paymentRequest', ...original, ...asked }
}
