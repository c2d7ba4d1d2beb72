import { machineTime } from '../../kernel/machine-time.ts'
import { processIdentity } from '../data-dir.ts'

const FAST_SHUTDOWN_MS = 10_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

/**
 * Ends the server: a fast shutdown, which rolls back open transactions; then an immediate one,
 * after which the next start recovers; then SIGKILL. Returns whether the server has ended.
 */
export async function endServer(pid: number, identity: string): Promise<boolean> {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, patienceMs] of steps) {
    if (processIdentity(pid) !== identity) return true
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    const untilMs = machineTime.nowMs() + patienceMs
    while (machineTime.nowMs() < untilMs) {
      if (processIdentity(pid) !== identity) return true
      await machineTime.sleep(10)
    }
  }
  return processIdentity(pid) !== identity
}
