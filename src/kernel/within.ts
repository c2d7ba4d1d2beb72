/** The work did not end in time. */
export const LATE = Symbol('late')

/**
 * The value of `work` if it resolves in time, and otherwise LATE. The work goes on: its later
 * failure is ignored here.
 */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, LATE)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
