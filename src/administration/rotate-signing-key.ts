import type { Connection, Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type Institution, requireInstitution } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { ACCESS_TOKEN_SECONDS } from '../tokens/access-token-claims.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  listSigningKeys as listKeys,
  rotateSigningKey as rotateInTokens,
  type SigningKey,
} from '../tokens/signing-keys.ts'
import { renderSigningKey } from './signing-keys.schema.ts'

/** The institution's published signing keys; the one that signs is first. */
export async function listSigningKeys(
  db: Connection,
  principal: Principal,
  { tokenNow }: Moment,
): Promise<Result<SigningKey[], Refusal>> {
  const institution = await requireInstitution(db, principal)
  return institution.ok ? accept(await listKeys(db, principal.tenantId, tokenNow)) : institution
}

/** Rotates the signing key at the request of a client of the institution. */
export async function rotateSigningKey(
  tx: Transaction,
  principal: Principal,
  sealer: Sealer,
  moment: Moment,
): Promise<Result<SigningKey, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  return accept(await rotateSigningKeyOf(tx, institution.value, { actor: principal.clientId, sealer }, moment))
}

/** Publishes a new key and records it. While a key is Pending, returns that key instead. */
export async function rotateSigningKeyOf(
  tx: Transaction,
  { tenantId }: Institution,
  { actor, sealer }: { actor: string; sealer: Sealer },
  { now, tokenNow }: Moment,
): Promise<SigningKey> {
  const rotation = { tenantId, sealer, accessTokenSeconds: ACCESS_TOKEN_SECONDS, now: tokenNow }
  const { key, isNew } = await rotateInTokens(tx, rotation)
  const subject = { kind: 'signing-key', id: key.kid }
  const after = renderSigningKey(key)
  if (isNew) await recordChange(tx, { tenantId, actor, action: 'signing-key.rotated', subject, after }, now)
  return key
}
