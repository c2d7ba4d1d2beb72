import { machineTime } from './machine-time.ts'

/** The work did not end in time. */
export const LATE = Symbol('late')

/**
 * The value of `work` if it resolves in time, and otherwise LATE. The work goes on: its later
 * failure is ignored here.
 */
export async function within<T>(timeoutMs: number, work: Promise<T>, time = machineTime): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
  const cancel = time.after(timeoutMs, () => resolve(LATE))
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}
