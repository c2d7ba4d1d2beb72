import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLocalIssuer } from './local-issuer.ts'
import type { Log } from './log.ts'
import { createRemoteIssuer } from './remote-issuer.ts'
import { clientKey, createRevocationList, type RevocableToken, type Revocation, tokenKey } from './revocation-list.ts'
import type { IssuerRefusal } from './token-issuer.ts'

/** Who asks: a program of an institution, acting for one of its legal entities. */
export interface Principal {
  tenantId: bigint
  tenantCode: string
  clientId: string
  legalEntityId: bigint
  entitlements: ReadonlySet<string>
  /** When the token ends, in seconds since 1970. */
  expiresAt: number
}

export type TokenRefusal = IssuerRefusal | Revocation

const explanations: Record<TokenRefusal, string> = {
  malformed: 'it is not a signed token',
  type: 'it is not an access token',
  algorithm: 'its algorithm is not accepted',
  unknownKey: 'the key it is signed with is not known',
  signature: 'its signature is wrong',
  issuer: 'it is of another issuer',
  audience: 'it is not meant for this API',
  expired: 'it has expired',
  notYetValid: 'it is not valid yet',
  claims: 'it lacks tenant, client, legal entity, entitlements or end',
  tenant: 'its tenant is not known',
  revoked: 'it was revoked',
  outdated: 'its client may do less by now, or its secret was ended; get a new one',
}

/** Why a token is not accepted: `reason` for programs, the message for people. */
export class TokenRefused extends Error {
  readonly reason: TokenRefusal

  constructor(reason: TokenRefusal) {
    super(explanations[reason])
    this.name = 'TokenRefused'
    this.reason = reason
  }
}

export interface AccessTokenVerifier {
  /** Who a token speaks for that was seen before and still holds, by a look-up; undefined for any other. */
  recall(token: string): Principal | undefined
  /**
   * Who the token speaks for. A token that was seen before is answered at once, without a promise. Throws or rejects with
   * `TokenRefused`; any other error is ours, not the token's.
   */
  verify(token: string): Principal | Promise<Principal>
  /** Reads the newest revocations now; otherwise that happens every 2 seconds. */
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
/** Far more than a token of ours has, and little enough that those kept stay within 100 MB. */
const MAX_TOKEN_LENGTH = 8_192

/** Verifies access tokens offline: no request to the token service, no reading of the database for each call. */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { clock, remoteIssuer } = options
  const issuer = remoteIssuer === undefined ? createLocalIssuer(options) : createRemoteIssuer(remoteIssuer, options)
  const revocations = createRevocationList(options)
  const seenTokens = new LRUCache<string, SeenToken>({ max: MAX_SEEN_TOKENS })

  /** What may have changed since the token was seen first: the time, and what is revoked. */
  function endOf(seen: SeenToken): TokenRefusal | undefined {
    if (seen.principal.expiresAt * 1_000 <= clock.now().epochMilliseconds) return 'expired'
    return revocations.find(seen)
  }

  function admit(seen: SeenToken): Principal {
    const end = endOf(seen)
    if (end) throw new TokenRefused(end)
    return seen.principal
  }

  async function verifyNew(token: string): Promise<Principal> {
    if (token.length > MAX_TOKEN_LENGTH) throw new TokenRefused('malformed')
    await revocations.ready()
    const read = await issuer.read(token)
    if (!read.ok) throw new TokenRefused(read.refusal)
    const { tenantId, claims } = read.value
    const { revocationIds, accessVersion, ...rest } = claims
    const seen = {
      principal: { tenantId, ...rest },
      client: clientKey(tenantId, claims.clientId),
      tokens: revocationIds.map((id) => tokenKey(tenantId, id)),
      accessVersion,
    }
    const principal = admit(seen)
    seenTokens.set(token, seen)
    return principal
  }

  return {
    recall(token) {
      const seen = seenTokens.get(token)
      return seen && !endOf(seen) ? seen.principal : undefined
    },
    verify(token) {
      const seen = seenTokens.get(token)
      return seen ? admit(seen) : verifyNew(token)
    },
    refresh: revocations.refresh,
    close: revocations.close,
  }
}
