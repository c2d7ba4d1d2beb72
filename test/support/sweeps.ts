import type { App } from '../../src/app.ts'
import type { Institution } from '../../src/institution/institution.ts'
import type { Sweep } from '../../src/jobs/sweep.ts'
import { messageImportSweeps, messageSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { paymentSweeps } from '../../src/payments/worker/payments.jobs.ts'
import { networkSweeps } from '../../src/rails/rails.jobs.ts'

/**
 * Every sweep in the life of a payment in a sandbox, with its networks. One pass commits and hands
 * over a message, and lets the network answer; once the answer is due, the next pass books it.
 */
export const paymentLifeSweeps: readonly Sweep[] = [
  ...paymentSweeps,
  ...messageSweeps,
  ...messageImportSweeps,
  ...networkSweeps,
]

/** The collection and the networks of a sandbox wait for two seconds at most. */
const RESTS_AFTER_PASSES = 3

/**
 * Passes over the life of a payment, with a second or more on the institution's clock after each.
 * Once nothing has moved in three passes, the rest of the time passes without them.
 */
export async function passTime(
  app: App,
  { passes, tick, institution }: { passes: number; tick(): void; institution(): Promise<Institution> | Institution },
): Promise<void> {
  let idle = 0
  for (let pass = 0; pass < passes; pass++) {
    if (idle < RESTS_AFTER_PASSES) {
      const asItIs = await institution()
      let moved = 0
      for (const sweep of paymentLifeSweeps) moved += await sweep.run(app, asItIs)
      idle = moved > 0 ? 0 : idle + 1
    }
    tick()
  }
}

/**
 * The sweep with this name. Throws if it does not exist, so that a test cannot pass by doing
 * nothing.
 */
export function sweepNamed(sweeps: readonly Sweep[], name: string): Sweep {
  const sweep = sweeps.find((one) => one.name === name)
  if (!sweep) throw new Error(`no sweep is called "${name}"`)
  return sweep
}
