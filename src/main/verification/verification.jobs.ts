import type { Temporal } from 'temporal-polyfill'
import type { App } from '../../app.ts'
import type { Transaction } from '../../db/client.ts'
import { holdInstitutionTime, type Institution, tenantsWhere } from '../../institution/institution.ts'
import { defineSweeps, type Sweep } from '../../jobs/sweep.ts'
import { holdRails, readKnownDifferences } from '../../rails/rails.ts'
import { claimPart, recordVerification, type Verification } from './verifications.store.ts'
import { PARTS, type PartSources } from './verified-parts.ts'

/** A worker looks for parts that are due so often, and verifies one of each institution. */
const INTERVAL_MS = 60_000
/** A claim of a worker that died ends so. No claim lasts longer. */
const CLAIM: Temporal.DurationLike = { minutes: 15 }
const ACTOR = 'verification'
/** The hold on the rails and the table have all. */
const MAX_LOGGED = 10
/** So many differences a hold shows. */
const MAX_SHOWN = 100

export interface VerificationSettings {
  /** The directory of the anchors. */
  anchors: string
  /** Each part is verified again after so many hours. */
  everyHours: number
}

/**
 * Verifies the books of every institution again and again, a part at a time, so that no snapshot
 * lasts long. If something differs, nothing leaves the institution until people released its rails.
 */
export function verificationSweeps(settings: VerificationSettings): readonly Sweep[] {
  // Not at once: a worker that restarts again and again has better things to do.
  let nextAt: number | undefined
  return defineSweeps('verification', {
    'verify the books': {
      async due(db, now) {
        nextAt ??= now.epochMilliseconds + INTERVAL_MS
        if (now.epochMilliseconds < nextAt) return []
        nextAt = now.epochMilliseconds + INTERVAL_MS
        return tenantsWhere(db, 'true')
      },
      run: (app, institution) => verifyNextPart(app, institution, settings),
    },
  })
}

/** Verifies the part that is due first, if any. Returns how many parts it verified. */
export async function verifyNextPart(
  app: App,
  institution: Institution,
  { anchors, everyHours }: VerificationSettings,
): Promise<number> {
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const claim = { now, dueBefore: now.subtract({ hours: everyHours }), until: now.add(CLAIM) }
  const before = await app.db.transaction((tx) => claimPart(tx, tenantId, claim))
  if (!before) return 0
  const startedMs = app.time.nowMs()
  const differences = await differencesIn(app, before.part, { institution, systemClock: app.systemClock, anchors })
  const tookMs = app.time.nowMs() - startedMs
  if (differences.length > 0)
    app.log.error(
      { institution: institution.code, part: before.part, differences: differences.slice(0, MAX_LOGGED) },
      'the books differ; nothing leaves until the hold on the rails is released',
    )
  await app.db.transaction(async (tx) => {
    await recordVerification(tx, tenantId, { part: before.part, verifiedAt: app.tokenClock.now(), tookMs, differences })
    const fresh = await unknownOf(tx, tenantId, differences)
    if (fresh.length === 0) return
    const hold = { reason: 'BooksBroken', differences: fresh, heldBy: ACTOR } as const
    await holdRails(tx, tenantId, hold, await holdInstitutionTime(tx, institution, app.clock))
  })
  return 1
}

/**
 * The differences that no hold shows which is open, or which people released. A hold shows a
 * hundred at most, so of more, those beyond are known as long as none of the hundred is new.
 */
async function unknownOf(
  tx: Transaction,
  tenantId: bigint,
  differences: readonly string[],
): Promise<readonly string[]> {
  if (differences.length === 0) return []
  const known = await readKnownDifferences(tx, tenantId)
  const fresh = differences.filter((line) => !known.has(line))
  const isMore = differences.length > MAX_SHOWN && differences.length - fresh.length >= MAX_SHOWN
  return isMore ? [] : fresh
}

async function differencesIn(app: App, part: Verification['part'], sources: PartSources): Promise<string[]> {
  const found = await app.db.snapshot(async (tx) => {
    // The checks read whole tables, and are no part of the service's requests.
    await tx.query('set local enable_seqscan = on')
    return PARTS[part](tx, sources)
  })
  return found.map(({ what, id, detail }) => `${what}: ${id}: ${detail}`)
}
