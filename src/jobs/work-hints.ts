import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import { type Listening, listenTo } from '../db/listen.ts'
import type { Hints } from '../kernel/hints.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'

const CHANNEL = 'giro_work'
/** Commits in this time share a notification. */
const NOTIFY_INTERVAL_MS = 100
/** The same for what cannot wait. */
const WAKE_INTERVAL_MS = 5
const URGENT = 'urgent'

/**
 * For a process without a worker: tells the workers of other processes that something was
 * committed. The notification is sent after the commit, on its own: within the transaction it would
 * make all commits wait for each other.
 */
export function createNotifier(
  database: () => Database,
  time: MachineTime = machineTime,
): (commit?: { isUrgent: boolean }) => void {
  const tell = (payload: string, intervalMs: number) => {
    let isWaiting = false
    const send = async () => {
      isWaiting = false
      // A lost notification costs the workers one interval of their sweeps.
      await database()
        .read((db) => db.query(`select pg_notify('${CHANNEL}', '${payload}')`))
        .catch(() => {})
    }
    return () => {
      if (isWaiting) return
      isWaiting = true
      time.after(intervalMs, send, { unref: true })
    }
  }
  const give = tell('', NOTIFY_INTERVAL_MS)
  const wake = tell(URGENT, WAKE_INTERVAL_MS)
  return (commit) => (commit?.isUrgent ? wake() : give())
}

/** For a process with a worker: hints at what processes without one have committed. */
export function listenForWork(
  connectionString: string,
  { hints, log, time }: { hints: Hints; log: Pick<Logger, 'info' | 'warn'>; time?: MachineTime },
): Listening {
  return listenTo(connectionString, CHANNEL, {
    time,
    onNotified: (payload) => (payload === URGENT ? hints.wake() : hints.give()),
    onLost: (error) =>
      log.warn({ err: error }, 'the connection that hears of new work was lost: sweeps look once a second'),
    onBack: () => log.info('the connection that hears of new work is back'),
  })
}
