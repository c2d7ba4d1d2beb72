import { type MachineTime, machineTime } from './machine-time.ts'

/**
 * Tells those who wait that there may be something to do. A hint can be lost, so who waits for one
 * also looks from time to time.
 */
export interface Hints {
  give(): void
  /** A hint at work that cannot wait: urgent sweeps look at once. */
  wake(): void
  /** Whether one was woken since this moment of the machine's time, in milliseconds. */
  wokenSince(ms: number): boolean
  /** Resolves when woken, after the time, or when the signal aborts. */
  nextWake(timeoutMs: number, signal: AbortSignal): Promise<void>
  /** Whether one was given since this moment of the machine's time, in milliseconds. */
  since(ms: number): boolean
  /** Resolves at the next hint, after the time, or when the signal aborts. */
  next(timeoutMs: number, signal: AbortSignal): Promise<void>
}

export function createHints(time: MachineTime = machineTime): Hints {
  const given = createBell(time)
  const woken = createBell(time)
  return {
    give: given.ring,
    since: given.rangSince,
    next: given.next,
    wake() {
      woken.ring()
      given.ring()
    },
    wokenSince: woken.rangSince,
    nextWake: woken.next,
  }
}

function createBell(time: MachineTime) {
  const waiting = new Set<() => void>()
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    ring() {
      lastMs = time.nowMs()
      for (const wake of waiting) wake()
    },
    rangSince: (ms: number) => lastMs >= ms,
    next(timeoutMs: number, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = time.after(timeoutMs, resolve)
      waiting.add(resolve)
      const onAbort = () => resolve()
      signal.addEventListener('abort', onAbort)
      return promise.finally(() => {
        cancel()
        waiting.delete(resolve)
        signal.removeEventListener('abort', onAbort)
      })
    },
  }
}
