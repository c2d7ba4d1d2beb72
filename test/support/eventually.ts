import { setTimeout as sleep } from 'node:timers/promises'

const POLL_INTERVAL_MS = 20
/** Long, because a wait that succeeds costs only what it needs, on however busy a machine. */
const LONGEST_MS = 120_000

/**
 * Waits for work in the background: polls `probe` and returns its first value that is neither
 * undefined nor false. Throws after two minutes, or after `withinMs`.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = LONGEST_MS } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(POLL_INTERVAL_MS)
  }
}
