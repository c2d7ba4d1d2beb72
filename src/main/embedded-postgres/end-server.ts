import { setTimeout as delay } from 'node:timers/promises'
import { processIdentity } from '../data-dir.ts'

const FAST_SHUTDOWN_MS = 10_000
const IMMEDIATE_SHUTDOWN_MS = 5_000

/** Fast shutdown (open transactions are rolled back), then immediate (recovery at the next start), then the hard way. */
export async function endServer(pid: number, identity: string): Promise<boolean> {
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, patience_ms] of steps) {
    if (processIdentity(pid) !== identity) return true
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    const until = performance.now() + patience_ms
    while (performance.now() < until) {
      if (processIdentity(pid) !== identity) return true
      await delay(10)
    }
  }
  return processIdentity(pid) !== identity
}
