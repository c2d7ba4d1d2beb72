import type { App } from '../app.ts'
import type { Database } from '../db/client.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import type { Hints } from '../kernel/hints.ts'
import { LATE, within } from '../kernel/within.ts'
import { Attempts } from './attempts.ts'
import type { Sweep } from './sweep.ts'
import type { SweepState } from './sweep-state.ts'

/** A sweep that found no work is left alone as long, while others work. */
export const IDLE_MS = 250
/** As long if nothing has hinted at work since. */
export const LONGEST_IDLE_MS = 1_000
/**
 * How long others wait for a search or a run, so that what one sweep moves is found by the next.
 * One that takes longer goes on beside them.
 */
const PATIENCE_MS = 500
/**
 * A search reads an index. If it takes longer, something is locked, and its connection is better
 * used by the other sweeps.
 */
const SEARCH_TIMEOUT_MS = 5_000
/** Institutions on which a sweep runs at once, besides those that take longer than the patience. */
const TENANTS_AT_ONCE = 2
/** With this many runs in progress, a sweep starts no further one. */
const MAX_RUNNING = 6

interface LaneOptions {
  signal: AbortSignal
  /** Hints at work. */
  hints: Hints
  /** Runs the sweeps that this one conducts, before it runs. */
  conduct?: ((institution: Institution) => Promise<number>) | undefined
  /** Whether another sweep conducts this one while the institution's clock moves. */
  isConducted: boolean
  mayReportOutage: () => boolean
}

/** One sweep on all institutions, on each by itself. */
export class Lane {
  readonly sweep: Sweep
  readonly #app: App
  readonly #options: LaneOptions
  readonly #searched: Database
  /** The search for institutions with work. */
  readonly #search: Attempts
  /** The runs on each institution. */
  readonly #runs = new Map<bigint, Attempts>()
  /** The institutions with work, in the order in which it was found. */
  readonly #waiting = new Set<bigint>()
  /** The beginning of the last search, if it found nothing. */
  #foundNothingMs = Number.NEGATIVE_INFINITY
  #pass: Promise<number> | undefined

  constructor(app: App, sweep: Sweep, options: LaneOptions) {
    this.sweep = sweep
    this.#app = app
    this.#options = options
    this.#searched = app.db.within(SEARCH_TIMEOUT_MS)
    this.#search = new Attempts(app, sweep, undefined, options.mayReportOutage)
  }

  /** Whether the sweep found no work a moment ago. */
  get rests(): boolean {
    if (this.sweep.isUrgent && this.#options.hints.wokenSince(this.#foundNothingMs)) return false
    const restsForMs = this.#options.hints.since(this.#foundNothingMs) ? IDLE_MS : LONGEST_IDLE_MS
    return this.#app.time.nowMs() < this.#foundNothingMs + restsForMs
  }

  /**
   * Whether there was a hint since a look that found nothing. A pass that begins a moment too
   * early, as timers may, leaves the sweep at rest and must not use up the hint.
   */
  get restedDespiteHint(): boolean {
    return this.#foundNothingMs > Number.NEGATIVE_INFINITY && this.#options.hints.since(this.#foundNothingMs)
  }

  /**
   * Looks for institutions with work and runs the sweep on them. Resolves to the rows moved, as far
   * as that is known after a short wait. Never rejects.
   */
  async pass(): Promise<number> {
    // The others waited for this pass already.
    if (this.#pass) return 0
    this.#pass = this.#wholePass().finally(() => {
      this.#pass = undefined
    })
    const moved = await within(PATIENCE_MS, this.#pass, this.#app.time)
    return moved === LATE ? 0 : moved
  }

  /**
   * Runs the sweep on one institution for its conductor, unless it runs already or failed a moment
   * ago. Never rejects.
   */
  runConducted(tenantId: bigint): Promise<number> {
    return this.#runOn(tenantId, true)
  }

  states(): SweepState[] {
    return [this.#search, ...this.#runs.values()].map(({ state }) => ({ ...state }))
  }

  /** The attempts in progress. */
  running(): Promise<unknown>[] {
    return [this.#search, ...this.#runs.values()].flatMap(({ running }) => running ?? [])
  }

  async #wholePass(): Promise<number> {
    await this.#look()
    const moved = await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, () => this.#serveWaiting()))
    return moved.reduce((sum, rows) => sum + rows, 0)
  }

  async #look(): Promise<void> {
    if (!this.#search.areDue) return
    const { clock, time } = this.#app
    const lookedMs = time.nowMs()
    const due = await this.#search.make(() => this.#searched.read((tx) => this.sweep.due(tx, clock.now())))
    for (const tenantId of due ?? []) this.#waiting.add(tenantId)
    this.#foundNothingMs = this.#waiting.size === 0 ? lookedMs : Number.NEGATIVE_INFINITY
  }

  async #serveWaiting(): Promise<number> {
    let moved = 0
    for (let tenantId = this.#take(); tenantId !== undefined; tenantId = this.#take()) {
      const rows = await within(PATIENCE_MS, this.#runOn(tenantId, false), this.#app.time)
      if (rows !== LATE) moved += rows
    }
    return moved
  }

  /** The next institution that waits and can have its turn. */
  #take(): bigint | undefined {
    if (this.#options.signal.aborted || this.#waiting.size === 0) return undefined
    const running = [...this.#runs.values()].filter((run) => run.running)
    if (running.length >= MAX_RUNNING) return undefined
    for (const tenantId of this.#waiting) {
      if (!this.#runsOn(tenantId).areDue) continue
      this.#waiting.delete(tenantId)
      return tenantId
    }
    return undefined
  }

  #runsOn(tenantId: bigint): Attempts {
    const { mayReportOutage } = this.#options
    const runs = this.#runs.get(tenantId) ?? new Attempts(this.#app, this.sweep, tenantId, mayReportOutage)
    this.#runs.set(tenantId, runs)
    return runs
  }

  async #runOn(tenantId: bigint, isConductor: boolean): Promise<number> {
    const runs = this.#runsOn(tenantId)
    if (this.#options.signal.aborted || !runs.areDue) return 0
    const moved = await runs.make(() => this.#run(tenantId, isConductor))
    // A search that runs on time alone does not find the institution again.
    if (moved === undefined) this.#waiting.add(tenantId)
    return moved ?? 0
  }

  async #run(tenantId: bigint, isConductor: boolean): Promise<number> {
    const { conduct, isConducted, signal } = this.#options
    const institution = await this.#app.db.read((db) => readInstitution(db, tenantId))
    if (isConducted && !isConductor && institution.clockTarget) return 0
    const conducted = conduct ? await conduct(institution) : 0
    const app = { ...this.#app, db: this.#app.db.forTenant(tenantId) }
    return conducted + (await this.sweep.run(app, institution, signal))
  }
}
