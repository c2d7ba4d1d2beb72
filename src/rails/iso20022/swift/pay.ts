import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import type { Instruction, NewMessage, Unwritable } from '../../network.ts'
import type { MessageType } from '../messages.ts'
import { afterBusinessDays } from './answer-times.ts'
import { checkTransfer, coverTransfer, customerTransfer } from './credit-transfer.ts'
import { type Outgoing, tryWriteSwift } from './envelope.ts'
import { newReference } from './reference.ts'
import { insertSwiftPayments, type NewSwiftPayment } from './swift-payments.store.ts'
import { breachOf } from './usage-rules.ts'

/** The messages of a payment, and what is kept to find the answers to them. */
interface Written {
  messages: NewMessage[]
  payment: NewSwiftPayment
}

/** One message for each payment, or two with a cover. What cannot be written stops no other. */
export async function payBySwift(
  tx: Transaction,
  institution: Institution,
  instructions: readonly Instruction[],
  now: Temporal.Instant,
): Promise<{ messages: NewMessage[]; unwritable: Unwritable[] }> {
  const messages: NewMessage[] = []
  const unwritable: Unwritable[] = []
  const payments: NewSwiftPayment[] = []
  for (const instruction of instructions) {
    const written = writePayment(institution, instruction, now)
    if (!written.ok) {
      unwritable.push({ paymentId: instruction.paymentId, why: written.refusal })
      continue
    }
    messages.push(...written.value.messages)
    payments.push(written.value.payment)
  }
  await insertSwiftPayments(tx, institution.tenantId, payments, now)
  return { messages, unwritable }
}

function writePayment(
  institution: Institution,
  instruction: Instruction,
  now: Temporal.Instant,
): Result<Written, string> {
  const way = checkTransfer(institution, instruction)
  if (!way.ok) return way
  const { paymentId, uetr, amount, currency, valueDate: from } = instruction
  const messageId = newReference(now)
  const transfer = { institution, instruction, ...way.value, messageId, now }
  const customer = writtenAs(transfer, customerTransfer(transfer))
  if (!customer.ok) return customer
  const answerBy = afterBusinessDays(institution, { currency, from })
  const payment = { paymentId, uetr, amount, currency, messageId, coverMessageId: null, answerBy }
  if (way.value.correspondent.settlementMethod === 'Serial') return accept({ messages: [customer.value], payment })
  const coverMessageId = newReference(now)
  const cover = writtenAs(transfer, coverTransfer(transfer, { messageId: coverMessageId, InstrId: messageId }))
  if (!cover.ok) return cover
  return accept({ messages: [customer.value, cover.value], payment: { ...payment, coverMessageId } })
}

function writtenAs<Type extends MessageType>(
  { institution, instruction, now }: { institution: Institution; instruction: Instruction; now: Temporal.Instant },
  outgoing: Outgoing<Type>,
): Result<NewMessage, string> {
  const breach = breachOf(outgoing.document)
  const content = breach ? refuse(breach) : tryWriteSwift(institution, outgoing, now)
  if (!content.ok) return refuse(`SWIFT cannot carry ${content.refusal.path}: ${content.refusal.why}`)
  const { uetr, paymentId } = instruction
  const { type: messageType, messageId } = outgoing
  return accept({ rail: 'SWIFT', messageType, messageId, uetr, paymentId, content: content.value })
}
