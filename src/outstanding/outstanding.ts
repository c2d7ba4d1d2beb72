/** The public face of the slice: what other slices may use. */
import './outstanding.errors.ts'

export { parseActor } from './find-actor.ts'
export { renderCancellation, renderOutstanding } from './outstanding.schema.ts'
export { viewCancellation, viewOutstanding } from './read-outstanding.ts'
export { requestCancellation } from './request-cancellation.ts'
