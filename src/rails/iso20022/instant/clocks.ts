import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import { answerMessage, TOO_LATE } from './answers.ts'
import type { InstantDialect } from './dialect.ts'
import { decideExchange, isListening } from './exchange.ts'
import { changeExchange, exchangeOf, lockDue, type StoredExchange } from './exchanges.store.ts'
import { meaningOf } from './meanings.ts'
import { type Outcome, outcome } from './outcome.ts'

/** Does what the rules say of each exchange whose clock has come. */
export async function ring(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<Outcome> {
  const all = outcome()
  for (const stored of await lockDue(tx, institution.tenantId, dialect.rail, now)) {
    const { meanings, replies } = await ringOne(dialect, tx, institution, stored, now)
    all.meanings.push(...meanings)
    all.replies.push(...replies)
  }
  return all
}

async function ringOne(
  dialect: InstantDialect,
  tx: Transaction,
  institution: Institution,
  stored: StoredExchange,
  now: Temporal.Instant,
): Promise<Outcome> {
  const { rail, rules } = dialect
  const { exchange, effect } = decideExchange(exchangeOf(stored), { kind: 'clock' }, now, rules)
  const evidence = { network: rail, messageId: stored.messageId, messageType: stored.messageType }
  const word = { ...TOO_LATE, settledOn: dialect.businessDay(now), evidence }
  const meanings = meaningOf(stored, effect, word)
  if (effect === 'ask') {
    await changeExchange(tx, stored, { exchange }, now)
    const question = await dialect.ask(tx, { ...stored, asks: exchange.asks }, { institution, now })
    return outcome(meanings, question ? [question] : [])
  }
  if (effect === 'expire' && isListening(stored, now, rules)) {
    const refusal = answerMessage(dialect, institution, stored, { kind: 'reject', ...TOO_LATE }, now)
    await changeExchange(tx, stored, { exchange, code: TOO_LATE.code, answerMessageId: refusal.messageId }, now)
    return outcome(meanings, [refusal])
  }
  await changeExchange(tx, stored, { exchange, ...(effect === 'expire' && { code: TOO_LATE.code }) }, now)
  return outcome(meanings)
}
