import type { Temporal } from 'temporal-polyfill'
import type { FeedEvent } from '../events/events.ts'
import { newId } from '../kernel/id.ts'
import type { NewDelivery } from './deliveries.store.ts'

/** Creates the delivery of an event to a webhook. */
export function deliveryOf(event: FeedEvent, now: Temporal.Instant): NewDelivery {
  const { id: eventId, position, type: eventType, subjectKind, subjectId } = event
  return { id: newId(now), eventId, position, eventType, subjectKind, subjectId }
}
