import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import { type MachineTime, machineTime } from '../kernel/machine-time.ts'
import { saveClientUses } from './client-uses.store.ts'
import type { Log } from './log.ts'

/** The uses of one token of a client. */
export interface ClientUse {
  readonly tenantId: bigint
  readonly clientId: string
  /** Whether a use waits to be written. */
  isNoted: boolean
}

export interface ClientUses {
  /** Costs one comparison while a use waits already. */
  note(use: ClientUse, nowMs: number): void
  /** Writes the waiting uses. */
  flush(): Promise<void>
  close(): Promise<void>
}

const WRITE_INTERVAL_MS = 60_000

/** Records when each client last called the API, once a minute, away from its requests. */
export function createClientUses({
  db,
  log,
  time = machineTime,
}: {
  db: Database
  log: Log
  time?: MachineTime
}): ClientUses {
  let waiting = new Map<ClientUse, number>()

  async function flush(): Promise<void> {
    const uses = [...waiting]
    waiting = new Map()
    for (const [use] of uses) use.isNoted = false
    for (const [tenantId, ofTenant] of Map.groupBy(uses, ([use]) => use.tenantId)) {
      const rows = ofTenant.map(([{ clientId }, atMs]) => ({
        clientId,
        lastUsedAt: Temporal.Instant.fromEpochMilliseconds(atMs),
      }))
      await db.transaction((tx) => saveClientUses(tx, tenantId, rows))
    }
  }

  const flushOrWarn = () =>
    flush().catch((error) => log.warn({ err: error }, 'the last uses of clients were not stored'))
  const stopWriting = time.every(WRITE_INTERVAL_MS, flushOrWarn)

  return {
    note(use, nowMs) {
      if (use.isNoted) return
      use.isNoted = true
      waiting.set(use, nowMs)
    },
    flush,
    async close() {
      stopWriting()
      await flushOrWarn()
    },
  }
}
