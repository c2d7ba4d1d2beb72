/** The public face of the slice: what other slices may use. */
import './outstanding.errors.ts'
// Its refusals are also theirs: a command that loads this slice alone must be able to word them.
import '../api-clients/api-clients.ts'
import '../users/users.ts'

export { parseActor } from './find-actor.ts'
export { renderCancellation, renderOutstanding, renderRelease } from './outstanding.schema.ts'
export { viewCancellation, viewOutstanding } from './read-outstanding.ts'
export { releaseOutstanding } from './release-outstanding.ts'
export { requestCancellation } from './request-cancellation.ts'
