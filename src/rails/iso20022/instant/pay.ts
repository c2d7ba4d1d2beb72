import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import type { Instruction, NewMessage, Unwritable } from '../../network.ts'
import type { InstantDialect } from './dialect.ts'
import { openSent } from './exchange.ts'
import { type NewExchange, openExchanges } from './exchanges.store.ts'
import { endToEndIdOf, objectionToInstruction } from './instruction.ts'

const TRANSFER = 'pacs.008.001.08'

/**
 * Makes the credit transfers that pay, and starts their clocks. The funds of a payment are held
 * before it comes here, so nothing has to be reserved.
 */
export async function pay(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  instructions: readonly Instruction[],
  now: Temporal.Instant,
): Promise<{ messages: NewMessage[]; unwritable: Unwritable[] }> {
  const messages: NewMessage[] = []
  const exchanges: NewExchange[] = []
  const unwritable: Unwritable[] = []
  for (const instruction of instructions) {
    const made = transferFor(dialect, institution, instruction, now)
    if (!made.ok) {
      unwritable.push({ paymentId: instruction.paymentId, why: made.refusal })
      continue
    }
    messages.push(made.value.message)
    exchanges.push(made.value.exchange)
  }
  await openExchanges(tx, institution.tenantId, exchanges, now)
  return { messages, unwritable }
}

function transferFor(
  dialect: InstantDialect,
  institution: Institution,
  instruction: Instruction,
  now: Temporal.Instant,
): Result<{ message: NewMessage; exchange: NewExchange }, string> {
  const { rail, rules } = dialect
  const { paymentId, uetr, amount, creditorBank } = instruction
  const objection =
    objectionToInstruction(instruction, rail, dialect.businessDay(now)) ?? dialect.objection?.(instruction)
  if (objection) return refuse(objection)
  const messageId = dialect.newId(institution, `payment ${paymentId}`, now)
  const document = dialect.transfer(instruction, { messageId, institution, now })
  const written = dialect.wrap(TRANSFER, document, { messageId, institution, now })
  if (!written.ok) return refuse(`${rail} cannot carry it: ${written.refusal.path}: ${written.refusal.why}`)
  const { CreDtTm } = document.FIToFICstmrCdtTrf.GrpHdr
  const opened = openSent(stampOf(now), rules)
  return accept({
    message: { rail, messageType: TRANSFER, messageId, uetr, paymentId, content: written.value },
    exchange: {
      ...{ rail, messageId, kind: 'Payment', messageType: TRANSFER, groupTime: CreDtTm },
      ...{ counterparty: creditorBank.routingNumber!, uetr, amount, paymentId },
      ...{ instructionId: dialect.instructionId(messageId, instruction), endToEndId: endToEndIdOf(instruction) },
      ...opened,
    },
  })
}

/** Headers have milliseconds. */
export function stampOf(now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(now.epochMilliseconds)
}
