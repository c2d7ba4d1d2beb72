// Measures what payments notice of a dependency that takes connections and never answers: the
// outbox of the rails, the mail server, and a receiver of webhooks. For each, rounds without and
// with the hang take turns on the same service, and the report compares them within the run.
// Afterwards it checks that every answer is one payment and that the ledger agrees.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Database } from '../src/db/client.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { hang } from '../test/faults/hung-file.ts'
import { createDriver, type Driver } from './drive.ts'
import { readOptions } from './options.ts'
import { postgresMs } from './processors.ts'
import { median, percentile } from './report.ts'
import { fetchToken, type RunningService, startServiceProcess, withBenchDatabase } from './service.ts'
import { creditRequests, PAYMENTS_PATH, type Target, type Work } from './works.ts'

const CONNECTIONS = 32
const NOTIFICATION = { notification: { emailAddress: 'ada@beans.example', message: 'Invoice 118' } }
/** How long the service may take until it needs a dependency. */
const NEED_TIMEOUT_MS = 60_000

// A full round has 1,000 samples, so ten payments are slower than its p99.
const { isShort, customers, rounds, rate, seconds } = readOptions('bench:hanging', {
  customers: [100, 2],
  rounds: [3, 1],
  rate: [100, 20],
  seconds: [10, 1],
})

interface Dependency {
  name: string
  /** Payments that need it after their answer. */
  work: Work
  /** Lets it hang. Returns what ends that. */
  hang(): Promise<() => Promise<void>>
  /** Whether the service waits for it. */
  isAwaited(): Promise<boolean>
}

const dataDir = await mkdtemp(join(tmpdir(), 'giro-hanging-'))
const [mails, hooks] = [createHook(), createHook()]
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // Connections are kept, so it hangs at the first command of a mail.
  onMailFrom: (_address, _session, callback) => void mails.passed().then(() => callback()),
  onData: (stream, _session, callback) => stream.resume().once('end', () => callback()),
})
const receiver = createServer(async (request, reply) => {
  request.resume()
  await hooks.passed()
  reply.writeHead(200).end()
})
try {
  const settings = {
    GIRO_SMTP_URL: `smtp://127.0.0.1:${await listen(mailServer.server)}`,
    GIRO_SMTP_FROM: 'Bank <bank@bank.example>',
    GIRO_WEBHOOK_NETWORKS: 'loopback',
    // The failures that it would log are what is measured here.
    GIRO_LOG_LEVEL: 'fatal',
  }
  const receiverUrl = `http://127.0.0.1:${await listen(receiver)}/`
  const service = await startServiceProcess(dataDir, { customers, isShort, settings })
  try {
    await withBenchDatabase(dataDir, (db) => measure(db, service, receiverUrl))
  } finally {
    await service.stop()
  }
} finally {
  mailServer.close()
  receiver.close().closeAllConnections()
  await rm(dataDir, { recursive: true, force: true })
}

/** Who comes to a hook passes at once, or waits until the hang ends. */
function createHook() {
  let waiting = 0
  let ended: PromiseWithResolvers<void> | undefined
  return {
    passed() {
      if (ended) waiting++
      return ended?.promise ?? Promise.resolve()
    },
    async hang() {
      waiting = 0
      ended = Promise.withResolvers()
      return async () => {
        ended?.resolve()
        ended = undefined
      }
    },
    isAwaited: async () => waiting > 0,
  }
}

async function listen(server: Pick<Server, 'listen' | 'address'> & NodeJS.EventEmitter): Promise<number> {
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function measure(db: Database, service: RunningService, receiverUrl: string): Promise<void> {
  await collectAtOnce(db)
  const { ready } = service
  const target = { port: ready.port, token: await fetchToken(ready) }
  await subscribe(target, receiverUrl)
  const driver = await createDriver({ port: ready.port, connections: CONNECTIONS })
  const table = [
    '| hangs | payments | p50 ms: without | with | × | p99 ms: without | with | × | processor µs: without | with | × |',
    `|${' --- |'.repeat(11)}`,
  ]
  let created = 0
  try {
    for (const dependency of dependenciesOf(db, service, target)) {
      created += (await pay(driver, service, dependency.work)).count
      const without: Round[] = []
      const within: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        without.push(await pay(driver, service, dependency.work))
        within.push(await payWhileItHangs(driver, service, dependency))
      }
      for (const { count } of [...without, ...within]) created += count
      table.push(`| ${dependency.name} | ${rowOf(without, within).join(' | ')} |`)
    }
  } finally {
    driver.close()
  }
  console.log(table.join('\n'))
  await check(db, ready.apiKey, created)
}

