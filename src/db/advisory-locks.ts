import type { Transaction } from './client.ts'

/**
 * What advisory locks protect, each with its class: four ASCII letters, read as a 32-bit integer.
 * Every lock of the service is in this table, so no two of them can share a class unseen.
 */
const CLASSES = {
  /** The schema of the database, while a migration runs. */
  schema: 'giro',
  /** The hierarchy of a tenant's customers. */
  hierarchy: 'hier',
  /** The audit chain of a tenant. */
  auditChain: 'audi',
  /** The event feed of a tenant. */
  eventFeed: 'feed',
} as const satisfies Record<string, string>

export type LockName = keyof typeof CLASSES

export const LOCK_NAMES = Object.keys(CLASSES) as LockName[]

export function lockClass(name: LockName): number {
  return Buffer.from(CLASSES[name], 'ascii').readInt32BE()
}

interface TenantLock {
  lock: LockName
  tenantId: bigint
}

/** Waits for a lock of the tenant and keeps it until the transaction ends. */
export async function lockTenant(
  tx: Transaction,
  { lock, tenantId }: TenantLock,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const acquire = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`select ${acquire}(${lockClass(lock)}, ($1::bigint % 2147483647)::integer)`, [tenantId])
}

/** Takes the lock if it is free, and keeps it until the transaction ends; says whether it did. */
export async function tryLockTenant(tx: Transaction, { lock, tenantId }: TenantLock): Promise<boolean> {
  const [row] = await tx.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(${lockClass(lock)}, ($1::bigint % 2147483647)::integer) as "isFree"`,
    [tenantId],
  )
  return row!.isFree
}
