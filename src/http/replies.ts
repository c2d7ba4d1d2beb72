import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionFailure } from '../db/client.ts'
import { BatcherClosed, BatcherOverloaded } from '../kernel/batcher.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { type Rendered, renderRefusal } from './dialects.ts'
import { errorCatalogue, PartFailed } from './errors.ts'
import { bodyKiBOf } from './operation.ts'

export const RETRY_AFTER_SECONDS = 2

export function send(reply: FastifyReply, { status, body, etag }: Rendered, replayed?: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (etag) reply.header('etag', etag)
  if (status === 204) return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

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
  if (rendered.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return send(reply, rendered, replayed)
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  const refused = refusalOfError(request, error)
  if (errorCatalogue[refused.reason].status >= 500)
    request.log.error(
      { err: error, reference: request.id, operation: request.routeOptions.config.operation?.id },
      'request failed',
    )
  return sendRefusal(request, reply, refused)
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
  if (error.statusCode === 400) return { reason: 'malformedBody' }
  if (error instanceof BatcherOverloaded || error instanceof BatcherClosed || isConnectionFailure(error))
    return { reason: 'unavailable' }
  return { reason: 'internalError', detail: `an unexpected error, reference ${request.id}` }
}
