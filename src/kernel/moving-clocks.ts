import { type MachineTime, machineTime } from './machine-time.ts'

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
  readonly #time: Pick<MachineTime, 'nowMs'>
  readonly #seen = new Map<bigint, { target: string; sinceMs: number }>()

  constructor(time: Pick<MachineTime, 'nowMs'> = machineTime) {
    this.#time = time
  }

  /**
   * Throws `ClockMoves` if this process has seen the institution's clock move to this time for too
   * long; null if it does not move. Perhaps nobody asked between two moves, so each target counts
   * from its own start.
   */
  requireStill(tenantId: bigint, target: string | null): void {
    if (target === null) {
      this.#seen.delete(tenantId)
      return
    }
    const nowMs = this.#time.nowMs()
    const seen = this.#seen.get(tenantId)
    const sinceMs = seen?.target === target ? seen.sinceMs : nowMs
    this.#seen.set(tenantId, { target, sinceMs })
    if (nowMs - sinceMs > UNDISTURBED_MS) throw new ClockMoves()
  }
}
