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
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createApiClient } from '../src/tokens/api-clients.ts'
import { ENTITLEMENTS } from '../src/tokens/entitlements.ts'
import { createDriver, type OpenLoop } from './drive.ts'
import type { Flood } from './flood-client.ts'
import { readOptions } from './options.ts'
import { undisturbed } from './processors.ts'
import { median, percentile } from './report.ts'
import { fetchToken, type RunningService, startServiceProcess, withBenchDatabase } from './service.ts'
import { creditRequests, PAYMENTS_PATH } from './works.ts'

const CONNECTIONS = 16

const options = readOptions('bench:flood', {
  rounds: [5, 1],
  customers: [100, 2],
  'limit-per-second': [200, 10],
  // Long enough that a single disk write of 50 ms does not decide the p99.
  'round-ms': [10_000, 500],
  // The flood starts earlier than the measurement, to use up its burst allowance first.
  'lead-ms': [1_500, 500],
})
const { isShort, rounds, customers, 'limit-per-second': limit, 'round-ms': roundMs, 'lead-ms': leadMs } = options
const [modestPerSecond, floodPerSecond] = [limit / 2, 10 * limit]

const dataDir = await mkdtemp(join(tmpdir(), 'giro-flood-'))
const service = await startServiceProcess(dataDir, {
  customers,
  isShort,
  settings: { GIRO_RATE_LIMIT_PER_CLIENT: `${limit}/1` },
})
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
  const greedyToken = await fetchToken(ready, await addClient())
  const driver = await createDriver({ port, connections: CONNECTIONS })
  const work = creditRequests(PAYMENTS_PATH, payers, { port, token })
  const modest = () => driver.openLoop(work, { perSecond: modestPerSecond, milliseconds: roundMs })
  const subject = { service, dataDir, isShort }
  const p99s = { alone: [] as number[], full: [] as number[], flooded: [] as number[] }
  let [admitted, refused, unsent, wrong] = [0, 0, 0, 0]
  await modest()
  const measureNextTo = (perSecond: number) =>
    undisturbed(subject, async () => async () => {
      const milliseconds = leadMs + roundMs
      const other = startFlood({ port, token: greedyToken, payers, perSecond, milliseconds })
      await sleep(leadMs)
      return { modest: await modest(), other: await other }
    }).then(({ result }) => result)
  for (let round = 1; round <= rounds; round++) {
    const alone = (await undisturbed(subject, async () => modest)).result
    const full = await measureNextTo(limit)
    const flooded = await measureNextTo(floodPerSecond)
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
  if (wrong > 0 || (!isShort && flooded >= 2 * alone)) process.exitCode = 1
}

function addClient() {
  return withBenchDatabase(dataDir, async (db) => {
    const [institution] = await db.read(listInstitutions)
    const { tenantId, legalEntityId } = institution!
    const client = { tenantId, legalEntityId, name: 'Flood', entitlements: ENTITLEMENTS, now: systemClock.now() }
    return await db.transaction((tx) => createApiClient(tx, client))
  })
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
