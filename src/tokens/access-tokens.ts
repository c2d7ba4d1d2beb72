import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLocalIssuer } from './local-issuer.ts'
import type { Log } from './log.ts'
import { createRemoteIssuer } from './remote-issuer.ts'
import {
  clientKey,
  createRevocationList,
  personKey,
  type RevocableToken,
  type Revocation,
  tokenKey,
} from './revocation-list.ts'
import type { IssuerRefusal } from './token-issuer.ts'

/** The caller: an API client of an institution, acting for one of its legal entities. */
export interface Principal {
  tenantId: bigint
  tenantCode: string
  clientId: string
  legalEntityId: bigint
  entitlements: ReadonlySet<string>
  /** When the token ends, in seconds since 1970. */
  expiresAt: number
  /** The user whose token the client uses. Undefined if the client acts in its own name. */
  person?: { userId: string }
}

export type TokenRefusal = IssuerRefusal | Revocation

const explanations: Record<TokenRefusal, string> = {
  malformed: 'it is not a signed token',
  type: 'it is not an access token',
  algorithm: 'its algorithm is not accepted',
  unknownKey: 'its signing key is unknown',
  signature: 'its signature is invalid',
  issuer: 'it has another issuer',
  audience: 'its audience is not this API',
  expired: 'it has expired',
  notYetValid: 'it is not valid yet',
  claims: 'it lacks its tenant, client, legal entity, entitlements or expiry',
  tenant: 'its tenant is unknown',
  revoked: 'it was revoked',
  outdated: 'its client has since lost an entitlement or its secret, or its user was changed',
}

/** Why a token is refused: `reason` for programs, the message for people. */
export class TokenRefused extends Error {
  readonly reason: TokenRefusal

  constructor(reason: TokenRefusal) {
    super(explanations[reason])
    this.name = 'TokenRefused'
    this.reason = reason
  }
}

export interface AccessTokenVerifier {
  /**
   * The principal of a token that was seen before and is still valid, by one map lookup; undefined
   * for any other token.
   */
  recall(token: string): Principal | undefined
  /**
   * The principal of the token. For a token seen before, returns at once, without a promise. Throws
   * or rejects with `TokenRefused`; any other error is the service's failure, not the token's.
   */
  verify(token: string): Principal | Promise<Principal>
  /** Reads new revocations now instead of at the next 2-second interval. */
  refresh(): Promise<void>
  close(): void
}

export interface AccessTokenVerifierOptions {
  db: Database
  clock: Clock
  publicUrl: string
  /** An OpenID Connect issuer whose tokens are accepted instead of our own. */
  remoteIssuer?: string
  log: Log
}

interface SeenToken extends RevocableToken {
  principal: Principal
}

const MAX_SEEN_TOKENS = 10_000
/** Far more than our tokens need, and small enough that the cached ones stay within 100 MB. */
const MAX_TOKEN_CHARACTERS = 8_192

/**
 * Verifies access tokens offline, without a request to the token service or a database read per
 * call.
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { clock, remoteIssuer } = options
  const issuer = remoteIssuer === undefined ? createLocalIssuer(options) : createRemoteIssuer(remoteIssuer, options)
  const revocations = createRevocationList(options)
  const seenTokens = new LRUCache<string, SeenToken>({ max: MAX_SEEN_TOKENS })

  /** Checks what can change after the first verification: the time, and revocations. */
  function refusalOf(seen: SeenToken): TokenRefusal | undefined {
    if (seen.principal.expiresAt * 1_000 <= clock.now().epochMilliseconds) return 'expired'
    return revocations.find(seen)
  }

  function admit(seen: SeenToken): Principal {
    const ended = refusalOf(seen)
    if (ended) throw new TokenRefused(ended)
    return seen.principal
  }

  async function verifyNew(token: string): Promise<Principal> {
    if (token.length > MAX_TOKEN_CHARACTERS) throw new TokenRefused('malformed')
    await revocations.ready()
    const read = await issuer.read(token)
    if (!read.ok) throw new TokenRefused(read.refusal)
    const { tenantId, claims } = read.value
    const { revocationIds, accessVersion, person, ...rest } = claims
    const seen = {
      principal: { tenantId, ...rest, ...(person && { person: { userId: person.userId } }) },
      client: clientKey(tenantId, claims.clientId),
      tokens: revocationIds.map((id) => tokenKey(tenantId, id)),
      accessVersion,
      ...(person && { person: { key: personKey(tenantId, person.userId), accessVersion: person.accessVersion } }),
    }
    const principal = admit(seen)
    seenTokens.set(token, seen)
    return principal
  }

  return {
    recall(token) {
      const seen = seenTokens.get(token)
      return seen && !refusalOf(seen) ? seen.principal : undefined
    },
    verify(token) {
      const seen = seenTokens.get(token)
      return seen ? admit(seen) : verifyNew(token)
    },
    refresh: revocations.refresh,
    close: revocations.close,
  }
}
