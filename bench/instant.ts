// Measures our own part of instant payments: from a request to its message at the broker, and from
// a credit at the broker to our answer there. The service runs in its own process with the worker;
// this one drives it, and plays FedNow on the queues of an AMQP broker. Afterwards it checks that
// every payment and credit has settled once and that the ledger agrees.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/client.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { createDriver } from './drive.ts'
import { type Operator, startOperator } from './instant-operator.ts'
import { readStepTimes } from './instant-steps.ts'
import { readOptions } from './options.ts'
import { postgresMs } from './processors.ts'
import { percentile } from './report.ts'
import { ACCOUNTS_PER_CUSTOMER } from './seed.ts'
import { fetchToken, type RunningService, startServiceProcess, withBenchDatabase } from './service.ts'
import { creditRequests, PAYMENTS_PATH, referenceOf, type Work } from './works.ts'

const CONNECTIONS = 32
const END_TIMEOUT_MS = 60_000
const [INSTITUTION, ROUTING_NUMBER] = ['bench', '061099995']
const FIRST_ACCOUNT = 4_000_000_000

const options = readOptions('bench:instant', {
  rate: [100, 20],
  seconds: [10, 1],
  rounds: [3, 1],
  'warm-up-s': [3, 1],
  customers: [100, 2],
})
const { isShort, rate: perSecond, seconds, rounds, customers } = options

const dataDir = await mkdtemp(join(tmpdir(), 'giro-instant-'))
const operator = await startOperator({ us: ROUTING_NUMBER, institution: INSTITUTION })
try {
  const service = await startServiceProcess(dataDir, { customers, isShort, settings: { GIRO_AMQP_URL: operator.url } })
  try {
    await withBenchDatabase(dataDir, (db) => measure(service, db))
  } finally {
    await service.stop()
  }
} finally {
  await operator.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(service: RunningService, db: Database): Promise<void> {
  const driver = await createDriver({ port: service.ready.port, connections: CONNECTIONS })
  try {
    await joinFedNow(db)
    const token = await fetchToken(service.ready)
    const { payers, port } = service.ready
    const requests = creditRequests(PAYMENTS_PATH, payers, { port, token }, { speed: 'Instant' })
    const work: Work = (n) => {
      operator.requested(referenceOf(n))
      return requests(n)
    }
    const play = (forSeconds: number) =>
      playRound(operator, () => driver.openLoop(work, roundOf(forSeconds)), forSeconds)
    await play(options['warm-up-s'])
    console.log(`${perSecond} payments and ${perSecond} credits a second, ${seconds} s a round:`)
    for (let round = 1; round <= rounds; round++) {
      const since = new Date().toISOString()
      await measureRound(service, round, play)
      console.log(`   steps, p50/p99 ms: ${await readStepTimes(db, since)}`)
    }
    await check(db)
  } finally {
    driver.close()
  }
}

function roundOf(forSeconds: number) {
  return { perSecond, milliseconds: forSeconds * 1_000 }
}

/** The institution of the bench takes part in FedNow, by the queues of the broker. */
async function joinFedNow(db: Database): Promise<void> {
  const more = { networks: { FEDNOW: { link: 'Amqp', isSigned: false } }, instantNetwork: 'FEDNOW' }
  await db.transaction((tx) =>
    tx.query(
      `update institutions set settings = jsonb_set(settings, '{rails,FEDNOW}', 'true') || $1::jsonb where tenant_id > 0`,
      [JSON.stringify(more)],
    ),
  )
}

/** Payments and credits beside each other, until the service has sent every message of them. */
async function playRound(
  { operated, credit }: Operator,
  pay: () => Promise<{ successes: number; wrong: string[]; unsent: number }>,
  forSeconds: number,
) {
  operated.paidMs.clear()
  operated.answeredMs.length = 0
  const credits = perSecond * forSeconds
  const start = performance.now()
  const credited = (async () => {
    for (let made = 0; made < credits; made++) {
      const early = start + (made * 1_000) / perSecond - performance.now()
      if (early > 0) await sleep(early)
      credit(String(FIRST_ACCOUNT + (made % (customers * ACCOUNTS_PER_CUSTOMER))))
    }
  })()
  const { successes, wrong, unsent } = await pay()
  if (wrong.length > 0) throw new Error(`wrong answers: ${wrong.join('\n')}`)
  if (unsent > 0) console.log(`The machine is too busy: ${unsent} requests were never sent.`)
  await credited
  const end = performance.now() + END_TIMEOUT_MS
  while (operated.paidMs.size < successes || operated.answeredMs.length < credits) {
    if (performance.now() > end)
      throw new Error(
        `${successes - operated.paidMs.size} payments and ${credits - operated.answeredMs.length} credits have no ` +
          `message: ${operated.strange.join('\n')}`,
      )
    await sleep(50)
  }
  return { paid: sorted(operated.paidMs.values()), answered: sorted(operated.answeredMs) }
}

function sorted(times: Iterable<number>): number[] {
  return [...times].sort((a, b) => a - b)
}

async function measureRound(
  service: RunningService,
  round: number,
  play: (forSeconds: number) => ReturnType<typeof playRound>,
): Promise<void> {
  const before = [await service.cpuMs(), await postgresMs(dataDir)] as const
  const { paid, answered } = await play(seconds)
  const after = [await service.cpuMs(), await postgresMs(dataDir)] as const
  const times = (ms: readonly number[]) =>
    `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms`
  const each = (at: 0 | 1) => ((after[at] - before[at]) / (paid.length + answered.length)).toFixed(1)
  console.log(
    `${round}: request to message ${times(paid)}; credit to answer ${times(answered)}; ` +
      `${each(0)} ms of the service and ${each(1)} ms of the database for each; load ${loadavg()[0]!.toFixed(1)}`,
  )
}

/** Waits until all has settled, and proves the ledger. */
async function check(db: Database): Promise<void> {
  const open = () =>
    db.read((tx) =>
      tx.query<{ open: bigint }>(
        `select (select count(*) from payment_states where tenant_id > 0 and status <> 'PROCESSED')
           + (select count(*) from receipts where tenant_id > 0 and status not in ('POSTED', 'REJECTED')) as open`,
      ),
    )
  const end = performance.now() + END_TIMEOUT_MS
  while ((await open())[0]!.open > 0n && performance.now() < end) await sleep(200)
  const [left] = await open()
  const differences = await verifyLedgers(db, await db.read(listInstitutions), () => {})
  const { refused } = operator.operated
  console.log(
    `${left!.open} payments and credits not settled, ${refused} credits refused as too late, ` +
      `${differences} ledger differences.`,
  )
  if (left!.open > 0n || differences > 0 || (!isShort && refused > 0)) process.exitCode = 1
}
