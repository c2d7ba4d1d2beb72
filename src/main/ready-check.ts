import type { MachineTime } from '../kernel/machine-time.ts'
import { LATE, within } from '../kernel/within.ts'

/**
 * Asks the database whether the service can serve requests now, once at a time however many ask:
 * probes must not take the connections that requests lack. Waiting for a connection counts as well.
 */
export function createReadyCheck(
  ask: () => Promise<unknown>,
  { timeoutMs, time }: { timeoutMs: number; time: MachineTime },
): () => Promise<void> {
  let asking: Promise<unknown> | undefined
  return async () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    if ((await within(timeoutMs, asking, time)) === LATE)
      throw new Error(`no answer within ${timeoutMs / 1_000} seconds`)
  }
}
