import { setTimeout as sleep } from 'node:timers/promises'

const POLL_INTERVAL_MS = 20

/**
 * Waits for work in the background: polls `probe` and returns its first value that is neither
 * undefined nor false. Throws after `withinMs`.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 15_000 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(POLL_INTERVAL_MS)
  }
}
