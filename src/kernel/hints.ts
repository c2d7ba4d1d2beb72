/**
 * Tells those who wait that there may be something to do. A hint can be lost, so who waits for one
 * also looks from time to time.
 */
export interface Hints {
  give(): void
  /** Whether one was given since this time of `performance.now()`. */
  since(ms: number): boolean
  /** Resolves at the next hint, after the time, or when the signal aborts. */
  next(timeoutMs: number, signal: AbortSignal): Promise<void>
}

export function createHints(): Hints {
  const waiting = new Set<() => void>()
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    give() {
      lastMs = performance.now()
      for (const wake of waiting) wake()
    },
    since: (ms) => lastMs >= ms,
    next(timeoutMs, signal) {
      if (signal.aborted) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      waiting.add(resolve)
      const onAbort = () => resolve()
      signal.addEventListener('abort', onAbort)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(resolve)
        signal.removeEventListener('abort', onAbort)
      })
    },
  }
}
