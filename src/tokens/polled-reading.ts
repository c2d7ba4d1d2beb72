import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import type { Log } from './log.ts'

/** Something that is read from the database again and again. */
export interface PolledReading {
  /** Reads if nothing was read yet. */
  ready(): Promise<void>
  /** Reads what was committed before this call. */
  refresh(): Promise<void>
  close(): void
}

const INTERVAL_MS = 2_000

/**
 * Calls `read` every 2 seconds, and logs `failure` if it fails. Readings run one at a time: one
 * that began before a commit would miss it, and an older one must not replace a newer one.
 */
export function createPolledReading(
  read: () => Promise<void>,
  { log, failure, time = machineTime }: { log: Log; failure: string; time?: MachineTime },
): PolledReading {
  let last: Promise<void> = Promise.resolve()
  let first: Promise<void> | undefined
  let isReading = false

  function refresh(): Promise<void> {
    isReading = true
    const next = last
      .catch(() => {})
      .then(read)
      .finally(() => {
        if (last === next) isReading = false
      })
    last = next
    return next
  }

  const close = time.every(INTERVAL_MS, () => {
    if (!isReading) refresh().catch((error) => log.warn({ err: error }, failure))
  })

  return {
    ready() {
      first ??= refresh().catch((error) => {
        first = undefined
        throw error
      })
      return first
    },
    refresh,
    close,
  }
}
