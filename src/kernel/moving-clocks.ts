/** The clock of the institution is on its way to a later time. The same request can be repeated. */
export class ClockMoves extends Error {
  constructor() {
    super('the clock of the sandbox is moving')
  }
}

/**
 * A move this short disturbs nobody. One that takes longer would never end while clients pay: each
 * payment is due at the time at which the clock stands, so the clock stands on.
 */
const UNDISTURBED_MS = 3_000

/** Notices the clocks of sandboxes that have been moving for long. */
export class MovingClocks {
  readonly #sinceMs = new Map<bigint, number>()

  /** Throws `ClockMoves` if this process has seen the institution's clock move for too long. */
  requireStill(tenantId: bigint, isMoving: boolean, nowMs = performance.now()): void {
    if (!isMoving) {
      this.#sinceMs.delete(tenantId)
      return
    }
    const sinceMs = this.#sinceMs.get(tenantId) ?? nowMs
    this.#sinceMs.set(tenantId, sinceMs)
    if (nowMs - sinceMs > UNDISTURBED_MS) throw new ClockMoves()
  }
}
