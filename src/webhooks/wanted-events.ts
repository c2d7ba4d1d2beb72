import type { Connection } from '../db/client.ts'
import type { FeedEvent } from '../events/events.ts'
import { isForCustomers } from './domain/customer-events.ts'
import { isWanted } from './domain/event-filter.ts'
import type { WebhookOwner } from './webhook-owner.ts'
import { readCustomersOfPayments } from './webhooks.store.ts'

/**
 * The events that a webhook gets: those of its types, and for a webhook of a customer those of that
 * customer alone. Status changes of payments name no customer in the feed, so their payments are
 * looked up.
 */
export async function wantedEvents(
  db: Connection,
  tenantId: bigint,
  { eventTypes, customerId }: { eventTypes: readonly string[]; customerId: WebhookOwner },
  events: readonly FeedEvent[],
): Promise<FeedEvent[]> {
  const wanted = events.filter(({ type }) => isWanted(type, eventTypes))
  if (customerId === null) return wanted
  const ofCustomers = wanted.filter(({ type }) => isForCustomers(type))
  const paymentIds = ofCustomers.flatMap(({ content, subjectId }) => ('to' in content ? [subjectId] : []))
  const payers = await readCustomersOfPayments(db, tenantId, [...new Set(paymentIds)])
  return ofCustomers.filter(({ content, subjectId }) => {
    const owner = 'to' in content ? payers.get(subjectId) : content.customerId
    return owner === customerId
  })
}
