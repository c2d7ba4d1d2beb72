/** The inside of a process that works in passes until its parent kills it (victims.ts). */
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import type { App } from '../../src/app.ts'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { listInstitutions } from '../../src/institution/institution.store.ts'
import { type Institution, readInstitutionTime } from '../../src/institution/institution.ts'
import { type FixedClock, fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { machineTime } from '../../src/kernel/machine-time.ts'
import { keyFileProvider } from '../../src/main/key-providers/key-file.ts'
import type { VictimMessage } from './victims.ts'

/** How long a process rests that found no work, unless its parent wakes it. */
const IDLE_MS = 100

const tell = (message: VictimMessage) => void process.send?.(message)

/**
 * Runs passes from the first time that the parent sends. What it needs from the environment:
 * GIRO_DATABASE_URL, GIRO_ENCRYPTION_KEY. The parts are those of the app that the passes use.
 */
export async function workUntilKilled(
  parts: (clock: FixedClock) => object,
  pass: (app: App, institution: Institution) => Promise<number>,
): Promise<void> {
  const { GIRO_DATABASE_URL: connectionString, GIRO_ENCRYPTION_KEY: key } = process.env
  const keys = keyFileProvider(Buffer.from(key!, 'hex'))
  const db = openDatabase({ connectionString: connectionString!, maxConnections: 4, keys })
  const clock = fixedClock('2026-01-01T00:00:00Z')
  const app = {
    ...{ db: telling(db), clock, systemClock: clock, tokenClock: systemClock, time: machineTime },
    log: pino({ level: 'error' }, pino.destination(2)),
    readInstitutionTime: (tx, tenantId) => readInstitutionTime(tx, tenantId, clock),
    workerName: `victim ${process.pid}`,
    ...parts(clock),
  } as Partial<App> as App
  let wake = () => {}
  const work = async () => {
    const [institution] = await db.read(listInstitutions)
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if ((await pass(app, institution!)) === 0) await Promise.race([woken, sleep(IDLE_MS)])
    }
  }
  // The first connection takes longer than the others.
  await db.read(listInstitutions)
  let isWorking = false
  process.on('message', (now: string) => {
    clock.set(now)
    wake()
    if (!isWorking) void work()
    isWorking = true
  })
  tell({ kind: 'ready' })
}

/** Runs one piece of work. What fails is told, and other work goes on. */
export async function orTell(work: Promise<number>): Promise<number> {
  try {
    return await work
  } catch (error) {
    tell({ kind: 'failed', why: String(error) })
    return 0
  }
}

/** Tells when it is used, before and after each transaction. */
function telling(db: Database): Database {
  return {
    ...db,
    async transaction(work) {
      tell({ kind: 'step' })
      const done = await db.transaction(work)
      tell({ kind: 'step' })
      return done
    },
    forTenant: (tenantId) => telling(db.forTenant(tenantId)),
  }
}
