import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 20

/** Waits for what a worker does by itself: the first value of `probe` that is neither undefined nor false, within a bound. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 15_000 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`within ${withinMs} ms it did not happen that ${what}`)
    await sleep(LOOK_AGAIN_MS)
  }
}
