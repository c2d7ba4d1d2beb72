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

/**
 * The sweep with this name. Throws if it does not exist, so that a test cannot pass by doing
 * nothing.
 */
export function sweepNamed(sweeps: readonly Sweep[], name: string): Sweep {
  const sweep = sweeps.find((one) => one.name === name)
  if (!sweep) throw new Error(`no sweep is called "${name}"`)
  return sweep
}
