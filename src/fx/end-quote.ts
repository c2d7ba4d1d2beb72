import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { renderQuote } from './fx-trades.schema.ts'
import { type Quote, writeQuoteStatus } from './fx-trades.store.ts'

/** Rejects a locked quote that is not a contract. */
export async function endQuote(
  tx: Transaction,
  { tenantId, actor }: { tenantId: bigint; actor: string },
  quote: Quote,
  now: Temporal.Instant,
): Promise<Quote> {
  const rejected: Quote = { ...quote, status: 'Rejected' }
  await writeQuoteStatus(tx, tenantId, quote.id, 'Rejected')
  const subject = { kind: 'fxQuote', id: quote.id, customerId: quote.customerId }
  const change = { before: renderQuote(quote), after: renderQuote(rejected) }
  await recordChange(tx, { tenantId, actor, action: 'fx.quote.rejected', subject, ...change }, now)
  return rejected
}
