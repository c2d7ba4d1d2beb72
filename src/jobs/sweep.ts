import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'

/**
 * A kind of work that is found by what the rows say, not by a queue beside them: a payment's state is its place in the queue, so the two can
 * not disagree, and a crash leaves nothing to clean up. Any number of workers may sweep at once.
 */
export interface Sweep {
  /** The slice and the work, unique among all sweeps: `payments: expire approvals`. */
  name: string
  /** The tenants that have such work now; `now` is the machine's time, and each tenant's own may be ahead of it. */
  due(db: Connection, now: Temporal.Instant): Promise<bigint[]>
  /** Does a bounded part of it for one institution, in transactions of its own. Returns how many rows it took further. */
  run(app: App, institution: Institution): Promise<number>
  /**
   * Where the work is due by the institution's clock: the first moment at which there will be some, as its rows stand; `now` where there is some
   * already. The clock of a sandbox, set forward, stops at each such moment until the work is done.
   */
  next?(db: Connection, institution: Institution, now: Temporal.Instant): Promise<Temporal.Instant | undefined>
}

/**
 * The sweeps of a slice, in their order, keyed by what they do. The slice completes each name, and
 * an object cannot hold a key twice, so no two sweeps share a name.
 */
export function defineSweeps(slice: string, sweeps: Readonly<Record<string, Omit<Sweep, 'name'>>>): readonly Sweep[] {
  return Object.entries(sweeps).map(([work, sweep]) => ({ ...sweep, name: `${slice}: ${work}` }))
}

/** Throws if two sweeps share a name, which logs and figures of a worker are kept by. */
export function assertDistinctNames(sweeps: readonly Sweep[]): void {
  const names = new Set<string>()
  for (const { name } of sweeps) {
    if (names.has(name)) throw new Error(`two sweeps are called "${name}"`)
    names.add(name)
  }
}
