import type { Sweep } from '../../src/jobs/sweep.ts'

/**
 * The sweep with this name. Throws if it does not exist, so that a test cannot pass by doing
 * nothing.
 */
export function sweepNamed(sweeps: readonly Sweep[], name: string): Sweep {
  const sweep = sweeps.find((one) => one.name === name)
  if (!sweep) throw new Error(`no sweep is called "${name}"`)
  return sweep
}
