import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'

/**
 * Work that is found by the state of rows, without a separate queue. A payment's state is its place
 * in the queue, so the two cannot disagree, and a crash leaves nothing to clean up. Any number of
 * workers may sweep at once.
 */
export interface Sweep {
  /** The slice and the work, unique among all sweeps: `payments: expire approvals`. */
  name: string
  /**
   * The tenants with work due now. `now` is the machine's time; a tenant's own clock may be ahead.
   */
  due(db: Connection, now: Temporal.Instant): Promise<bigint[]>
  /**
   * Does a bounded part of the work for one institution, in its own transactions. Returns how many
   * rows it moved forward. A run with many transactions ends between two of them when the service
   * stops, as `signal` says.
   */
  run(app: App, institution: Institution, signal?: AbortSignal): Promise<number>
  /**
   * Looks at once when woken, beside the other sweeps of its slice: for messages, whose networks
   * wait for seconds.
   */
  isUrgent?: true
  /** Runs beside all other sweeps, also those of its slice. */
  runsAlone?: true
  /**
   * For work due by the institution's clock: the next moment with work due, given the current rows;
   * `now` if work is due already. A sandbox clock that was set forward stops at each such moment
   * until the work is done.
   */
  next?(db: Connection, institution: Institution, now: Temporal.Instant): Promise<Temporal.Instant | undefined>
  /**
   * The sweeps of business time that run only before this one while it moves an institution's
   * clock: in order, and as far as they have work due at the time at which the clock stands.
   */
  conducts?: readonly Sweep[]
}

/**
 * The sweeps of a slice, in order, keyed by their work. The slice is part of each name and an
 * object has no duplicate keys, so no two sweeps share a name.
 */
export function defineSweeps(slice: string, sweeps: Readonly<Record<string, Omit<Sweep, 'name'>>>): readonly Sweep[] {
  return Object.entries(sweeps).map(([work, sweep]) => ({ ...sweep, name: `${slice}: ${work}` }))
}

/** The sweeps that run one after the other: of a slice, its urgent ones or its others. */
export function queueOf({ name, isUrgent, runsAlone }: Pick<Sweep, 'name' | 'isUrgent' | 'runsAlone'>): string {
  return runsAlone ? name : `${sliceOf({ name })}${isUrgent ? ', urgent' : ''}`
}

/** The slice of a sweep, from its name. */
function sliceOf({ name }: Pick<Sweep, 'name'>): string {
  return name.slice(0, name.indexOf(':'))
}

/** Throws if two sweeps share a name, because logs and metrics identify a sweep by its name. */
export function assertDistinctNames(sweeps: readonly Sweep[]): void {
  const names = new Set<string>()
  for (const { name } of sweeps) {
    if (names.has(name)) throw new Error(`two sweeps have the name "${name}"`)
    names.add(name)
  }
}
