import { isDeepStrictEqual } from 'node:util'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { UnknownKey } from '../db/keyring.ts'
import { CannotOpen, type Sealer } from '../kernel/sealer.ts'
import { words } from '../kernel/words.ts'
import { ALGORITHM } from './access-token-claims.ts'
import {
  insertSigningKey,
  lockLastSigningKey,
  readSigningKeys,
  retireSigningKey,
  type SealedKey,
  type StoredSigningKey,
} from './signing-keys.store.ts'

/**
 * How long a new key is published before it signs: time for every node and every external verifier
 * to read it.
 */
export const ANNOUNCE_SECONDS = 60
/** The longest that another node may still sign with a key after it was retired here. */
const RETIREMENT_MARGIN_SECONDS = 60

/** `Pending` is published but does not sign yet, `Active` signs, `Retired` only verifies. */
export const SIGNING_KEY_STATUSES = words('SigningKeyStatus', ['Active', 'Pending', 'Retired'])
export type SigningKeyStatus = (typeof SIGNING_KEY_STATUSES)[number]

export interface SigningKey extends StoredSigningKey {
  status: SigningKeyStatus
}

/**
 * The published keys: first the active one, then pending ones, then retired ones whose signatures
 * still verify.
 */
export async function listSigningKeys(db: Connection, tenantId: bigint, now: Temporal.Instant): Promise<SigningKey[]> {
  const keys = await readSigningKeys(db, tenantId, now)
  return keys
    .map((key) => ({ ...key, status: statusAt(now, key) }))
    .sort((a, b) => SIGNING_KEY_STATUSES.indexOf(a.status) - SIGNING_KEY_STATUSES.indexOf(b.status))
}

function statusAt(now: Temporal.Instant, { signsFrom, retiredAt }: StoredSigningKey): SigningKeyStatus {
  if (retiredAt && Temporal.Instant.compare(retiredAt, now) <= 0) return 'Retired'
  return Temporal.Instant.compare(signsFrom, now) <= 0 ? 'Active' : 'Pending'
}

/**
 * Like `listSigningKeys`, but creates a key if none signs. Safe when several nodes do so at once.
 */
export async function ensureSigningKey(
  tx: Transaction,
  { tenantId, sealer, now }: { tenantId: bigint; sealer: Sealer; now: Temporal.Instant },
): Promise<SigningKey[]> {
  const keys = await listSigningKeys(tx, tenantId, now)
  if (keys.some(({ status }) => status !== 'Retired')) return keys
  await insertSigningKey(tx, await generateSigningKey(tenantId, sealer), { now, signsFrom: now })
  return listSigningKeys(tx, tenantId, now)
}

/**
 * Publishes a new key that signs a minute later. By then every node knows it, so no token is
 * refused. The old key verifies until every token it signed has ended; `accessTokenSeconds` is the
 * lifetime of a token. While a new key is pending, no other key is created.
 */
export async function rotateSigningKey(
  tx: Transaction,
  rotation: { tenantId: bigint; sealer: Sealer; accessTokenSeconds: number; now: Temporal.Instant },
): Promise<{ key: SigningKey; isNew: boolean }> {
  const { tenantId, sealer, accessTokenSeconds, now } = rotation
  await lockLastSigningKey(tx, tenantId)
  const pending = await findPending(tx, tenantId, now)
  if (pending) return { key: pending, isNew: false }
  const key = await generateSigningKey(tenantId, sealer)
  const signsFrom = now.add({ seconds: ANNOUNCE_SECONDS })
  const expiresAt = signsFrom.add({ seconds: accessTokenSeconds + RETIREMENT_MARGIN_SECONDS })
  await retireSigningKey(tx, { tenantId, retiredAt: signsFrom, expiresAt })
  await insertSigningKey(tx, key, { now, signsFrom })
  const next = await findPending(tx, tenantId, now)
  return { key: next!, isNew: true }
}

async function findPending(tx: Transaction, tenantId: bigint, now: Temporal.Instant): Promise<SigningKey | undefined> {
  return (await listSigningKeys(tx, tenantId, now)).find(({ status }) => status === 'Pending')
}

/**
 * The private JWK of the key that signs. If it cannot be opened, its successor signs at once; a
 * retired key never signs again. Throws `CannotOpen` if no key can be opened.
 */
export function openKeyThatSigns(keys: readonly SigningKey[], sealer: Sealer): JWK {
  const candidates = keys.filter(({ status }) => status !== 'Retired')
  for (const key of candidates) {
    try {
      return openSigningKey(key, sealer)
    } catch (error) {
      if (!(error instanceof CannotOpen) || key === candidates.at(-1)) throw error
    }
  }
  throw new Error('no signing key exists')
}

/**
 * The private JWK of a stored key. Throws `CannotOpen` if it was sealed with another encryption key
 * or is damaged.
 */
export function openSigningKey(key: SealedHalf, sealer: Sealer): JWK {
  return JSON.parse(sealer.open(key.sealedPrivateJwk, sealingContext(key)).toString())
}

type SealedHalf = Pick<SealedKey, 'tenantId' | 'kid' | 'sealedPrivateJwk'>

/**
 * The public JWK of a stored key, from its private one: the sealed half is of its row, and only the
 * service can have made it. The stored public half could be of another key. Throws `CannotOpen` as
 * `openSigningKey` does.
 */
export function publicHalfOf(key: SealedHalf, sealer: Sealer): JWK {
  const { d: _, ...publicJwk } = openSigningKey(key, sealer)
  return publicJwk
}

/** Why a stored key is not the one that the service made; undefined if it is. */
export function whyKeyAltered(key: SealedKey, sealer: Sealer): string | undefined {
  try {
    const isIts = isDeepStrictEqual(publicHalfOf(key, sealer), key.publicJwk)
    return isIts ? undefined : `the public half of the signing key ${key.kid} is not that of its private half`
  } catch (error) {
    // A missing key says nothing about what is stored.
    if (error instanceof UnknownKey || !(error instanceof CannotOpen)) throw error
    return error.message
  }
}

/**
 * Whether the sealer opens at least one signing key of the institution, so that its encryption key
 * is the right one. Undefined if the institution has no key. One damaged key does not count against
 * the others.
 */
export async function opensSigningKeys(
  db: Connection,
  { tenantId, sealer, now }: { tenantId: bigint; sealer: Sealer; now: Temporal.Instant },
): Promise<boolean | undefined> {
  const keys = await readSigningKeys(db, tenantId, now)
  if (keys.length === 0) return undefined
  return keys.some((key) => {
    try {
      return openSigningKey(key, sealer) !== undefined
    } catch (error) {
      if (error instanceof CannotOpen) return false
      throw error
    }
  })
}

async function generateSigningKey(tenantId: bigint, sealer: Sealer): Promise<SealedKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const publicJwk = { ...jwk, kid, alg: ALGORITHM, use: 'sig' }
  const privateJwk = { ...(await exportJWK(privateKey)), kid, alg: ALGORITHM, use: 'sig' }
  const sealedPrivateJwk = sealer.seal(JSON.stringify(privateJwk), sealingContext({ tenantId, kid }))
  return { tenantId, kid, algorithm: ALGORITHM, publicJwk, sealedPrivateJwk }
}

function sealingContext({ tenantId, kid }: { tenantId: bigint; kid: string }): string {
  return `signing_key:${tenantId}:${kid}`
}
