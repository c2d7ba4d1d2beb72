import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import type { Refusal } from '../kernel/refusal.ts'

export interface Overload {
  /** Whether new requests are refused now. */
  isReached(): boolean
  /** After how many seconds a refused request may find room. */
  retryAfterSeconds(): number
  /** Call when an admitted request begins and ends. */
  begin(): void
  end(): void
  /** The requests that began and did not end. */
  inFlight(): number
  close(): void
}

export interface OverloadSettings {
  /** The maximum number of requests in flight: received completely and not yet replied to. */
  maxInFlight: number
  /** The maximum average delay of the event loop. */
  maxLateMs: number
  time?: MachineTime
}

const SAMPLE_INTERVAL_MS = 100
/**
 * A sample weighs a fifth and is capped at four times the maximum, so one long pause refuses no
 * request.
 */
const SAMPLE_WEIGHT = 0.2
const SAMPLE_CAP_FACTOR = 4

/**
 * Detects overload early enough to refuse requests quickly. By Little's law, requests in flight are
 * throughput times latency: once throughput is at its maximum, one more request only adds latency.
 * A delayed event loop shows the same for work that does not wait for the database.
 */
export function createOverload({ maxInFlight, maxLateMs, time = machineTime }: OverloadSettings): Overload {
  let inFlight = 0
  let lateMs = 0
  let sampledAtMs = time.nowMs()
  const stopSampling = time.every(SAMPLE_INTERVAL_MS, () => {
    const now = time.nowMs()
    const sample = Math.max(0, Math.min(now - sampledAtMs - SAMPLE_INTERVAL_MS, maxLateMs * SAMPLE_CAP_FACTOR))
    lateMs += (sample - lateMs) * SAMPLE_WEIGHT
    sampledAtMs = now
  })

  return {
    isReached: () => inFlight >= maxInFlight || lateMs > maxLateMs,
    // Requests in flight end within a second. A late event loop has more to catch up with.
    retryAfterSeconds: () => (lateMs > maxLateMs ? Math.ceil((2 * lateMs) / 1_000) : 1),
    begin() {
      inFlight++
    },
    end() {
      inFlight--
    },
    inFlight: () => inFlight,
    close: stopSampling,
  }
}

/** The refusal of a request for which an overloaded node has no room. */
export function overloaded(overload: Pick<Overload, 'retryAfterSeconds'>): Refusal {
  return { reason: 'unavailable', retryAfterSeconds: overload.retryAfterSeconds() }
}
