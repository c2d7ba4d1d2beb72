// Measures how much one client slows down when another one exceeds its rate limit tenfold. It
// reports the latency of payments within the rate in three settings, in turns: alone, next to a
// client at its limit, and next to a client that floods. The other client runs in its own process,
// so that its load does not slow the measuring process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/db/client.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createApiClient } from '../src/tokens/api-clients.ts'
import { ENTITLEMENTS } from '../src/tokens/entitlements.ts'
import { createDriver, type OpenLoop } from './drive.ts'
import type { Flood } from './flood-client.ts'
import { undisturbed } from './processors.ts'
import { median, percentile } from './report.ts'
import { fetchToken, type RunningService, startServiceProcess } from './service.ts'
import { creditRequests, PAYMENTS_PATH } from './works.ts'

const LIMIT_PER_SECOND = 200
const MODEST_PER_SECOND = 100
const FLOOD_PER_SECOND = 10 * LIMIT_PER_SECOND
const CONNECTIONS = 16
/** Long enough that a single disk write of 50 ms does not decide the p99. */
const ROUND_MS = 10_000
/** The flood starts earlier than the measurement, to use up its burst allowance first. */
const FLOOD_LEAD_MS = 1_500

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('usage: npm run bench:flood -- [--rounds 5]')

const dataDir = await mkdtemp(join(tmpdir(), 'giro-flood-'))
const service = await startServiceProcess(dataDir, { rateLimit: `${LIMIT_PER_SECOND}/1` })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop())
try {
  await run(service)
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function run({ ready }: RunningService): Promise<void> {
  const { port, payers } = ready
  const token = await fetchToken(ready)
  const greedyToken = await fetchToken(ready, await addClient(ready))
  const driver = await createDriver({ port, connections: CONNECTIONS })
  const work = creditRequests(PAYMENTS_PATH, payers, { port, token })
  const modest = () => driver.openLoop(work, { perSecond: MODEST_PER_SECOND, milliseconds: ROUND_MS })
  const p99s = { alone: [] as number[], full: [] as number[], flooded: [] as number[] }
  let [admitted, refused, unsent, wrong] = [0, 0, 0, 0]
  await modest()
  const measureNextTo = (perSecond: number) =>
    undisturbed({ service, dataDir }, async () => async () => {
      const milliseconds = FLOOD_LEAD_MS + ROUND_MS
      const other = startFlood({ port, token: greedyToken, payers, perSecond, milliseconds })
      await sleep(FLOOD_LEAD_MS)
      return { modest: await modest(), other: await other }
    }).then(({ result }) => result)
  for (let round = 1; round <= rounds; round++) {
    const alone = (await undisturbed({ service, dataDir }, async () => modest)).result
    const full = await measureNextTo(LIMIT_PER_SECOND)
    const flooded = await measureNextTo(FLOOD_PER_SECOND)
    p99s.alone.push(p99Of(alone.latenciesMs))
    p99s.full.push(p99Of(full.modest.latenciesMs))
    p99s.flooded.push(p99Of(flooded.modest.latenciesMs))
    admitted += flooded.other.successes
    refused += flooded.other.refused
    unsent += flooded.other.unsent
    for (const within of [alone, full.modest, flooded.modest]) wrong += within.refused + within.wrong.length
    wrong += full.other.wrong.length + flooded.other.wrong.length
    console.log(
      `round ${round} of ${rounds}:  alone ${describe(alone)}   next to a client at its limit ${describe(full.modest)}   next to the flood ${describe(flooded.modest)}`,
    )
  }
  driver.close()
  const [alone, full, flooded] = [median(p99s.alone), median(p99s.full), median(p99s.flooded)]
  console.log(
    `\nthe flood: ${admitted} payments admitted, ${refused} refused with 429, ${unsent} not sent in time, ${wrong} other answers` +
      `\np99 within the rate, median of the rounds: ${alone.toFixed(1)} ms alone, ${full.toFixed(1)} ms next to a client at its limit, ${flooded.toFixed(1)} ms next to the flood: ` +
      `${(flooded / full).toFixed(2)} × next to the limit, ${(flooded / alone).toFixed(2)} × alone (target: less than 2)`,
  )
  if (wrong > 0 || flooded >= 2 * alone) process.exitCode = 1
}

async function addClient({ databaseUrl }: RunningService['ready']) {
  const db = openDatabase({ connectionString: databaseUrl, maxConnections: 1 })
  try {
    const [institution] = await db.read(listInstitutions)
    const { tenantId, legalEntityId } = institution!
    const client = { tenantId, legalEntityId, name: 'Flood', entitlements: ENTITLEMENTS, now: systemClock.now() }
    return await db.transaction((tx) => createApiClient(tx, client))
  } finally {
    await db.close()
  }
}

async function startFlood(flood: Flood): Promise<OpenLoop> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.resolve('./flood-client.ts')))
  child.send(flood)
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the flood client ended without reporting its answers')),
  )
  const [answers] = (await Promise.race([once(child, 'message'), ended])) as [OpenLoop]
  ended.catch(() => {})
  child.disconnect()
  return answers
}

function p99Of(latenciesMs: readonly number[]): number {
  return percentile(
    [...latenciesMs].sort((a, b) => a - b),
    0.99,
  )
}

function describe({ latenciesMs }: OpenLoop): string {
  return `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms, p99 ${p99Of(latenciesMs).toFixed(1)} ms`
}
