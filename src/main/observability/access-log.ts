import type { Logger } from 'pino'
import { operationNameOf, type RequestObserver } from '../../http/observe-requests.ts'

/** Which requests have a line in the log: all, those that failed, or none. */
export type AccessLog = 'all' | 'errors' | 'off'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Writes a line for each request: its id, what it asked for, who asked, and how it ended. Of its
 * path, only the route and the random ids in it: account numbers and queries stay out.
 */
export function logRequests(log: Logger, which: AccessLog): RequestObserver | undefined {
  if (which === 'off' || !log.isLevelEnabled('info')) return undefined
  return ({ request, reply, status, ms }) => {
    if (which === 'errors' && status < 400) return
    if (request.routeOptions.config.isProbe && status < 400) return
    const { principal } = request
    log.info(
      {
        requestId: request.id,
        operation: operationNameOf(request),
        method: request.method,
        route: request.routeOptions.url,
        ...idsOf(request.params),
        status,
        ms: Math.round(ms * 10) / 10,
        ...(reply.hasHeader('idempotent-replayed') && { replayed: true }),
        address: request.callerAddress,
        // A request that was refused before its token was checked has no client.
        ...(principal && { client: principal.clientId, tenantId: String(principal.tenantId) }),
        ...(principal?.person && { person: principal.person.userId }),
      },
      'request',
    )
  }
}

/** The parameters of a path that are random ids, such as paymentUID. */
function idsOf(params: unknown): { ids?: Record<string, string> } {
  const ids = Object.entries((params ?? {}) as Record<string, string>).filter(([, value]) => UUID.test(value))
  return ids.length > 0 ? { ids: Object.fromEntries(ids) } : {}
}
