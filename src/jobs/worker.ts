import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { createHints, type Hints } from '../kernel/hints.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { LATE, within } from '../kernel/within.ts'
import { IDLE_MS, Lane, LONGEST_IDLE_MS } from './lane.ts'
import { limitDatabase } from './limited-database.ts'
import { assertDistinctNames, queueOf, type Sweep } from './sweep.ts'
import type { SweepState } from './sweep-state.ts'

/** Work in the background that can be stopped. */
export interface Drainable {
  /** Stops after the current transaction. */
  drain(): Promise<void>
}

export interface Worker extends Drainable {
  /** What each sweep did last, for each institution and for its search for institutions. */
  states(): SweepState[]
}

interface WorkerOptions {
  /** The most connections of the database that the sweeps take at once. */
  maxConnections?: number
  /** Hints at work, for example of a commit. Without one, sweeps look once a second. */
  hints?: Hints
}

/**
 * How long a queue of sweeps waits after a pass that found some work, so that rows arriving
 * meanwhile share the next pass.
 */
const PAUSE_MS = 25
/** The same after a pass that found nothing, although woken meanwhile. */
const WAKE_PAUSE_MS = 5
/** After a pass that moved this many rows, the next one starts at once: more work is waiting. */
const FULL_PASS_ROWS = 500
/** While the database is lost, one failure in this time is reported for all sweeps. */
const OUTAGE_REPORT_MS = 5_000
/** How long `drain` waits for attempts that hang. */
const DRAIN_TIMEOUT_MS = 20_000
const MAX_CONNECTIONS = 5

/**
 * Sweeps all institutions continuously: without a pause while much work waits, a few times a second
 * while there are hints at work, and once a second otherwise. Slices sweep beside each other, and
 * so do the urgent sweeps of a slice beside its others. Within these the sweeps run in order, but
 * one that takes long, fails or hangs on an institution delays only itself there.
 */
export function startWorker(app: App, sweeps: readonly Sweep[], options: WorkerOptions = {}): Worker {
  assertDistinctNames(sweeps)
  const stop = new AbortController()
  const { time } = app
  const { hints = createHints(time) } = options
  const limitedApp = { ...app, db: limitDatabase(app.db, options.maxConnections ?? MAX_CONNECTIONS) }
  const mayReportOutage = atMostEvery(OUTAGE_REPORT_MS, time)
  const conducted = new Set(sweeps.flatMap(({ conducts = [] }) => conducts).filter(({ next }) => next))
  const lanes = new Map<Sweep, Lane>()
  for (const sweep of sweeps) {
    const conduct = sweep.conducts && conductorOf(limitedApp, sweep.conducts, lanes)
    const isConducted = conducted.has(sweep)
    lanes.set(sweep, new Lane(limitedApp, sweep, { signal: stop.signal, hints, conduct, isConducted, mayReportOutage }))
  }
  const queues = Map.groupBy(lanes.values(), ({ sweep }) => queueOf(sweep))
  const done = Promise.all(
    Array.from(queues.values(), (queue) => sweepInTurn(queue, { hints, time, signal: stop.signal })),
  )
  const all = [...lanes.values()]
  return {
    states: () => all.flatMap((lane) => lane.states()),
    async drain() {
      stop.abort()
      await done
      const running = Promise.allSettled(all.flatMap((lane) => lane.running()))
      if ((await within(DRAIN_TIMEOUT_MS, running, time)) !== LATE) return
      const hung = all.filter((lane) => lane.running().length > 0).map(({ sweep }) => sweep.name)
      app.log.error({ sweeps: hung }, `these sweeps did not stop within ${DRAIN_TIMEOUT_MS / 1_000} s`)
    },
  }
}

/**
 * Runs each sweep of a queue once, again and again, except those that rest. A sweep does not rest
 * if an earlier one moved rows, because they may be its work.
 */
async function sweepInTurn(
  lanes: readonly Lane[],
  { hints, time, signal }: { hints: Hints; time: MachineTime; signal: AbortSignal },
): Promise<void> {
  const isUrgent = lanes.some(({ sweep }) => sweep.isUrgent)
  while (!signal.aborted) {
    const startedMs = time.nowMs()
    let moved = 0
    for (const lane of lanes) {
      if (signal.aborted) return
      if (moved > 0 || !lane.rests) moved += await lane.pass()
    }
    const waitMs = moved === 0 ? IDLE_MS : moved < FULL_PASS_ROWS ? PAUSE_MS : 0
    if (moved === 0 && isUrgent) {
      if (!hints.wokenSince(startedMs)) await hints.nextWake(waitMs, signal)
      else await time.sleep(WAKE_PAUSE_MS, { signal })
    } else if (waitMs > 0) await time.sleep(waitMs, { signal })
    const isHinted = hints.since(startedMs) || lanes.some((lane) => lane.restedDespiteHint)
    if (moved === 0 && !isHinted) await hints.next(LONGEST_IDLE_MS - IDLE_MS, signal)
  }
}

/**
 * Runs sweeps, in their order, that have work due at the time at which a clock stands. It asks all
 * of them at once, and after one has run, those after it again, because they may have its work.
 */
function conductorOf(app: App, sweeps: readonly Sweep[], lanes: ReadonlyMap<Sweep, Lane>) {
  const ofBusinessTime = sweeps.filter(({ next }) => next)
  return async (institution: Institution): Promise<number> => {
    const { tenantId, clockStandsAt: standsAt } = institution
    if (!standsAt) return 0
    let moved = 0
    let left = ofBusinessTime
    while (left.length > 0) {
      const moments = await app.db.read((db) =>
        Promise.all(left.map((sweep) => sweep.next?.(db, institution, standsAt))),
      )
      const place = moments.findIndex((moment) => moment && Temporal.Instant.compare(moment, standsAt) <= 0)
      if (place === -1) break
      moved += (await lanes.get(left[place]!)?.runConducted(tenantId)) ?? 0
      left = left.slice(place + 1)
    }
    return moved
  }
}

/** Returns true at the first call, and then at most once in each interval. */
function atMostEvery(intervalMs: number, time: MachineTime): () => boolean {
  let nextMs = 0
  return () => {
    const nowMs = time.nowMs()
    if (nowMs < nextMs) return false
    nextMs = nowMs + intervalMs
    return true
  }
}
