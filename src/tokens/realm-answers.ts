import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { isConnectionFailure } from '../db/client.ts'
import { isOfPerson } from './authorization-code.ts'
import type { Log } from './log.ts'
import type { Realm } from './realms.store.ts'
import type { Confirmations } from './sender-constraint.ts'

/**
 * Errors that oidc-provider reports as a bad request and RFC 6749 section 5.2 defines as failed
 * client authentication: no credentials, or an unreadable Authorization header.
 */
const failedAuthentications = new Set([
  'no client authentication mechanism provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
])

/**
 * Converts oidc-provider's replies to those of the interface: five fields, `bearer` in lower case
 * unless the token is bound to a DPoP key, 401 with a challenge. The replies to a token exchange
 * and for a person keep the fields of their standards.
 */
export function answerInOurShape(provider: Provider, confirmations: Confirmations, refreshTokenSeconds: number): void {
  provider.use(async (ctx, next) => {
    await next()
    const body = ctx.body as Record<string, unknown> | undefined
    if (ctx.oidc?.route === 'token' && ctx.status === 200 && isOfPerson(ctx as KoaContextWithOIDC)) {
      const { jkt } = (await confirmations.confirm(ctx as KoaContextWithOIDC)) ?? {}
      ctx.body = { ...body, token_type: jkt === undefined ? 'Bearer' : 'DPoP' }
    } else if (ctx.oidc?.route === 'token' && ctx.status === 200 && !body?.['issued_token_type']) {
      ctx.body = {
        access_token: body?.['access_token'],
        expires_in: body?.['expires_in'],
        refresh_expires_in: refreshTokenSeconds,
        refresh_token: body?.['refresh_token'],
        token_type: (await confirmations.confirm(ctx as KoaContextWithOIDC))?.jkt === undefined ? 'bearer' : 'DPoP',
      }
    } else if (body?.['error'] === 'invalid_request' && failedAuthentications.has(String(body['error_description']))) {
      ctx.status = 401
      ctx.body = { ...body, error: 'invalid_client' }
    }
    if (ctx.status === 401) ctx.set('WWW-Authenticate', `Basic realm="${provider.issuer}", charset="UTF-8"`)
  })
}

/**
 * Removes oidc-provider's CORS headers, so that no web page can read the replies (see
 * http/security-headers.ts).
 */
export function withoutCors(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary']) ctx.remove(name)
  })
}

/** Logs failures, but never the contents of a request. An unreachable database becomes a 503. */
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
      ? { error: 'temporarily_unavailable', error_description: 'the service cannot reach its database, try again' }
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
  // Failures after the reply began, such as a client that disconnected.
  const events: EventEmitter = provider
  events.on('error', (error: Error) => log.warn({ realm: code, err: error }, 'token reply not sent'))
}
