import pg from 'pg'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'

export interface Listening {
  /** Resolves when the connection is closed. */
  close(): Promise<void>
}

interface ListeningOptions {
  onNotified(payload?: string): void
  onLost(error: unknown): void
  onBack(): void
  /** What the pauses go by. */
  time?: MachineTime
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Calls `onNotified` for each notification of a channel, on a connection of its own, and after each
 * connection, because notifications may have been missed before. A lost connection is opened again
 * with growing pauses; `onLost` and `onBack` are called once for each loss.
 */
export function listenTo(
  connectionString: string,
  channel: string,
  { onNotified, onLost, onBack, time = machineTime }: ListeningOptions,
): Listening {
  const stop = new AbortController()
  const done = (async () => {
    let failures = 0
    while (!stop.signal.aborted) {
      try {
        await listenOnce(
          connectionString,
          channel,
          stop.signal,
          () => {
            if (failures > 0) onBack()
            failures = 0
            onNotified()
          },
          onNotified,
        )
      } catch (error) {
        if (stop.signal.aborted) return
        if (failures++ === 0) onLost(error)
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)
        await time.sleep(pauseMs, { signal: stop.signal })
      }
    }
  })()
  return {
    close() {
      stop.abort()
      return done
    },
  }
}

/** Rejects when the connection is lost; resolves when the signal aborts. */
async function listenOnce(
  connectionString: string,
  channel: string,
  signal: AbortSignal,
  onReady: () => void,
  onNotified: (payload?: string) => void,
): Promise<void> {
  const { promise: over, resolve: stopped, reject: lost } = Promise.withResolvers<void>()
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'giro-listening',
  })
  client.on('notification', ({ payload }) => onNotified(payload))
  client.on('error', lost)
  client.on('end', () => lost(new Error('the connection that listens was closed')))
  signal.addEventListener('abort', () => stopped(), { once: true })
  // It is awaited only after the connection stands.
  over.catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    onReady()
    await over
  } finally {
    await client.end().catch(() => {})
  }
}
