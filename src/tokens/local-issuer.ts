import { type CryptoKey, errors, importJWK } from 'jose'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { ALGORITHM, issuerOf, readAccessTokenClaims, TOKEN_TYPE } from './access-token-claims.ts'
import { reportAltered } from './altered-credentials.ts'
import type { Log } from './log.ts'
import { readVerificationKeys, type VerificationKey } from './signing-keys.store.ts'
import { publicHalfOf } from './signing-keys.ts'
import type { IssuerRefusal, ReadToken } from './token-issuer.ts'
import { verifyTokenSignature } from './token-signature.ts'

interface KnownKey {
  tenantId: bigint
  tenantCode: string
  key: CryptoKey
}

/**
 * An unknown key triggers a new reading of the keys, at most this often. Requests in between wait
 * for the next reading, such as the first of a new institution.
 */
const RELOAD_INTERVAL_MS = 100
/**
 * The most requests that wait for a reading. Beyond it, tokens with an unknown key are refused at
 * once.
 */
const MAX_WAITING_REQUESTS = 1_000

/** The keys of all institutions, read again when a token names an unknown one. */
function createKeyCache({ db, clock, log, time = machineTime }: Omit<LocalIssuerOptions, 'publicUrl'>) {
  const report = reportAltered(log)
  let keys: ReadonlyMap<string, KnownKey> = new Map()
  let reading: Promise<void> = Promise.resolve()
  let readingBeganAtMs = Number.NEGATIVE_INFINITY
  let next: Promise<void> | undefined
  let waiting = 0

  async function read(): Promise<void> {
    const found = await db.read((db) => readVerificationKeys(db, clock.now()))
    // Another process may have created the institution a moment ago.
    const { keyring } = db
    if (found.some(({ tenantId }) => !keyring.has(tenantId) && !keyring.isPaused(tenantId))) await db.readKeys()
    keys = new Map((await Promise.all(found.map(open))).flatMap((known) => known ?? []))
  }

  /** Undefined for a key that the service did not make for the row: it verifies nothing. */
  async function open(stored: VerificationKey): Promise<[[string, KnownKey]] | undefined> {
    const { kid, tenantId, tenantCode } = stored
    const known = keys.get(kid)
    if (known?.tenantId === tenantId) return [[kid, known]]
    try {
      const publicJwk = publicHalfOf(stored, db.keyring.sealer)
      return [[kid, { tenantId, tenantCode, key: (await importJWK(publicJwk, ALGORITHM)) as CryptoKey }]]
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error
      report(`the signing key ${kid} of ${tenantCode} cannot be opened`)
      return undefined
    }
  }

  /**
   * Starts a reading after this call, shared by all callers until then. A reading already under way
   * may have missed a new key.
   */
  function readAgain(): Promise<void> {
    next ??= (async () => {
      await reading.catch(() => {})
      const waitMs = readingBeganAtMs + RELOAD_INTERVAL_MS - time.nowMs()
      if (waitMs > 0) await time.sleep(waitMs)
      next = undefined
      readingBeganAtMs = time.nowMs()
      reading = read()
      await reading
    })()
    return next
  }

  async function findKey(kid: string | undefined): Promise<KnownKey> {
    const isWorthwhile = kid !== undefined && !keys.has(kid) && waiting < MAX_WAITING_REQUESTS
    if (isWorthwhile) {
      waiting++
      await readAgain().finally(() => waiting--)
    }
    const known = keys.get(kid ?? '')
    if (!known) throw new errors.JWKSNoMatchingKey()
    return known
  }

  return { findKey }
}

interface LocalIssuerOptions {
  db: Database
  clock: Clock
  publicUrl: string
  log: Log
  time?: MachineTime
}

/**
 * The token service of this installation, with its keys in the database. A key is valid only for
 * its own tenant.
 */
export function createLocalIssuer(options: LocalIssuerOptions): {
  read(token: string): Promise<Result<ReadToken, IssuerRefusal>>
} {
  const { clock, publicUrl } = options
  const keys = createKeyCache(options)

  return {
    async read(token) {
      let signer: KnownKey | undefined
      const getKey = async ({ kid }: { kid?: string }) => {
        signer = await keys.findKey(kid)
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
      return accept({ tenantId, claims: claims.value, isOwn: true })
    },
  }
}
