import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { ALGORITHM } from './access-token-claims.ts'
import {
  findSigningKeys,
  insertSigningKey,
  retireSigningKey,
  type StoredSigningKey,
  type UsableSigningKey,
} from './signing-keys.store.ts'

/** How long another node may go on signing with a key after it was retired here, at the most. */
const RETIREMENT_MARGIN_SECONDS = 60

/**
 * The keys whose signatures are good now, the one that signs first. Makes one when none signs; harmless when several nodes
 * do so at once.
 */
export async function ensureSigningKey(
  tx: Transaction,
  { tenantId, sealer, now }: { tenantId: bigint; sealer: Sealer; now: Temporal.Instant },
): Promise<UsableSigningKey[]> {
  const keys = await findSigningKeys(tx, tenantId, now)
  if (keys.some((key) => !key.retired)) return keys
  await insertSigningKey(tx, await generateSigningKey(tenantId, sealer), now)
  return findSigningKeys(tx, tenantId, now)
}

/**
 * A new key signs from now on. The old one verifies until every token that it signed has ended; `accessTokenSeconds` is
 * how long a token lives. Nodes notice within seconds.
 */
export async function rotateSigningKey(
  tx: Transaction,
  rotation: { tenantId: bigint; sealer: Sealer; accessTokenSeconds: number; now: Temporal.Instant },
): Promise<{ kid: string }> {
  const { tenantId, sealer, accessTokenSeconds, now } = rotation
  const key = await generateSigningKey(tenantId, sealer)
  const expiresAt = now.add({ seconds: accessTokenSeconds + RETIREMENT_MARGIN_SECONDS })
  await retireSigningKey(tx, { tenantId, expiresAt, now })
  if (await insertSigningKey(tx, key, now)) return { kid: key.kid }
  // Another rotation came first, and its key is as new as this one would have been.
  const [active] = await findSigningKeys(tx, tenantId, now)
  return { kid: active!.kid }
}

/** The private JWK of a stored key. Throws `CannotOpen` when it was sealed with another encryption key. */
export function openSigningKey(key: StoredSigningKey, sealer: Sealer): JWK {
  return JSON.parse(sealer.open(key.sealedPrivateJwk, sealingContext(key)).toString())
}

/** Throws `CannotOpen` when the institution's signing keys were sealed with another encryption key. */
export async function checkSealer(
  tx: Transaction,
  { tenantId, sealer, now }: { tenantId: bigint; sealer: Sealer; now: Temporal.Instant },
): Promise<void> {
  for (const key of await findSigningKeys(tx, tenantId, now)) openSigningKey(key, sealer)
}

async function generateSigningKey(tenantId: bigint, sealer: Sealer): Promise<StoredSigningKey> {
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
