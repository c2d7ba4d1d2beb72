import type { MachineTime } from '../../../kernel/machine-time.ts'

/** How long a file must stay as it is before it counts as complete. */
export const REST_MS = 1_000

/**
 * Tells which files have not changed for a while: a program that writes a file in place, and not
 * under another name, is not overtaken.
 */
export class Resting {
  readonly #restMs: number
  readonly #time: MachineTime
  /** Since when each state has been seen, by institution. */
  readonly #seen = new Map<string, Map<string, number>>()

  constructor(restMs: number, time: MachineTime) {
    this.#restMs = restMs
    this.#time = time
  }

  /** Those of the files that are in the state of a look at least so long ago. */
  of<File extends { name: string; state: string }>(institution: string, files: readonly File[]): File[] {
    const nowMs = this.#time.nowMs()
    const before = this.#seen.get(institution)
    const seen = new Map(files.map(({ name, state }) => [`${state} ${name}`, nowMs]))
    for (const key of seen.keys()) seen.set(key, before?.get(key) ?? nowMs)
    this.#seen.set(institution, seen)
    return files.filter(
      ({ name, state }) => before !== undefined && nowMs - seen.get(`${state} ${name}`)! >= this.#restMs,
    )
  }
}
