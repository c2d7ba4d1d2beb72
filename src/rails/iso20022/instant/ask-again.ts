import type { Transaction } from '../../../db/client.ts'
import type { NewMessage, SentMessage } from '../../network.ts'
import type { InstantDialect, Making } from './dialect.ts'
import { decideExchange } from './exchange.ts'
import { changeExchange, exchangeOf, lockOriginal, type StoredExchange } from './exchanges.store.ts'

/**
 * What a person gets who wants to send a message once more over a network that takes none twice:
 * the network is asked what became of it, and if it never got the message, this leaves again.
 */
export async function askAgain(
  dialect: InstantDialect,
  tx: Transaction,
  { messageId }: Pick<SentMessage, 'messageId'>,
  making: Omit<Making, 'messageId'>,
): Promise<NewMessage | { refused: string }> {
  const stored = await lockOriginal(tx, making.institution.tenantId, dialect.rail, { messageId })
  if (!stored) return { refused: `${dialect.rail} takes no message twice, and tells no status of this one` }
  const { exchange, effect } = decideExchange(exchangeOf(stored), { kind: 'person' }, making.now, dialect.rules)
  if (effect !== 'ask') return { refused: whyNot(stored) }
  await changeExchange(tx, stored, { exchange }, making.now)
  const question = await dialect.ask(tx, { ...stored, asks: exchange.asks }, making)
  return question ?? { refused: 'the message cannot be read any more' }
}

function whyNot({ rail, state, nextClock }: StoredExchange): string {
  if (state === 'Settled' || state === 'Rejected') return `it has ended: ${state}`
  return nextClock === null
    ? `${rail} takes no message twice, and tells no status of this one`
    : `its time is not over: ${rail} is asked by itself at ${nextClock.toString()}`
}
