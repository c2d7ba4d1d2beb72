import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { isConnectionFailure } from '../db/client.ts'
import type { Log } from './log.ts'
import type { Realm } from './realms.store.ts'

/**
 * What oidc-provider calls a bad request and RFC 6749 section 5.2 calls a failed authentication of the client: none at
 * all, or an Authorization header that can not be read.
 */
const failedAuthentications = new Set([
  'no client authentication mechanism provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
])

/** Makes of oidc-provider's answers those of the interface: its five fields, its spelling of `bearer`, 401 with a challenge. */
export function answerInOurShape(provider: Provider, refreshTokenSeconds: number): void {
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as Record<string, unknown> | undefined
    if (ctx.oidc?.route === 'token' && ctx.status === 200) {
      ctx.body = {
        access_token: body?.['access_token'],
        expires_in: body?.['expires_in'],
        refresh_expires_in: refreshTokenSeconds,
        refresh_token: body?.['refresh_token'],
        token_type: 'bearer',
      }
    } else if (body?.['error'] === 'invalid_request' && failedAuthentications.has(String(body['error_description']))) {
      ctx.status = 401
      ctx.body = { ...body, error: 'invalid_client' }
    }
    if (ctx.status === 401) ctx.set('WWW-Authenticate', `Basic realm="${provider.issuer}", charset="UTF-8"`)
  })
}

/** oidc-provider lets pages of every origin read what it answers; ours read no answer of the service (see http/security-headers.ts). */
export function withoutCors(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary']) ctx.remove(name)
  })
}

/** Logs what went wrong, never what was sent; an unreachable database becomes a 503. */
export function reportFailures(provider: Provider, { code }: Realm, log: Log): void {
  provider.on('grant.error', (ctx, error) => {
    const client = ctx.oidc.client?.clientId
    log.info({ realm: code, client, error: error.message, detail: error.error_detail }, 'token request refused')
  })
  const failed = (ctx: Pick<KoaContextWithOIDC, 'status' | 'body' | 'set'>, error: Error) => {
    log.error({ realm: code, err: error }, 'token request failed')
    const unavailable = isConnectionFailure(error)
    ctx.status = unavailable ? 503 : 500
    if (unavailable) ctx.set('Retry-After', '2')
    ctx.body = unavailable
      ? { error: 'temporarily_unavailable', error_description: 'the service can not reach its database, try again' }
      : { error: 'server_error', error_description: 'an unexpected error' }
  }
  provider.on('server_error', failed)
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      failed(ctx, error as Error)
    }
  })
  // What happens after the answer, like a client that went away while it was sent.
  const events: EventEmitter = provider
  events.on('error', (error: Error) => log.warn({ realm: code, err: error }, 'token answer not sent'))
}
