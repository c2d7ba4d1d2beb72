// Measures the payments per second against two ceilings: the same server with an empty operation,
// and the same rows written by SQL only. The parts take turns in short rounds, because checkpoints,
// vacuum and other users change the speed of the machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/db/client.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { SQL_CLIENT, writeRows } from './database-ceiling.ts'
import { createDriver, type Driver } from './drive.ts'
import { readOptions } from './options.ts'
import { isDisturbed, type Load, undisturbed } from './processors.ts'
import {
  median,
  type Part,
  percentile,
  type Results,
  renderTable,
  renderTargets,
  type Throughput,
  type ThroughputPart,
} from './report.ts'
import { fetchToken, type RunningService, startServiceProcess, withBenchDatabase } from './service.ts'
import { CREATING, WORKS, type Work, type WorkPart } from './works.ts'

const LATENCY_PER_SECOND = 100
const RELEASE_TIMEOUT_MS = 60_000
const PARTS = [
  'f',
  'a',
  'b',
  'c',
  'p',
  'n',
  'e',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'm',
  'o',
  'd',
  'q',
  'r',
] as const satisfies Part[]
const RESULTS_FILE = fileURLToPath(import.meta.resolve('./results.json'))

const options = readOptions('bench', {
  rounds: [5, 1],
  seconds: [3, 0.02],
  only: [PARTS.join(), PARTS.join()],
  customers: [100, 2],
  // The list of payments that part (k) reads needs 20: one of each connection.
  connections: [64, 20],
  'many-connections': [256, 24],
  'warm-up-ms': [2_000, 1],
  'fill-ms': [1_000, 1],
  'latency-rounds': [3, 1],
  'latency-ms': [5_000, 200],
  'writing-ms': [3_000, 20],
  'idle-ms': [5_000, 100],
})
const { isShort, connections } = options
/** The most payments that a batch of the intake can have with this number of connections. */
const batchSize = connections
const asked = options.only.split(',')
const parts = PARTS.filter((part) => asked.includes(part))
if (parts.length !== asked.length) throw new Error(`--only takes parts of ${PARTS.join()}, each once`)
const dataDir = await mkdtemp(join(tmpdir(), 'giro-bench-'))
try {
  const results = await run(dataDir)
  console.log(`\n${renderTable(results)}`)
  if (!isShort) console.log(`\n${renderTargets(results)}`)
  // Only a complete run is saved, because figures of different runs cannot be compared.
  if (!isShort && parts.length === PARTS.length) {
    await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
    console.log('\nWritten to bench/results.json.')
  }
  const { wrongAnswers, differences } = results.checked
  if (wrongAnswers > 0 || differences > 0) process.exitCode = 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** The running service, and the counts that the check at the end needs. */
interface Bench {
  service: RunningService
  dataDir: string
  isShort: boolean
  db: Database
  driver: Driver
  /** With the many connections of part (p). */
  manyDriver: Driver
  /** Of the bare handler, which has its own port. */
  bareDriver: Driver
  tenantId: bigint
  works: Record<WorkPart, Work>
  /** Payments that the service answered with Success. */
  created: number
  /** Payments written by SQL. */
  written: number
  wrong: string[]
}

async function run(dataDir: string): Promise<Results> {
  console.log(
    'Starting the service in its own process, with the worker and the embedded PostgreSQL at default settings.',
  )
  const service = await startServiceProcess(dataDir, { customers: options.customers, isShort })
  // When the service stops, requests in flight fail, and the cleanup below runs.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop())
  try {
    return await withBenchDatabase(dataDir, (db) => runOn(service, dataDir, db))
  } finally {
    await service.stop()
  }
}

async function runOn(service: RunningService, dataDir: string, db: Database): Promise<Results> {
  const { port, barePort, tenantId } = service.ready
  const drivers: Driver[] = []
  const open = async (at: number, count: number) => {
    const opened = await createDriver({ port: at, connections: count })
    drivers.push(opened)
    return opened
  }
  try {
    const token = await fetchToken(service.ready)
    const driver = await open(port, connections)
    const bareDriver = await open(barePort, connections)
    const manyDriver = await open(port, options['many-connections'])
    const bench = { service, dataDir, isShort, db, driver, bareDriver, manyDriver, tenantId: BigInt(tenantId) }
    return await measure(await openBench(bench, token))
  } finally {
    for (const driver of drivers) driver.close()
  }
}

/** Makes some payments for the parts that read, also when no other part makes any. */
async function openBench(
  opened: Omit<Bench, 'works' | 'created' | 'written' | 'wrong'>,
  token: string,
): Promise<Bench> {
  const { service, driver, db, tenantId } = opened
  const { payers, port, barePort } = service.ready
  const fill = WORKS.b({ payers, paymentUIDs: [] }, { port, token })
  const { successes, wrong } = await driver.closedLoop(fill, options['fill-ms'])
  const rows = await db.read((tx) =>
    tx.query<{ id: string }>('select id from payments where tenant_id = $1 order by id limit 1000', [tenantId]),
  )
  const known = { payers, paymentUIDs: rows.map(({ id }) => id) }
  const works = Object.fromEntries(
    Object.entries(WORKS).map(([part, workOf]) => [
      part,
      workOf(known, { port: part === 'f' ? barePort : port, token }),
    ]),
  ) as Bench['works']
  return { ...opened, works, created: successes, written: 0, wrong }
}

async function measure(bench: Bench): Promise<Results> {
  const { service, db, tenantId, wrong } = bench
  const { rounds, seconds } = options
  const { measured, unreleased } = await measureThroughput(bench)
  const latencies = parts.includes('d') ? await measureLatencies(bench) : []
  const perPayment = parts.includes('q') ? await measureWriting(bench) : undefined
  const idle = parts.includes('r') ? await measureIdle(bench) : undefined
  await waitForWorker(db, tenantId)
  const { created, written } = bench
  const differences = await check(db, { tenantId, apiKey: service.ready.apiKey, created, written, wrong })
  const accounts = service.ready.payers.length
  return {
    at: new Date().toISOString(),
    machine: await describeMachine(db),
    settings: { rounds, seconds, connections, accounts, batchSize },
    throughput: Object.fromEntries(Array.from(measured, ([part, figures]) => [part, summarise(figures)])),
    latency: parts.includes('d') ? summariseLatency(latencies) : undefined,
    written: perPayment,
    idle,
    unreleased,
    checked: { payments: created + written, wrongAnswers: wrong.length, differences },
  }
}

async function measureThroughput(bench: Bench) {
  const { db, tenantId } = bench
  const { rounds, seconds } = options
  const turns = parts.filter((part) => part !== 'd' && part !== 'q' && part !== 'r')
  const measured = new Map<ThroughputPart, Round[]>(turns.map((part) => [part, []]))
  const unreleased: number[] = []
  for (const part of turns) await measurePart(bench, part, options['warm-up-ms'])
  for (let round = 1; round <= rounds; round++) {
    const said: string[] = []
    for (const part of turns) {
      const { result, load } = await undisturbed(bench, async () => {
        await waitForWorker(db, tenantId)
        return async () => {
          const rate = await measurePart(bench, part, seconds * 1000)
          return { ...rate, unreleased: part === 'b' ? await countValidated(db, tenantId) : 0 }
        }
      })
      if (part === 'b') unreleased.push(result.unreleased)
      measured.get(part)!.push({ ...result, load })
      said.push(`${part} ${Math.round(result.perSecond)}/s${isDisturbed(load) ? ' (disturbed)' : ''}`)
    }
    if (said.length > 0) console.log(`round ${round} of ${rounds}:  ${said.join('   ')}`)
  }
  return { measured, unreleased }
}

interface Rate {
  /** Answers with Success, or rows written. */
  count: number
  perSecond: number
}

async function measurePart(bench: Bench, part: ThroughputPart, milliseconds: number): Promise<Rate> {
  if (part === 'e') {
    const { db, tenantId, service } = bench
    const { payers } = service.ready
    const done = await writeRows(db, { tenantId, payers, batchSize, milliseconds, clock: systemClock })
    bench.written += done.rows
    return { count: done.rows, perSecond: done.perSecond }
  }
  const driver = { f: bench.bareDriver, p: bench.manyDriver }[part as string] ?? bench.driver
  const answers = await driver.closedLoop(bench.works[part], milliseconds)
  bench.wrong.push(...answers.wrong)
  if (CREATING.has(part)) bench.created += answers.successes
  return { count: answers.successes, perSecond: answers.perSecond }
}

/** The bytes that a payment adds, from its request until the worker is done with it. */
async function measureWriting(bench: Bench): Promise<Results['written']> {
  const { db, driver, tenantId, works } = bench
  await waitForWorker(db, tenantId)
  const before = await readSizes(db)
  const answers = await driver.closedLoop(works.b, options['writing-ms'])
  bench.created += answers.successes
  bench.wrong.push(...answers.wrong)
  await waitForWorker(db, tenantId)
  const after = await readSizes(db)
  const each = (size: keyof typeof after) => Math.round((after[size] - before[size]) / answers.successes)
  return { log: each('log'), tables: each('tables') }
}

/** The log written so far, and the size of the tables with their indexes. */
async function readSizes(db: Database): Promise<{ log: number; tables: number }> {
  const [row] = await db.read((tx) =>
    tx.query<{ log: bigint; tables: bigint }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as log, pg_database_size(current_database()) as tables`,
    ),
  )
  return { log: Number(row!.log), tables: Number(row!.tables) }
}

async function measureIdle(bench: Bench): Promise<Results['idle']> {
  const { db, tenantId } = bench
  const { load } = await undisturbed(bench, async () => {
    await waitForWorker(db, tenantId)
    return () => sleep(options['idle-ms'])
  })
  return { service: load.service, database: load.database }
}

interface Round extends Rate {
  load: Load
}

interface LatencyRound {
  latenciesMs: number[]
  load: Load
}

async function measureLatencies(bench: Bench): Promise<LatencyRound[]> {
  const { db, driver, tenantId, works } = bench
  const { 'latency-rounds': last, 'latency-ms': milliseconds } = options
  const rounds: LatencyRound[] = []
  for (let round = 0; round <= last; round++) {
    const { result, load } = await undisturbed(bench, async () => {
      await waitForWorker(db, tenantId)
      return async () => {
        const answers = await driver.openLoop(works.b, { perSecond: LATENCY_PER_SECOND, milliseconds })
        bench.created += answers.successes
        bench.wrong.push(...answers.wrong)
        return answers.latenciesMs
      }
    })
    // The first round is a warm-up.
    if (round === 0) continue
    rounds.push({ latenciesMs: result, load })
    const p99 = percentile(result, 0.99).toFixed(1)
    console.log(`latency, ${round} of ${last}:  p99 ${p99} ms${isDisturbed(load) ? ' (disturbed)' : ''}`)
  }
  return rounds
}

function summarise(figures: readonly Round[]): Throughput {
  const rounds = figures.map(({ perSecond }) => perSecond)
  const load = (who: keyof Load) => median(figures.map((figure) => figure.load[who]))
  const microseconds = (who: keyof Load) =>
    Math.round(median(figures.map((figure) => (figure.load[who] * 1e6) / figure.perSecond)))
  return {
    count: figures.reduce((sum, { count }) => sum + count, 0),
    rounds,
    median: median(rounds),
    load: { service: load('service'), client: load('client'), database: load('database'), others: load('others') },
    microseconds: { service: microseconds('service'), database: microseconds('database') },
  }
}

function summariseLatency(rounds: readonly LatencyRound[]): Results['latency'] {
  const ascending = rounds.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b)
  const microseconds = (who: keyof Load) =>
    Math.round(median(rounds.map(({ load }) => (load[who] * 1e6) / LATENCY_PER_SECOND)))
  return {
    perSecond: LATENCY_PER_SECOND,
    count: ascending.length,
    p50Ms: percentile(ascending, 0.5),
    p99Ms: percentile(ascending, 0.99),
    maxMs: percentile(ascending, 1),
    microseconds: { service: microseconds('service'), database: microseconds('database') },
  }
}

/**
 * Checks that each Success has exactly one payment, that no other payment exists, and that the
 * ledger agrees. Returns the number of differences.
 */
async function check(
  db: Database,
  expected: { tenantId: bigint; apiKey: string; created: number; written: number; wrong: readonly string[] },
): Promise<number> {
  const { tenantId, apiKey, created, written, wrong } = expected
  for (const answer of wrong) console.error(`wrong answer:\n${answer}\n`)
  const count = await db.read(async (tx) => {
    const rows = await tx.query<{ by: string; payments: bigint }>(
      'select created_by as by, count(*) as payments from payments where tenant_id = $1 group by created_by',
      [tenantId],
    )
    return new Map(rows.map(({ by, payments }) => [by, Number(payments)]))
  })
  let differences = 0
  for (const [by, payments] of [
    [apiKey, created],
    [SQL_CLIENT, written],
  ] as const) {
    if ((count.get(by) ?? 0) === payments) continue
    console.error(`${by}: ${payments} payments were answered or written, but ${count.get(by) ?? 0} are in the database`)
    differences++
  }
  console.log(`\n${created} payments were answered with Success and are in the database. The ledger:`)
  return differences + (await verifyLedgers(db, await db.read(listInstitutions), console.log))
}

/** Waits until the worker has released all payments, so that they do not slow the next part. */
async function waitForWorker(db: Database, tenantId: bigint): Promise<void> {
  const deadline = performance.now() + RELEASE_TIMEOUT_MS
  while ((await countValidated(db, tenantId)) > 0) {
    if (performance.now() > deadline)
      throw new Error(`the worker did not release all payments within ${RELEASE_TIMEOUT_MS / 1000} s`)
    await sleep(50)
  }
}

async function countValidated(db: Database, tenantId: bigint): Promise<number> {
  const [row] = await db.read((tx) =>
    tx.query<{ count: bigint }>(`select count(*) from payment_states where tenant_id = $1 and status = 'VALIDATED'`, [
      tenantId,
    ]),
  )
  return Number(row!.count)
}

async function describeMachine(db: Database): Promise<Results['machine']> {
  const [{ version, fsync } = { version: '', fsync: '' }] = await db.read((tx) =>
    tx.query<{ version: string; fsync: string }>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync`,
    ),
  )
  if (fsync !== 'on') throw new Error('fsync is off: the figures would be worthless')
  const commits: number[] = []
  for (let n = 0; n < 50; n++) {
    const start = performance.now()
    await db.transaction((tx) => tx.query('update institutions set name = name where tenant_id = 1'))
    commits.push(performance.now() - start)
  }
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    postgres: version,
    commitMs: Number(median(commits).toFixed(2)),
  }
}
