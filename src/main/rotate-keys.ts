import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import { ANNOUNCE_SECONDS, contextOf, INDEX_KEY_ID, makeKey } from '../db/keyring.ts'
import { RESEALED_TABLES } from '../db/reseal.ts'
import type { Institution } from '../institution/institution.ts'
import { insertDataKey, readProgress, readStoredKeys, readTargetKey, replaceWrapped } from './resealing.store.ts'

/**
 * Makes a new data key for an institution. It seals after 30 seconds, when every node knows it, and
 * then a worker seals existing rows again. Returns its id.
 */
export async function rotateDataKey(
  db: Database,
  { tenantId }: Institution,
  now: Temporal.Instant,
): Promise<{ id: number; activeFrom: Temporal.Instant }> {
  const keys = await db.read((read) => readStoredKeys(read, tenantId))
  const id = Math.max(INDEX_KEY_ID, ...keys.map((key) => key.id)) + 1
  const { wrapped } = await makeKey(db.keyring.provider, { tenantId, id })
  const activeFrom = now.add({ seconds: ANNOUNCE_SECONDS })
  // Of two rotations at once, the second fails on the primary key.
  await db.transaction((tx) => insertDataKey(tx, { tenantId, id, wrapped }, { now, activeFrom }))
  return { id, activeFrom }
}

/** Wraps all keys of an institution with the current master key. Returns how many it wrapped. */
export async function rewrapKeys(db: Database, { tenantId }: Institution): Promise<number> {
  const { provider } = db.keyring
  let rewrapped = 0
  for (const { id, wrapped } of await db.read((read) => readStoredKeys(read, tenantId))) {
    const context = contextOf({ tenantId, id })
    if (!(await provider.isOutdated(wrapped, context))) continue
    const again = await provider.wrap(await provider.unwrap(wrapped, context), context)
    await db.transaction((tx) => replaceWrapped(tx, { tenantId, id }, wrapped, again))
    rewrapped++
  }
  return rewrapped
}

/** What `giro encryption-key status` prints. */
export interface KeyStatus {
  keys: { id: number; use: string; wrappedBy: 'current' | 'previous' | 'unknown'; activeFrom: string }[]
  tables: {
    table: string
    key: number
    examined: string
    resealed: string
    finishedAt: string | null
    /** Since when values of the table count only in their place; null for not yet. */
    boundSince: string | null
  }[]
  /** Whether every table that can change is sealed with the key that is active. */
  isFinished: boolean
}

export async function statusOfKeys(db: Database, { tenantId }: Institution, now: Temporal.Instant): Promise<KeyStatus> {
  const { provider } = db.keyring
  const stored = await db.read((read) => readStoredKeys(read, tenantId))
  const isActive = ({ id, activeFrom }: (typeof stored)[number]) =>
    id !== INDEX_KEY_ID && Temporal.Instant.compare(activeFrom, now) <= 0
  const active = stored.findLast(isActive)?.id
  const keys = []
  for (const { id, wrapped, activeFrom } of stored) {
    const context = contextOf({ tenantId, id })
    const opens = await provider.unwrap(wrapped, context).then(
      () => true,
      () => false,
    )
    const isOutdated = opens && (await provider.isOutdated(wrapped, context))
    keys.push({
      id,
      use: id === INDEX_KEY_ID ? 'blind indexes' : id === active ? 'seals' : id > (active ?? 0) ? 'pending' : 'opens',
      wrappedBy: !opens ? ('unknown' as const) : isOutdated ? ('previous' as const) : ('current' as const),
      activeFrom: activeFrom.toString(),
    })
  }
  const tables = (await db.read((read) => readProgress(read, tenantId))).map((one) => ({
    table: one.tableName,
    key: one.keyId,
    examined: String(one.examined),
    resealed: String(one.resealed),
    finishedAt: one.finishedAt?.toString() ?? null,
    boundSince: one.boundSince?.toString() ?? null,
  }))
  return { keys, tables, isFinished: await isResealed(db, { tenantId }, now) }
}

/** Whether the values of every table that can change count only in their places. */
export async function isBound(db: Database, { tenantId }: Pick<Institution, 'tenantId'>): Promise<boolean> {
  const progress = await db.read((read) => readProgress(read, tenantId))
  return progress.filter(({ boundSince }) => boundSince !== null).length >= RESEALED_TABLES.length
}

/** Whether every table that can change is sealed with the key that is active. */
export async function isResealed(
  db: Database,
  { tenantId }: Pick<Institution, 'tenantId'>,
  now: Temporal.Instant,
): Promise<boolean> {
  return db.read(async (read) => {
    const active = await readTargetKey(read, tenantId, now)
    const progress = await readProgress(read, tenantId)
    const finished = progress.filter(({ keyId, finishedAt }) => keyId === active && finishedAt !== null)
    return finished.length >= RESEALED_TABLES.length
  })
}
