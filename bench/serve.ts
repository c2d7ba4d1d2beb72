// The service that the bench measures: as `giro serve` composes it, with the worker, the embedded
// database at default settings, and one more operation. The bench starts it in its own process and
// sends it messages.
import { openDatabase } from '../src/db/client.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { readAmqpSecrets } from '../src/main/amqp-settings.ts'
import { readEnvironment } from '../src/main/config.ts'
import { prepareDatabase, startDatabase } from '../src/main/database.ts'
import { type MasterKey, masterKeyOf } from '../src/main/key-providers/key-provider-of.ts'
import { createLog } from '../src/main/log.ts'
import { operations } from '../src/main/operations.ts'
import { startService } from '../src/main/service.ts'
import { createBareServer } from './bare-handler.ts'
import { emptyOperation } from './empty-operation.ts'
import { type Seed, seed } from './seed.ts'
import { freePort } from './service.ts'

/** The service reports once that it is ready, and its processor time whenever it is asked. */
export type ServiceMessage =
  | ({ kind: 'ready'; port: number; barePort: number; databaseUrl: string } & Seed)
  | { kind: 'cpu'; ms: number }

const HOST = '127.0.0.1'

const [, , dataDir, rateLimit, broker] = process.argv as [string, string, string, string, string?]
// Only defaults, so that the environment cannot change the result. The rate limit of a client
// differs, because one client sends all the load.
const environment = readEnvironment({
  GIRO_RATE_LIMIT_PER_CLIENT: rateLimit,
  ...(broker && { GIRO_AMQP_URL: broker }),
})
const tell = (message: ServiceMessage) => void process.send?.(message)
const stopped = new Promise<void>((stop) => {
  process.once('disconnect', () => stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
})

const log = createLog('warn')
const database = await startDatabase(environment, dataDir, () => {})
try {
  await prepareDatabase(database)
  const master = await masterKeyOf(environment, dataDir)
  const seeded = await seedDatabase(database.url, master)
  const port = await freePort()
  const service = await startService({
    databaseUrl: database.url,
    maxConnections: environment.maxConnections,
    dataDir,
    master,
    log,
    http: {
      host: HOST,
      port,
      publicUrl: `http://${HOST}:${port}`,
      operations: [...operations, emptyOperation],
      defences: environment.defences,
    },
    worker: true,
    webhookNetworks: [],
    amqp: environment.amqp && readAmqpSecrets(environment.amqp),
  })
  const bare = createBareServer()
  const barePort = await freePort()
  await bare.listen({ host: HOST, port: barePort })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    tell({ kind: 'cpu', ms: (user + system) / 1000 })
  })
  tell({ kind: 'ready', port, barePort, databaseUrl: database.url, ...seeded })
  await Promise.race([stopped, database.crashed.then((how) => log.fatal(how))])
  await bare.close()
  await service.stop()
} finally {
  await database.stop()
  if (process.connected) process.disconnect()
}

async function seedDatabase(connectionString: string, master: MasterKey): Promise<Seed> {
  const db = openDatabase({ connectionString, maxConnections: 2, ...master, mayCreateKeys: true })
  try {
    return await seed(db, db.keyring.sealer, systemClock)
  } finally {
    await db.close()
  }
}
