import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { newId } from '../kernel/id.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { digestOf } from './invitations.store.ts'
import type { Factor } from './person.ts'

export interface OfUser {
  tenantId: bigint
  userId: string
}

/** A second factor as the institution sees it. */
export interface ShownFactor {
  id: string
  kind: Factor
  createdAt: Temporal.Instant
  usedAt: Temporal.Instant | null
}

/** The factors of a user that are in use, the oldest first. */
export async function readFactors(db: Connection, { tenantId, userId }: OfUser): Promise<ShownFactor[]> {
  return db.query<ShownFactor>(
    `select id, kind, created_at, used_at from user_factors
      where tenant_id = $1 and user_id = $2 and confirmed_at is not null order by id`,
    [tenantId, userId],
  )
}

export async function deleteFactor(tx: Transaction, { tenantId, userId }: OfUser, id: string): Promise<void> {
  await tx.query('delete from user_factors where tenant_id = $1 and user_id = $2 and id = $3', [tenantId, userId, id])
}

const secretContext = (tenantId: bigint, id: string) => `totp_secret:${tenantId}:${id}`

/** Begins to set an app up. An app that is in use stays so until the new one is confirmed. */
export async function insertPendingTotp(
  tx: Transaction,
  sealer: Sealer,
  { tenantId, userId, secret }: OfUser & { secret: string },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `delete from user_factors where tenant_id = $1 and user_id = $2 and kind = 'Totp' and confirmed_at is null`,
    [tenantId, userId],
  )
  const id = newId(now)
  await tx.query(
    `insert into user_factors (tenant_id, id, user_id, kind, sealed_secret, created_at)
     values ($1, $2, $3, 'Totp', $4, $5)`,
    [tenantId, id, userId, sealer.seal(secret, secretContext(tenantId, id)), now.toString()],
  )
}

/** The app of a user: in use, or being set up. Its row is locked. */
export interface TotpFactor {
  id: string
  secret: string
  /** The last step of 30 seconds whose code was accepted. */
  lastStep: bigint | null
  createdAt: Temporal.Instant
}

export async function lockTotp(
  tx: Transaction,
  sealer: Sealer,
  { tenantId, userId }: OfUser,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<TotpFactor | undefined> {
  const row = await tx.row<Omit<TotpFactor, 'secret'> & { sealedSecret: Buffer }>(
    `select id, sealed_secret, last_step, created_at from user_factors
      where tenant_id = $1 and user_id = $2 and kind = 'Totp' and (confirmed_at is not null) = $3 for update`,
    [tenantId, userId, isConfirmed],
  )
  if (!row) return undefined
  const { sealedSecret, ...factor } = row
  return { ...factor, secret: sealer.open(sealedSecret, secretContext(tenantId, row.id)).toString() }
}

/** Uses up a step of a locked app. */
export async function useStep(
  tx: Transaction,
  tenantId: bigint,
  { id, step }: { id: string; step: bigint },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update user_factors set last_step = $3, used_at = $4 where tenant_id = $1 and id = $2', [
    ...[tenantId, id, step, now.toString()],
  ])
}

/** Puts a locked app into use in place of an earlier one. */
export async function confirmTotp(
  tx: Transaction,
  { tenantId, userId }: OfUser,
  { id, step }: { id: string; step: bigint },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `delete from user_factors where tenant_id = $1 and user_id = $2 and kind = 'Totp' and confirmed_at is not null`,
    [tenantId, userId],
  )
  await tx.query('update user_factors set confirmed_at = $3, last_step = $4 where tenant_id = $1 and id = $2', [
    ...[tenantId, id, now.toString(), step],
  ])
}

/** A passkey; its row is locked. */
export interface PasskeyFactor {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  signCount: bigint
  transports: string[] | null
}

export async function lockPasskey(
  tx: Transaction,
  tenantId: bigint,
  credentialId: string,
): Promise<PasskeyFactor | undefined> {
  return tx.row<PasskeyFactor>(
    `select id, user_id, credential_id, public_key, sign_count, transports from user_factors
      where tenant_id = $1 and credential_id = $2 for update`,
    [tenantId, credentialId],
  )
}

export async function readPasskeys(
  db: Connection,
  { tenantId, userId }: OfUser,
): Promise<Pick<PasskeyFactor, 'credentialId' | 'transports'>[]> {
  return db.query(
    `select credential_id, transports from user_factors
      where tenant_id = $1 and user_id = $2 and kind = 'Passkey' order by id`,
    [tenantId, userId],
  )
}

export async function insertPasskey(
  tx: Transaction,
  { tenantId, userId }: OfUser,
  passkey: { credentialId: string; publicKey: Uint8Array; signCount: number; transports: readonly string[] },
  now: Temporal.Instant,
): Promise<boolean> {
  const { credentialId, publicKey, signCount, transports } = passkey
  const rows = await tx.query(
    `insert into user_factors (tenant_id, id, user_id, kind, credential_id, public_key, sign_count, transports,
       created_at, confirmed_at)
     values ($1, $2, $3, 'Passkey', $4, $5, $6, $7::text[], $8, $8)
     on conflict (tenant_id, credential_id) do nothing returning id`,
    [tenantId, newId(now), userId, credentialId, Buffer.from(publicKey), signCount, transports, now.toString()],
  )
  return rows.length === 1
}

export async function usePasskey(
  tx: Transaction,
  tenantId: bigint,
  { id, signCount }: { id: string; signCount: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('update user_factors set sign_count = $3, used_at = $4 where tenant_id = $1 and id = $2', [
    ...[tenantId, id, signCount, now.toString()],
  ])
}

/** Replaces the recovery codes of a user. Only their hashes are stored: each has 80 random bits. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { tenantId, userId }: OfUser,
  codes: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query('delete from user_recovery_codes where tenant_id = $1 and user_id = $2', [tenantId, userId])
  await tx.query(
    `insert into user_recovery_codes (tenant_id, user_id, code_sha256, created_at)
     select $1, $2, one.code, $4 from unnest($3::text[]) as one (code)`,
    [tenantId, userId, codes.map(digestOf), now.toString()],
  )
}

/** Uses the code up. Of two requests with the same code, one gets true. */
export async function useRecoveryCode(tx: Transaction, { tenantId, userId }: OfUser, code: string): Promise<boolean> {
  const used = await tx.query(
    'delete from user_recovery_codes where tenant_id = $1 and user_id = $2 and code_sha256 = $3 returning user_id',
    [tenantId, userId, digestOf(code)],
  )
  return used.length === 1
}

export async function countRecoveryCodes(db: Connection, { tenantId, userId }: OfUser): Promise<number> {
  const row = await db.row<{ count: bigint }>(
    'select count(*) as count from user_recovery_codes where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  )
  return Number(row!.count)
}
