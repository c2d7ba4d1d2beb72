import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import type { Instruction, NewMessage, Unwritable } from '../../network.ts'
import type { DocumentOf } from '../messages.ts'
import { formatImad } from './accountability.ts'
import { bankTransfer, creditTransfer, isBankTransfer, objectionTo, type Sending } from './credit-transfer.ts'
import { type CycleDay, cycleDayAt, departureOn } from './cycle.ts'
import { openExchanges } from './exchanges.store.ts'
import { dueAfter } from './exchanges.ts'
import { type Participant, participantOf } from './participant.ts'
import { takeImads } from './sequences.store.ts'
import { brokenRule } from './usage-rules.ts'
import { type SentType, wrap } from './wrap.ts'

/**
 * Makes the messages that pay. Only what can be written takes a number, because Fedwire asks for
 * every number of an endpoint that it does not get. Until the customers' cut-off of the cycle day
 * they must have left.
 */
export async function pay(
  tx: Transaction,
  institution: Institution,
  instructions: readonly Instruction[],
  now: Temporal.Instant,
): Promise<{ messages: NewMessage[]; unwritable: Unwritable[] }> {
  const from = participantOf(institution)
  const day = cycleDayAt(now)
  const tried = instructions.map((instruction) => ({ instruction, why: whyUnwritable(instruction, from, day, now) }))
  const unwritable = tried.flatMap(({ instruction: { paymentId }, why }) =>
    why === undefined ? [] : [{ paymentId, why }],
  )
  const writable = tried.flatMap(({ instruction, why }) => (why === undefined ? [instruction] : []))
  const ids = await takeImads(tx, institution.tenantId, { ...from, cycleDate: day.date }, writable.length)
  const messages = writable.map((instruction, index) => messageOf(instruction, from, day, ids[index]!, now))
  await openExchanges(
    tx,
    institution.tenantId,
    messages.map(({ messageId, messageType, paymentId }) => ({
      ...{ messageId, messageType, paymentId: paymentId! },
      dueAt: dueAfter(messageType, now),
    })),
    now,
  )
  return { messages, unwritable }
}

/** Tried with the last number of the day, which stands for the one that it would get. */
function whyUnwritable(
  instruction: Instruction,
  from: Participant,
  day: CycleDay,
  now: Temporal.Instant,
): string | undefined {
  const objection = objectionTo(instruction)
  if (objection !== undefined) return objection
  const messageId = formatImad({ endpoint: from.endpoint, cycleDate: day.date, sequence: 999_999 })
  const written = write(instruction, { messageId, cycleDate: day.date, now }, from)
  return written.ok ? undefined : written.refusal
}

function messageOf(
  instruction: Instruction,
  from: Participant,
  day: CycleDay,
  messageId: string,
  now: Temporal.Instant,
): NewMessage {
  const written = write(instruction, { messageId, cycleDate: day.date, now }, from)
  if (!written.ok) throw new Error(`a message that could be written cannot: ${written.refusal}`)
  const { paymentId, uetr } = instruction
  const isOfBanks = isBankTransfer(instruction)
  return {
    rail: 'FEDWIRE',
    messageType: isOfBanks ? 'pacs.009.001.08' : 'pacs.008.001.08',
    ...{ messageId, uetr, paymentId, content: written.value },
    ...departureOn(day, isOfBanks ? day.closesAt : day.customerCutOff, now),
  }
}

function write(instruction: Instruction, sending: Sending, from: Participant): Result<string, string> {
  const { routingNumber } = from
  return isBankTransfer(instruction)
    ? writeChecked('pacs.009.001.08', bankTransfer(instruction, sending, routingNumber), sending, from)
    : writeChecked('pacs.008.001.08', creditTransfer(instruction, sending, routingNumber), sending, from)
}

/** Writes what breaks no rule of Fedwire, else says the rule and the element. */
export function writeChecked<Type extends SentType>(
  type: Type,
  document: DocumentOf<Type>,
  { messageId, now }: Pick<Sending, 'messageId' | 'now'>,
  from: Participant,
): Result<string, string> {
  const broken = brokenRule(type, document)
  if (broken) return refuse(`${broken.path}: ${broken.why}`)
  const written = wrap(type, document, { messageId, from, now })
  return written.ok ? accept(written.value) : refuse(`${written.refusal.path}: ${written.refusal.why}`)
}
