/** The public face of the slice: what other slices may use. */
import './events.errors.ts'

export { CURSOR, cursorOf, placeIn, requireCursor } from './cursor.ts'
export { EVENT_TYPES } from './event-types.ts'
export { EventReply, renderEvent } from './events.schema.ts'
export { insertEventOnce, readFeedHead } from './events.store.ts'
export { type FeedEvent, type PaymentStep, readFeed, readFeedAt, type ShownEvent, showEvents } from './feed.ts'
export { deleteTracesBefore, insertTraces, type PaymentTrace, readTraces } from './payment-traces.store.ts'
export { recordChange, recordChanges, recordEvents } from './record-change.ts'
export { recordSteps } from './record-steps.ts'
