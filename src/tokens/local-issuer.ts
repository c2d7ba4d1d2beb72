import { type CryptoKey, errors, importJWK } from 'jose'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { accept, refuse } from '../kernel/result.ts'
import { ALGORITHM, issuerOf, readAccessTokenClaims, TOKEN_TYPE } from './access-token-claims.ts'
import { findVerificationKeys } from './signing-keys.store.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { verifyTokenSignature } from './token-signature.ts'

interface KnownKey {
  tenantId: bigint
  tenantCode: string
  key: CryptoKey
}

/** An unknown key makes the keys be read again, at most so often, whoever asks. */
const RELOAD_INTERVAL_MS = 1_000

/** The token service of this installation, whose keys are in the database. A key speaks for its tenant only. */
export function createLocalIssuer(options: { db: Database; clock: Clock; publicUrl: string }): TokenIssuer {
  const { db, clock, publicUrl } = options
  let keys: ReadonlyMap<string, KnownKey> = new Map()
  let loading: Promise<void> | undefined
  let loadedAtMs = Number.NEGATIVE_INFINITY

  async function load(): Promise<void> {
    const found = await db.read((tx) => findVerificationKeys(tx, clock.now()))
    const entries = found.map(async ({ kid, publicJwk, tenantId, tenantCode }) => {
      const key = keys.get(kid)?.key ?? ((await importJWK(publicJwk, ALGORITHM)) as CryptoKey)
      return [kid, { tenantId, tenantCode, key }] as const
    })
    keys = new Map(await Promise.all(entries))
    loadedAtMs = performance.now()
  }

  async function findKey(kid: string | undefined): Promise<CryptoKey> {
    if (!keys.has(kid ?? '') && (loading || performance.now() - loadedAtMs >= RELOAD_INTERVAL_MS)) {
      loading ??= load().finally(() => {
        loading = undefined
      })
      await loading
    }
    const known = keys.get(kid ?? '')
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known.key
  }

  return {
    async read(token) {
      const signed = await verifyTokenSignature(token, ({ kid }) => findKey(kid), {
        algorithms: [ALGORITHM],
        types: [TOKEN_TYPE],
      })
      if (!signed.ok) return signed
      const { tenantId, tenantCode } = keys.get(signed.value.kid!)!
      const nowSeconds = clock.now().epochMilliseconds / 1_000
      const issuer = issuerOf(publicUrl, tenantCode)
      const claims = readAccessTokenClaims(signed.value.payload, { issuer, nowSeconds })
      if (!claims.ok) return claims
      if (claims.value.tenantCode !== tenantCode) return refuse('tenant')
      return accept({ tenantId, claims: claims.value })
    },
  }
}
