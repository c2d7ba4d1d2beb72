export interface Overload {
  /** Whether new work is refused at this moment. */
  isReached(): boolean
  /** Work that was admitted begins, or ends. */
  begin(): void
  end(): void
  close(): void
}

export interface OverloadSettings {
  /** Requests that are worked on at once, at the most: what came in whole and has no answer yet. */
  maxInFlight: number
  /** How late the event loop may be, on average. */
  maxLateMs?: number
}

/** Far more than a single costly request takes, which turning others away would not make any cheaper. */
const MAX_LATE_MS = 1_000
const SAMPLE_MS = 100
/** A sample weighs a fifth, and counts four times the bound at the most, so that one long pause turns nobody away. */
const WEIGHT = 0.2
const CAP = 4

/**
 * Says no while it can still be said quickly. Requests in flight are latency by Little's law: beyond what a node finishes in a second, one more
 * makes all of them later and none of them sooner. A late event loop says the same of work that does not wait for the database.
 */
export function createOverload({ maxInFlight, maxLateMs = MAX_LATE_MS }: OverloadSettings): Overload {
  let inFlight = 0
  let lateMs = 0
  let sampledAtMs = performance.now()
  const sampling = setInterval(() => {
    const now = performance.now()
    const sample = Math.max(0, Math.min(now - sampledAtMs - SAMPLE_MS, maxLateMs * CAP))
    lateMs += (sample - lateMs) * WEIGHT
    sampledAtMs = now
  }, SAMPLE_MS).unref()

  return {
    isReached: () => inFlight >= maxInFlight || lateMs > maxLateMs,
    begin() {
      inFlight++
    },
    end() {
      inFlight--
    },
    close: () => clearInterval(sampling),
  }
}
