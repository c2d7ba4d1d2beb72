import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionFailure, isSerialisationFailure } from '../db/client.ts'
import { BatcherClosed, BatcherLate, BatcherOverloaded } from '../kernel/batcher.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { ClockMoves } from '../kernel/moving-clocks.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { type Rendered, renderRefusal } from './dialects.ts'
import { UnsupportedCoding } from './encodings.ts'
import { errorCatalogue, PartFailed } from './errors.ts'
import { isUnchanged } from './etag.ts'
import { AmbiguousJson } from './json-bodies.ts'
import { bodyKiBOf } from './operation.ts'

/** A conflict or a full batch is over soon. */
const RETRY_AFTER_SECONDS = 1
/** A database that is lost comes back after some seconds. */
const RETRY_LOST_DATABASE_SECONDS = 5

/**
 * Answers with 503 if the work does not end in time. The work ends by itself, as the database gives
 * it up; a repetition with the same idempotency key learns what it did.
 */
export async function replyInTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { timeoutMs, time }: { timeoutMs: number; time: MachineTime },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const cancel = time.after(timeoutMs, () => {
    if (reply.sent) return
    const seconds = timeoutMs / 1_000
    request.log.warn({ ...namesOf(request), seconds }, 'a request was not finished in time')
    const detail = `the request was not finished within ${seconds} seconds`
    // What took so long is probably not over at once.
    sendRefusal(request, reply, { reason: 'unavailable', detail, retryAfterSeconds: Math.ceil(seconds / 2) })
  })
  try {
    return await work()
  } catch (error) {
    if (!reply.sent) throw error
    request.log.warn({ ...namesOf(request), err: error }, 'a request failed after its answer')
    return reply
  } finally {
    cancel()
  }
}

export function send(reply: FastifyReply, { status, body, etag, reason }: Rendered, replayed?: boolean): FastifyReply {
  // The request was not finished in time.
  if (reply.sent) return reply
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (reason) reply.header('giro-reason', reason)
  if (etag) reply.header('etag', etag)
  if (etag && isRead(reply.request) && isUnchanged(etag, reply.request.headers['if-none-match']))
    return reply.code(304).send()
  if (status === 204) return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Sends a refusal in the dialect of the route or its operation. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refused: Refusal,
  replayed?: boolean,
): FastifyReply {
  const { operation, dialect } = request.routeOptions.config
  // The rest of a body that is too large is not read.
  if (refused.reason === 'bodyTooLarge') reply.header('connection', 'close')
  const rendered = renderRefusal(dialect ?? operation?.dialect, operation?.failure ?? 'The request failed', refused)
  // Tells a missing coding from a media type (RFC 9110 section 15.5.16).
  if (rendered.status === 415) reply.header('accept-encoding', 'gzip')
  if (rendered.status === 503) reply.header('retry-after', refused.retryAfterSeconds ?? RETRY_AFTER_SECONDS)
  return send(reply, rendered, replayed)
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  const refused = refusalOfError(request, error)
  if (errorCatalogue[refused.reason].status >= 500)
    request.log.error({ err: error, ...namesOf(request) }, 'request failed')
  return sendRefusal(request, reply, refused)
}

function namesOf({ id, routeOptions }: FastifyRequest) {
  return { reference: id, operation: routeOptions.config.operation?.id }
}

function explainBodyLimit({ routeOptions }: FastifyRequest): string {
  const { operation } = routeOptions.config
  return `the body is larger than ${operation ? `${bodyKiBOf(operation)} KiB` : 'the path allows'}`
}

function refusalOfError(request: FastifyRequest, error: FastifyError): Refusal {
  if (error instanceof PartFailed) return { ...refusalOfError(request, error.cause as FastifyError), part: error.part }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { reason: 'unsupportedMediaType' }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { reason: 'bodyTooLarge', detail: explainBodyLimit(request) }
  if (error.code === 'FST_ERR_BAD_URL') return { reason: 'malformedUrl' }
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return { reason: 'pathNotFound' }
  if (error instanceof AmbiguousJson) return { reason: 'malformedBody', detail: error.message }
  if (error.statusCode === 400) return { reason: 'malformedBody' }
  if (error instanceof UnsupportedCoding) return { reason: 'unsupportedMediaType', detail: error.message }
  if (error.statusCode === 415) return { reason: 'unsupportedMediaType' }
  if (isConnectionFailure(error)) return { reason: 'unavailable', retryAfterSeconds: RETRY_LOST_DATABASE_SECONDS }
  if (isTemporary(error)) return { reason: 'unavailable' }
  return { reason: 'internalError', detail: `an unexpected error, reference ${request.id}` }
}

/** A repetition can succeed. With an idempotency key, it does what was not done. */
function isTemporary(error: unknown): boolean {
  const isOfBatcher = [BatcherOverloaded, BatcherLate, BatcherClosed].some((kind) => error instanceof kind)
  return isOfBatcher || error instanceof ClockMoves || isSerialisationFailure(error)
}
