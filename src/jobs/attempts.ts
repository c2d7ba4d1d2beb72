import type { App } from '../app.ts'
import { isConnectionFailure } from '../db/client.ts'
import type { Sweep } from './sweep.ts'
import { newSweepState, pauseAfter, type SweepState } from './sweep-state.ts'

/** An attempt that takes longer is reported again and again while it lasts. */
const LONG_ATTEMPT_MS = 10_000

/** Something that a worker tries again and again, one attempt at a time. */
export class Attempts {
  readonly state: SweepState
  /** The attempt in progress. */
  running: Promise<unknown> | undefined
  #pausedUntilMs = 0
  readonly #app: App
  readonly #mayReportOutage: () => boolean

  /** `mayReportOutage` says whether a lost database was not reported a moment ago. */
  constructor(app: App, { name }: Sweep, tenantId: bigint | undefined, mayReportOutage: () => boolean) {
    this.state = newSweepState(name, tenantId)
    this.#app = app
    this.#mayReportOutage = mayReportOutage
  }

  /** Whether no attempt is in progress, and the last one did not fail a moment ago. */
  get areDue(): boolean {
    return !this.running && this.#pausedUntilMs <= this.#app.time.nowMs()
  }

  /** Makes one attempt, and records how it ended. Resolves to undefined if it failed. */
  async make<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { state } = this
    const { time, tokenClock } = this.#app
    const startedMs = time.nowMs()
    state.lastStartedAt = state.runningSince = tokenClock.now()
    const stopWatching = time.every(LONG_ATTEMPT_MS, () => this.#report(startedMs))
    const running = work()
    this.running = running
    try {
      const result = await running
      state.failuresInARow = 0
      state.failingSince = undefined
      state.lastFailure = undefined
      state.lastFailureCode = undefined
      state.lastSucceededAt = tokenClock.now()
      return result
    } catch (error) {
      this.#fail(error, time.nowMs() - startedMs)
      return undefined
    } finally {
      stopWatching()
      this.running = undefined
      state.runningSince = undefined
    }
  }

  #report(startedMs: number): void {
    const seconds = Math.round((this.#app.time.nowMs() - startedMs) / 1_000)
    this.#app.log.warn({ ...this.#named(), seconds }, `a sweep is still running after ${seconds} s; others go on`)
  }

  #fail(error: unknown, tookMs: number): void {
    const { state } = this
    state.failuresInARow++
    state.failingSince ??= state.lastStartedAt
    state.lastFailure = error instanceof Error ? error.message : String(error)
    const code = (error as { code?: unknown } | undefined)?.code
    state.lastFailureCode = typeof code === 'string' ? code : undefined
    const pauseMs = pauseAfter(state)
    this.#pausedUntilMs = this.#app.time.nowMs() + pauseMs
    if (isConnectionFailure(error) && !this.#mayReportOutage()) return
    const facts = { tookMs: Math.round(tookMs), failuresInARow: state.failuresInARow, retryInMs: pauseMs }
    const what = state.tenantId === undefined ? 'the worker could not look for work' : 'sweep failed'
    this.#app.log.error({ err: error, ...this.#named(), ...facts }, `${what}; will retry`)
  }

  #named() {
    const { sweep, tenantId } = this.state
    return { sweep, ...(tenantId !== undefined && { tenantId: String(tenantId) }) }
  }
}
