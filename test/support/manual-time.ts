import { setImmediate as turn } from 'node:timers/promises'
import type { MachineTime } from '../../src/kernel/machine-time.ts'

export interface ManualTime extends MachineTime {
  /**
   * Lets the time pass, calling what is due in the order in which it is due. After each call, what
   * it woke goes on before the next.
   */
  advance(ms: number): Promise<void>
  /** How many sleeps and calls wait. */
  waiting(): number
}

interface Due {
  atMs: number
  call: () => void
}

/** The machine's time, which stands still until a test lets it pass. */
export function manualTime(startMs = 1_000): ManualTime {
  let nowMs = startMs
  const dues = new Set<Due>()
  const schedule = (ms: number, call: () => void) => {
    const due = { atMs: nowMs + ms, call }
    dues.add(due)
    return () => void dues.delete(due)
  }
  const next = (untilMs: number) =>
    [...dues].filter(({ atMs }) => atMs <= untilMs).reduce<Due | undefined>(earlier, undefined)
  return {
    nowMs: () => nowMs,
    sleep(ms, { signal } = {}) {
      if (signal?.aborted) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = schedule(ms, resolve)
      const wake = () => {
        cancel()
        resolve()
      }
      signal?.addEventListener('abort', wake, { once: true })
      return promise.finally(() => signal?.removeEventListener('abort', wake))
    },
    after: schedule,
    every(ms, call) {
      let cancel = () => {}
      const again = () => {
        cancel = schedule(ms, again)
        call()
      }
      cancel = schedule(ms, again)
      return () => cancel()
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await turn()
      for (let due = next(untilMs); due; due = next(untilMs)) {
        dues.delete(due)
        nowMs = Math.max(nowMs, due.atMs)
        due.call()
        await turn()
      }
      nowMs = untilMs
    },
    waiting: () => dues.size,
  }
}

const earlier = (a: Due | undefined, b: Due): Due => (a && a.atMs <= b.atMs ? a : b)
