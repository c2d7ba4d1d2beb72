// The service that the benches measure: `giro serve` with its worker and the embedded database, one
// more operation, and a bare server beside it. It takes the data directory, the number of customers
// and perhaps the word `short`, and its settings from the environment. The bench starts it in its
// own process and sends it messages.
import { systemClock } from '../src/kernel/clock.ts'
import { readEnvironment } from '../src/main/config.ts'
import { operations } from '../src/main/operations.ts'
import { serve } from '../src/main/serve.ts'
import { createBareServer } from './bare-handler.ts'
import { emptyOperation } from './empty-operation.ts'
import { type Seed, seed } from './seed.ts'
import { freePort, withBenchDatabase } from './service.ts'

/** The service reports once that it is ready, and its processor time whenever it is asked. */
export type ServiceMessage = ({ kind: 'ready'; port: number; barePort: number } & Seed) | { kind: 'cpu'; ms: number }

const host = '127.0.0.1'

const [, , dataDir, customers, length] = process.argv as [string, string, string, string, string?]
const tell = (message: ServiceMessage) => void process.send?.(message)
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

const seeded = await withBenchDatabase(dataDir, (db) => seed(db, systemClock, Number(customers)))
const bare = createBareServer()
const [port, barePort] = [await freePort(), await freePort()]
await bare.listen({ host, port: barePort })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell({ kind: 'cpu', ms: (user + system) / 1000 })
})
const options = { dataDir, host, port, demo: false, worker: true, http: true }
const environment = readEnvironment()
const PATIENCE = { requestTimeoutMs: 300_000, maxLateMs: Number.POSITIVE_INFINITY }
process.exitCode = await serve(
  length === 'short' ? { ...environment, defences: { ...environment.defences, ...PATIENCE } } : environment,
  { ...options, operations: [...operations, emptyOperation] },
  // It says one line, when it runs.
  () => tell({ kind: 'ready', port, barePort, ...seeded }),
)
await bare.close()
if (process.connected) process.disconnect()
