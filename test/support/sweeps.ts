import type { Sweep } from '../../src/jobs/sweep.ts'

/** The sweep of this name. Throws if there is none, so that a test cannot pass by running nothing. */
export function sweepNamed(sweeps: readonly Sweep[], name: string): Sweep {
  const sweep = sweeps.find((one) => one.name === name)
  if (!sweep) throw new Error(`there is no sweep called "${name}"`)
  return sweep
}
