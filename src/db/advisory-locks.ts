import type { Transaction } from './client.ts'

/**
 * The advisory locks of the service, each with its class: four ASCII letters, read as a 32-bit
 * integer. All locks are in this table, so that two with the same class are noticed.
 */
const CLASSES = {
  /** Protects the database schema while a migration runs. */
  schema: 'giro',
  /** Protects the hierarchy of a tenant's customers. */
  hierarchy: 'hier',
  /** Protects the audit chain of a tenant. */
  auditChain: 'audi',
  /** Protects the event feed of a tenant. */
  eventFeed: 'feed',
  /** Puts the proposed requests of a tenant, and the decisions on them, in order. */
  proposals: 'prop',
  /** Protects a business day of a tenant while it is closed. */
  ledgerDay: 'book',
  /** Lets one worker make the payments of a tenant's files. */
  paymentFiles: 'file',
  /** Lets one worker make an ACH file of a tenant at a time, also around midnight. */
  achFiles: 'achf',
  /** Lets one worker receive items of a tenant, or settle them, at a time. */
  receipts: 'rcpt',
  /** Puts the trades of a tenant's desk in order, also while no position is open. */
  deskTrades: 'desk',
  /** Puts what one person does alone in order, so that together it stays within what they may. */
  actsAlone: 'alon',
  /** Puts the quotes of a customer in order, and of those above and below it. */
  fxQuotes: 'quot',
  /** Lets one of several nodes that start at once create the demo. */
  demo: 'demo',
  /** Lets one base backup of the embedded database run at a time. */
  baseBackup: 'copy',
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

/** Waits for the tenant's lock and holds it until the transaction ends. */
export async function lockTenant(
  tx: Transaction,
  { lock, tenantId }: TenantLock,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const acquire = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`select ${acquire}(${lockClass(lock)}, ($1::bigint % 2147483647)::integer)`, [tenantId])
}

/**
 * Waits for the lock of each customer, in the order of their ids, and holds them until the
 * transaction ends.
 */
export async function lockCustomers(
  tx: Transaction,
  { lock, customerIds }: { lock: LockName; customerIds: readonly bigint[] },
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(${lockClass(lock)}, key)
     from (select distinct (id % 2147483647)::integer as key from unnest($1::bigint[]) as of (id) order by 1) as keys`,
    [customerIds],
  )
}

/** Waits for the lock, of no tenant, and holds it until the transaction ends. */
export async function lockOnce(tx: Transaction, lock: LockName): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lockClass(lock)})`)
}

/** A statement that takes the lock if it is free, and holds it until the connection ends. */
export function tryLockConnection(lock: LockName): string {
  return `select pg_try_advisory_lock(${lockClass(lock)}) as "isFree"`
}

/** Takes the lock if it is free and holds it until the transaction ends. Returns whether it did. */
export async function tryLockTenant(tx: Transaction, { lock, tenantId }: TenantLock): Promise<boolean> {
  const [row] = await tx.query<{ isFree: boolean }>(
    `select pg_try_advisory_xact_lock(${lockClass(lock)}, ($1::bigint % 2147483647)::integer) as "isFree"`,
    [tenantId],
  )
  return row!.isFree
}
