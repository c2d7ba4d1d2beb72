import { setTimeout as sleep } from 'node:timers/promises'
import { type CryptoKey, errors, importJWK } from 'jose'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { accept, refuse } from '../kernel/result.ts'
import { ALGORITHM, issuerOf, readAccessTokenClaims, TOKEN_TYPE } from './access-token-claims.ts'
import { readVerificationKeys } from './signing-keys.store.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { verifyTokenSignature } from './token-signature.ts'

interface KnownKey {
  tenantId: bigint
  tenantCode: string
  key: CryptoKey
}

/** An unknown key makes the keys be read again, at most so often, whoever asks; who comes in between waits for the next reading. */
const RELOAD_INTERVAL_MS = 1_000
/** More than that are not kept waiting: they send what was never ours. */
const MAX_WAITING = 1_000

/** The token service of this installation, whose keys are in the database. A key speaks for its tenant only. */
export function createLocalIssuer(options: { db: Database; clock: Clock; publicUrl: string }): TokenIssuer {
  const { db, clock, publicUrl } = options
  let keys: ReadonlyMap<string, KnownKey> = new Map()
  let reading: Promise<void> = Promise.resolve()
  let readingBeganAtMs = Number.NEGATIVE_INFINITY
  let next: Promise<void> | undefined
  let waiting = 0

  async function read(): Promise<void> {
    const found = await db.read((db) => readVerificationKeys(db, clock.now()))
    const entries = found.map(async ({ kid, publicJwk, tenantId, tenantCode }) => {
      const key = keys.get(kid)?.key ?? ((await importJWK(publicJwk, ALGORITHM)) as CryptoKey)
      return [kid, { tenantId, tenantCode, key }] as const
    })
    keys = new Map(await Promise.all(entries))
  }

  /** A reading that begins after this call, one for all who ask until then: one that is under way may have missed a new key. */
  function readAgain(): Promise<void> {
    next ??= (async () => {
      await reading.catch(() => {})
      const waitMs = readingBeganAtMs + RELOAD_INTERVAL_MS - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      next = undefined
      readingBeganAtMs = performance.now()
      reading = read()
      await reading
    })()
    return next
  }

  async function findKey(kid: string | undefined): Promise<KnownKey> {
    const isWorthwhile = kid !== undefined && !keys.has(kid) && waiting < MAX_WAITING
    if (isWorthwhile) {
      waiting++
      await readAgain().finally(() => waiting--)
    }
    const known = keys.get(kid ?? '')
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known
  }

  return {
    async read(token) {
      let signer: KnownKey | undefined
      const getKey = async ({ kid }: { kid?: string }) => {
        signer = await findKey(kid)
        return signer.key
      }
      const signed = await verifyTokenSignature(token, getKey, { algorithms: [ALGORITHM], types: [TOKEN_TYPE] })
      if (!signed.ok) return signed
      const { tenantId, tenantCode } = signer!
      const nowSeconds = clock.now().epochMilliseconds / 1_000
      const issuer = issuerOf(publicUrl, tenantCode)
      const claims = readAccessTokenClaims(signed.value.payload, { issuer, nowSeconds })
      if (!claims.ok) return claims
      if (claims.value.tenantCode !== tenantCode) return refuse('tenant')
      return accept({ tenantId, claims: claims.value })
    },
  }
}
