import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { type Networks, networksOf } from '../kernel/networks.ts'
import type { Confirmation } from './access-token-claims.ts'
import { type ClientStanding, findClientStanding } from './client-standing.store.ts'
import { type ClientUse, createClientUses } from './client-uses.ts'
import { createIssuerRegistry } from './issuer-registry.ts'
import { createTokenIssuer } from './issuers.ts'
import type { Log } from './log.ts'
import {
  clientKey,
  createRevocationList,
  personKey,
  type RevocableToken,
  type Revocation,
  tokenKey,
} from './revocation-list.ts'
import type { IssuerRefusal, ReadToken } from './token-issuer.ts'

/** The caller: an API client of an institution, acting for one of its legal entities. */
export interface Principal {
  tenantId: bigint
  tenantCode: string
  clientId: string
  legalEntityId: bigint
  entitlements: ReadonlySet<string>
  /** When the token ends, in seconds since 1970. */
  expiresAt: number
  /** What every use of the token must prove. Absent for a bearer token. */
  confirmation?: Confirmation
  /** The networks from which the client may use the token. Absent for any. */
  allowedNetworks?: Networks
  /** The user whose token the client uses. Undefined if the client acts in its own name. */
  person?: { userId: string }
}

export type TokenRefusal = IssuerRefusal | Revocation | 'unbound'

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
  lifetime: 'it is valid for longer than its issuer may grant',
  claims: 'it lacks its tenant, client, legal entity, entitlements, issue time or expiry',
  tenant: 'its tenant is unknown, or does not trust its issuer',
  revoked: 'it was revoked',
  outdated:
    'its client has since lost an entitlement or its secret, or got other access rules, or its user was changed',
  unbound: 'its client must use tokens that are bound to a key',
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
  /** Reads new revocations and issuers now instead of at the next 2-second interval. */
  refresh(): Promise<void>
  /** Stores the last uses of clients now instead of at the end of the minute. */
  recordUses(): Promise<void>
  /** Stores the last uses of clients. */
  close(): Promise<void>
}

export interface AccessTokenVerifierOptions {
  db: Database
  clock: Clock
  publicUrl: string
  /**
   * The OpenID Connect issuer of the only institution, in place of our own token service. Issuers
   * in the database have priority.
   */
  defaultIssuer?: string
  log: Log
  /** How often it reads goes by it. */
  time?: MachineTime
}

interface SeenToken extends RevocableToken {
  principal: Principal
  /** Absent for a client that only another issuer knows. */
  use: ClientUse | undefined
}

const MAX_SEEN_TOKENS = 10_000
/** Far more than our tokens need, and small enough that the cached ones stay within 100 MB. */
const MAX_TOKEN_CHARACTERS = 8_192

/**
 * Verifies access tokens offline, without a request to the token service. The first sight of a
 * token reads the standing of its client; later calls read nothing.
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { db, clock } = options
  const seenTokens = new LRUCache<string, SeenToken>({ max: MAX_SEEN_TOKENS })
  let generation = 0
  const registry = createIssuerRegistry({
    ...options,
    onChange: () => {
      generation++
      seenTokens.clear()
      issuer.forget()
    },
  })
  const issuer = createTokenIssuer(registry, options)
  const revocations = createRevocationList(options)
  const uses = createClientUses(options)

  /** Checks what can change after the first verification: the time, and revocations. */
  function refusalOf(seen: SeenToken): TokenRefusal | undefined {
    if (seen.principal.expiresAt * 1_000 <= clock.now().epochMilliseconds) return 'expired'
    return revocations.find(seen)
  }

  function admit(seen: SeenToken): Principal {
    const ended = refusalOf(seen)
    if (ended) throw new TokenRefused(ended)
    return use(seen)
  }

  function use(seen: SeenToken): Principal {
    if (seen.use && !seen.use.isNoted) uses.note(seen.use, clock.now().epochMilliseconds)
    return seen.principal
  }

  async function verifyNew(token: string): Promise<Principal> {
    if (token.length > MAX_TOKEN_CHARACTERS) throw new TokenRefused('malformed')
    await Promise.all([revocations.ready(), registry.ready()])
    const began = generation
    const read = await issuer.read(token)
    if (!read.ok) throw new TokenRefused(read.refusal)
    const { tenantId, claims } = read.value
    const standing = await db.read((db) => findClientStanding(db, { tenantId, clientId: claims.clientId }))
    const ended = standing && endedBy(standing, read.value)
    if (ended) throw new TokenRefused(ended)
    const seen = seenTokenOf(read.value, standing)
    const principal = admit(seen)
    // If the issuers changed meanwhile, the next call verifies the token again.
    if (began === generation) seenTokens.set(token, seen)
    return principal
  }

  return {
    recall(token) {
      const seen = seenTokens.get(token)
      return seen && !refusalOf(seen) ? use(seen) : undefined
    },
    verify(token) {
      const seen = seenTokens.get(token)
      return seen ? admit(seen) : verifyNew(token)
    },
    async refresh() {
      await Promise.all([revocations.refresh(), registry.refresh()])
    },
    recordUses: uses.flush,
    async close() {
      revocations.close()
      registry.close()
      await uses.close()
    },
  }
}

/**
 * Whether the client was revoked or its tokens were ended since the token was issued. Another
 * issuer does not know our access versions, so for its tokens the time of issue decides. It may
 * also issue tokens for a client long after we revoked it, so the revocation list alone is not
 * enough.
 */
function endedBy(
  { isRevoked, accessVersion, accessNarrowedAt, senderConstraint }: ClientStanding,
  { claims, isOwn }: ReadToken,
): TokenRefusal | undefined {
  if (isRevoked) return 'revoked'
  const { jkt, 'x5t#S256': thumbprint } = claims.confirmation ?? {}
  if (senderConstraint === 'dpop' && jkt === undefined) return 'unbound'
  if (senderConstraint === 'certificate' && thumbprint === undefined) return 'unbound'
  const isOutdated = isOwn
    ? claims.accessVersion < Number(accessVersion)
    : accessNarrowedAt !== null && claims.issuedAt * 1_000 < accessNarrowedAt.epochMilliseconds
  return isOutdated ? 'outdated' : undefined
}

function seenTokenOf({ tenantId, claims, isOwn }: ReadToken, standing: ClientStanding | undefined): SeenToken {
  const { revocationIds, accessVersion, person, issuedAt: _, ...rest } = claims
  const { clientId } = claims
  const { expiresAt, allowedNetworks = [] } = standing ?? {}
  return {
    principal: {
      tenantId,
      ...rest,
      ...(person && { person: { userId: person.userId } }),
      ...(expiresAt && { expiresAt: Math.min(claims.expiresAt, expiresAt.epochMilliseconds / 1_000) }),
      ...(allowedNetworks.length > 0 && { allowedNetworks: networksOf(allowedNetworks) }),
    },
    use: standing && { tenantId, clientId, isNoted: false },
    client: clientKey(tenantId, clientId),
    tokens: revocationIds.map((id) => tokenKey(tenantId, id)),
    accessVersion: isOwn ? accessVersion : Number(standing?.accessVersion ?? 1),
    ...(person && { person: { key: personKey(tenantId, person.userId), accessVersion: person.accessVersion } }),
  }
}
