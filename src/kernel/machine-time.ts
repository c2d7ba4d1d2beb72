/**
 * The machine's time: how long something has taken, and when to look again. It knows no dates;
 * those come from a `Clock`. Waits, pauses, leases and time limits go by it, so that a test can let
 * an hour pass at once.
 */
export interface MachineTime {
  /** Milliseconds since some fixed moment. They never go back. */
  nowMs(): number
  /**
   * Resolves after the time, or at once when the signal aborts. Keeps the process alive, unless
   * `unref` is true.
   */
  sleep(ms: number, options?: { signal?: AbortSignal; unref?: boolean }): Promise<void>
  /** Calls once after the time, unless it is cancelled. Keeps the process alive as `sleep` does. */
  after(ms: number, call: () => void, options?: { unref?: boolean }): Cancel
  /** Calls again and again at this interval until it is cancelled. Keeps no process alive. */
  every(ms: number, call: () => void): Cancel
}

/** Cancels a call that is due later. Cancelling twice does nothing. */
export type Cancel = () => void

export const machineTime: MachineTime = {
  nowMs: () => performance.now(),
  sleep(ms, { signal, unref = false } = {}) {
    if (signal?.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = machineTime.after(ms, resolve, { unref })
    const wake = () => {
      cancel()
      resolve()
    }
    signal?.addEventListener('abort', wake, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', wake))
  },
  after(ms, call, { unref = false } = {}) {
    const timer = setTimeout(call, ms)
    if (unref) timer.unref()
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    const timer = setInterval(call, ms).unref()
    return () => clearInterval(timer)
  },
}
