import type { Temporal } from 'temporal-polyfill'
import { RESEALED_TABLES, resealBatch } from '../db/reseal.ts'
import { defineSweeps } from '../jobs/sweep.ts'
import { lockProgress, readTargetKey, type SealingProgress, tenantsToReseal, writeProgress } from './resealing.store.ts'

const BATCH_ROWS = 200
/**
 * Rows are sealed again only after every node has surely begun to use the key: a node whose clock
 * is late still seals with the one before.
 */
const AFTER_ACTIVE = { seconds: 10 }

/**
 * Seals what was written before sealing, and seals again with a new key after a rotation. Each pass
 * does one batch of one table, and remembers where it stopped.
 */
export const resealingSweeps = defineSweeps('sealing', {
  'seal rows with the active key': {
    due: (db, now) => tenantsToReseal(db, now.subtract(AFTER_ACTIVE), RESEALED_TABLES.length),
    run: (app, { tenantId }) =>
      app.db.transaction(async (tx) => {
        const now = app.systemClock.now()
        const keyId = await readTargetKey(tx, tenantId, now.subtract(AFTER_ACTIVE))
        if (keyId === undefined || app.db.keyring.activeKeyOf(tenantId) !== keyId) return 0
        const all = await lockProgress(tx, tenantId, RESEALED_TABLES, keyId)
        const next = all.find((one) => RESEALED_TABLES.includes(one.tableName) && !isFinished(one, keyId))
        if (!next) return 0
        const from = next.keyId === keyId ? next : startOf(next, keyId)
        const batch = { tenantId, keyId, table: next.tableName }
        const done = await resealBatch(tx, batch, from.position ?? undefined, BATCH_ROWS)
        await writeProgress(tx, tenantId, boundBy(app.db.keyring.bindsPlaces(tenantId), advanced(from, done, now)))
        return done.examined
      }),
  },
})

function isFinished({ keyId, finishedAt }: SealingProgress, target: number): boolean {
  return keyId === target && finishedAt !== null
}

function startOf({ tableName, boundSince }: SealingProgress, keyId: number): SealingProgress {
  return { tableName, boundSince, keyId, position: null, examined: 0n, resealed: 0n, finishedAt: null }
}

/** The first end of a table with a key that binds values: from then on, no others count there. */
function boundBy(bindsPlaces: boolean, progress: SealingProgress): SealingProgress {
  const { boundSince, finishedAt } = progress
  return { ...progress, boundSince: boundSince ?? (bindsPlaces ? finishedAt : null) }
}

function advanced(
  from: SealingProgress,
  { position, examined, resealed }: Awaited<ReturnType<typeof resealBatch>>,
  now: Temporal.Instant,
): SealingProgress {
  return {
    ...from,
    position: position ? [...position] : null,
    examined: from.examined + BigInt(examined),
    resealed: from.resealed + BigInt(resealed),
    finishedAt: position ? null : now,
  }
}
