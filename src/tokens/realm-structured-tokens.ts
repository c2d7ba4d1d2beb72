import { createLocalJWKSet, type JWK } from 'jose'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import {
  type AccessTokenClaims,
  ALGORITHM,
  issuerOf,
  readAccessTokenClaims,
  TOKEN_TYPE,
} from './access-token-claims.ts'
import { isCurrentPerson } from './persons.store.ts'
import type { Realm } from './realms.store.ts'
import { insertRevocation, isRevoked } from './revocations.store.ts'
import { verifyTokenSignature } from './token-signature.ts'

interface Options {
  db: Database
  clock: Clock
  publicUrl: string
  onRevocation: () => Promise<void>
}

interface OwnToken {
  payload: Record<string, unknown>
  claims: AccessTokenClaims
}

/**
 * Introspection (RFC 7662) and revocation (RFC 7009) of our access tokens. oidc-provider
 * authenticates the client, then refuses structured tokens with an error it uses for nothing else,
 * and this handler takes over. A client can see and revoke its own tokens only; other tokens do not
 * exist for it.
 */
export function answerForStructuredTokens(realm: Realm, publicKeys: readonly JWK[], options: Options) {
  const { db, clock, publicUrl, onRevocation } = options
  const { tenantId } = realm
  const issuer = issuerOf(publicUrl, realm.code)
  const keySet = createLocalJWKSet({ keys: [...publicKeys] })

  async function findOwnToken(token: string, clientId: string): Promise<OwnToken | undefined> {
    const signed = await verifyTokenSignature(token, keySet, { algorithms: [ALGORITHM], types: [TOKEN_TYPE] })
    if (!signed.ok) return undefined
    const { payload } = signed.value
    const claims = readAccessTokenClaims(payload, { issuer, nowSeconds: clock.now().epochMilliseconds / 1_000 })
    return claims.ok && claims.value.clientId === clientId ? { payload, claims: claims.value } : undefined
  }

  async function introspect(own: OwnToken | undefined, client: Client) {
    if (!own || own.claims.accessVersion < Number(client['access_version'])) return { active: false }
    if (await db.read((db) => isRevoked(db, tenantId, own.claims.revocationIds))) return { active: false }
    const { person, confirmation } = own.claims
    if (person && !(await db.read((db) => isCurrentPerson(db, tenantId, person)))) return { active: false }
    return { ...own.payload, active: true, token_type: confirmation?.jkt === undefined ? 'bearer' : 'DPoP' }
  }

  async function revoke({ payload, claims }: OwnToken): Promise<void> {
    const expiresAt = Temporal.Instant.fromEpochMilliseconds(claims.expiresAt * 1_000)
    const id = String(payload['jti'])
    await db.transaction((tx) => insertRevocation(tx, { tenantId, id, expiresAt }, clock.now()))
    await onRevocation()
  }

  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    if ((ctx.body as { error?: string } | undefined)?.error !== 'unsupported_token_type') return
    const client = ctx.oidc.client!
    const own = await findOwnToken(String(ctx.oidc.params!['token']), client.clientId)
    ctx.status = 200
    if (ctx.oidc.route === 'introspection') {
      ctx.body = await introspect(own, client)
    } else {
      if (own) await revoke(own)
      ctx.body = ''
    }
  }
}