/** The worker composes and hands over a file every two seconds, as in a sandbox. */
async function collectAtOnce(db: Database): Promise<void> {
  const collection = JSON.stringify({ kind: 'continuous', everySeconds: 2 })
  await db.transaction((tx) =>
    tx.query(
      `update institutions set settings = jsonb_set(settings, '{ach,collection}', $1::jsonb) where tenant_id > 0`,
      [collection],
    ),
  )
}

async function subscribe({ port, token }: Target, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/institution/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, eventTypes: ['payment.status.changed'] }),
  })
  if (!answer.ok) throw new Error(`no subscription: ${answer.status} ${await answer.text()}`)
}

function dependenciesOf(db: Database, { ready }: RunningService, target: Target): Dependency[] {
  const toOtherBank = creditRequests(PAYMENTS_PATH, ready.payers, target)
  const own = ready.payers.map(({ accountUID, bookContactUID }) => ({ accountUID, contactUID: bookContactUID }))
  const withMail = creditRequests(PAYMENTS_PATH, own, target, { status: 'PROCESSED', more: NOTIFICATION })
  return [
    { name: 'outbox', work: toOtherBank, ...outboxOf(db) },
    { name: 'mail server', work: withMail, hang: mails.hang, isAwaited: mails.isAwaited },
    { name: 'receiver of webhooks', work: toOtherBank, hang: hooks.hang, isAwaited: hooks.isAwaited },
  ]
}

/** The file that tells whose outbox it is: workers read it before each hand-over. */
function outboxOf(db: Database): Pick<Dependency, 'hang' | 'isAwaited'> {
  const file = join(dataDir, 'rails', 'ach', 'outbox.json')
  let since = new Date()
  return {
    async hang() {
      await until('the first file left', async () => existsSync(file))
      since = new Date()
      return hang(file)
    },
    async isAwaited() {
      const waiting = await db.read((tx) =>
        tx.query('select from rail_handovers where tenant_id > 0 and left_at is null and created_at > $1 limit 1', [
          since.toISOString(),
        ]),
      )
      return waiting.length > 0
    },
  }
}

async function until(what: string, probe: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + NEED_TIMEOUT_MS
  while (!(await probe())) {
    if (performance.now() > deadline) throw new Error(`not within ${NEED_TIMEOUT_MS / 1_000} s: ${what}`)
    await sleep(50)
  }
}

interface Round {
  count: number
  latenciesMs: number[]
  /** Of the service and the database, for each payment. */
  processorUs: number
}

async function pay(driver: Driver, service: RunningService, work: Work): Promise<Round> {
  const used = async () => (await service.cpuMs()) + (await postgresMs(dataDir))
  const before = await used()
  const { successes, latenciesMs, wrong, unsent } = await driver.openLoop(work, {
    perSecond: rate,
    milliseconds: seconds * 1_000,
  })
  if (wrong.length > 0) throw new Error(`wrong answers: ${wrong.join('\n')}`)
  if (unsent > 0) console.log(`The machine is too busy: ${unsent} requests were never sent.`)
  return { count: successes, latenciesMs, processorUs: (((await used()) - before) * 1_000) / successes }
}

/** What is measured is sent while the service already waits because of the payments before. */
async function payWhileItHangs(
  driver: Driver,
  service: RunningService,
  { name, work, hang, isAwaited }: Dependency,
): Promise<Round> {
  const end = await hang()
  try {
    const first = await pay(driver, service, work)
    await until(`the service waits for the ${name}`, isAwaited)
    const { latenciesMs, processorUs, count } = await pay(driver, service, work)
    return { latenciesMs, processorUs, count: first.count + count }
  } finally {
    await end()
  }
}

function rowOf(without: readonly Round[], within: readonly Round[]): string[] {
  const [normal, hung] = [without, within].map((all) => {
    const latencies = all.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b)
    return {
      count: latencies.length,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      us: median(all.map(({ processorUs }) => processorUs)),
    }
  }) as [Summary, Summary]
  const compared = (of: (summary: Summary) => number, digits: number) => [
    of(normal).toFixed(digits),
    of(hung).toFixed(digits),
    (of(hung) / of(normal)).toFixed(2),
  ]
  return [
    String(hung.count),
    ...compared(({ p50 }) => p50, 1),
    ...compared(({ p99 }) => p99, 1),
    ...compared(({ us }) => us, 0),
  ]
}

type Summary = Record<'count' | 'p50' | 'p99' | 'us', number>

async function check(db: Database, apiKey: string, created: number): Promise<void> {
  const [made] = await db.read((tx) =>
    tx.query<{ count: bigint }>('select count(*) from payments where tenant_id > 0 and created_by = $1', [apiKey]),
  )
  const differences = await verifyLedgers(db, await db.read(listInstitutions), () => {})
  console.log(
    `${created} payments were answered with Success, ${made!.count} are in the database, ` +
      `${differences} ledger differences.`,
  )
  if (made!.count !== BigInt(created) || differences > 0) process.exitCode = 1
}
