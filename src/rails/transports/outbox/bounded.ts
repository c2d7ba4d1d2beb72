import type { MachineTime } from '../../../kernel/machine-time.ts'
import { EndUnknown } from '../../handover/transport.ts'

/**
 * Runs work on a directory, one piece at a time, and waits for none longer than `timeoutMs`. Work
 * on storage that hangs cannot be stopped, and holds a thread of the process. So nothing new starts
 * until it ends, and the process keeps its other threads.
 */
export function bounded(
  timeoutMs: number,
  { place, time }: { place: string; time: MachineTime },
): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const before = last
    let isAbandoned = false
    let hasStarted = false
    const start = () => {
      hasStarted = true
      return work()
    }
    const run = before.then(() => (isAbandoned ? undefined : start())) as Promise<T>
    last = run.catch(() => {})
    const late = Promise.withResolvers<never>()
    const cancel = time.after(timeoutMs, () => {
      isAbandoned = true
      const message = `${place} did not answer within ${timeoutMs / 1000} s`
      late.reject(hasStarted ? new EndUnknown(message) : new Error(message))
    })
    try {
      return await Promise.race([run, late.promise])
    } finally {
      cancel()
    }
  }
}
