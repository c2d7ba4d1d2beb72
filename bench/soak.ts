// Payments at a fixed rate for minutes or hours, against `giro serve` with its worker, its embedded
// database and a receiver of webhooks. Every thirty seconds, a line says what the service needs and
// how far its work is behind. At the end, the second half must be level with the first.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { type Demo, findDemo } from '../src/main/demo/demo-institution.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { createDriver, type Driver } from './drive.ts'
import { readOptions } from './options.ts'
import { postgresUse, processUse } from './processors.ts'
import { accountBody, customerBody, type Payer } from './seed.ts'
import { fetchToken, freePort, startGiro, withBenchDatabase } from './service.ts'
import { LEVELS, type Sample, unevenIn } from './soak-levels.ts'
import { openDemo } from './timed-requests.ts'
import { creditRequests, PAYMENTS_PATH } from './works.ts'

const CONNECTIONS = 32
const PAYERS = 10
const BALANCE = 1_000_000
/** How long the work may take to be done when no more payments come. */
const REST_MS = 120_000
const POLL_INTERVAL_MS = 1_000

const options = readOptions('bench:soak', { minutes: [10, 0.05], rate: [200, 10], 'interval-s': [30, 0.5] })
const { isShort, minutes, rate } = options
const intervalMs = options['interval-s'] * 1_000
const intervals = Math.floor((minutes * 60_000) / intervalMs)
if (intervals < 4) throw new Error('the soak needs at least four intervals')

const dataDir = await mkdtemp(join(tmpdir(), 'giro-soak-'))
const receiver = await openReceiver()
const [port, metricsPort] = [await freePort(), await freePort()]
const service = await startGiro(['serve', '--demo', '--data-dir', dataDir, '--port', String(port)], {
  ready: 'Giro is running',
  settings: {
    GIRO_METRICS_PORT: String(metricsPort),
    GIRO_WEBHOOK_NETWORKS: 'loopback',
    GIRO_LOG_LEVEL: 'error',
  },
})
try {
  await soak()
} finally {
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  receiver.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Takes every message, counts them, and knows how old the oldest was when it came. */
async function openReceiver() {
  let messages = 0
  let oldestS = 0
  const server = createServer(async (request, reply) => {
    const { occurredAt } = JSON.parse(await text(request)) as { occurredAt: string }
    messages++
    oldestS = Math.max(oldestS, (Date.now() - Date.parse(occurredAt)) / 1000)
    reply.writeHead(200).end()
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    messages: () => messages,
    /** In seconds, since the last call. */
    takeOldest() {
      const taken = oldestS
      oldestS = 0
      return taken
    },
    close: () => server.close().closeAllConnections(),
  }
}

async function soak(): Promise<void> {
  const demo = (await findDemo(dataDir))!
  const payers = await createPayers()
  const { ask } = await openDemo(dataDir)
  await ask('POST', '/v1/institution/webhooks', { url: receiver.url, eventTypes: ['payment.status.changed'] })
  const before = await countPayments()
  const driver = await createDriver({ port, connections: CONNECTIONS })
  const samples: Sample[] = []
  const names = Object.keys(LEVELS) as (keyof Sample)[]
  console.log(
    `| minute | ${names.map((name) => LEVELS[name].title).join(' | ')} |\n|${' --- |'.repeat(names.length + 1)}`,
  )
  let acknowledged = 0
  for (let interval = 1; interval <= intervals; interval++) {
    const { successes, ...latencies } = await pay(driver, demo, payers)
    acknowledged += successes
    const sample = { ...latencies, ...(await look()) }
    samples.push(sample)
    const shown = names.map((name) => sample[name].toFixed(LEVELS[name].digits))
    console.log(`| ${((interval * intervalMs) / 60_000).toFixed(1)} | ${shown.join(' | ')} |`)
  }
  driver.close()
  await conclude(samples, { before, acknowledged })
}

/** Pays for an interval, with a token of its own, because tokens end. */
async function pay(driver: Driver, { tenantCode, apiKey, apiSecret }: Demo, payers: readonly SoakPayer[]) {
  const token = await fetchToken({ port, tenantCode, apiKey, apiSecret })
  const work = creditRequests(PAYMENTS_PATH, payers, { port, token })
  const options = { perSecond: rate, milliseconds: intervalMs }
  const { latenciesMs, successes, refused, wrong, unsent } = await driver.openLoop(work, options)
  if (refused + wrong.length > 0) throw new Error(`${refused} refused; ${wrong.join('\n')}`)
  if (unsent > 0) console.log(`${unsent} payments were not sent: the service was too slow`)
  const at = (share: number) => latenciesMs[Math.floor(share * (latenciesMs.length - 1))] ?? 0
  return { successes, p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** What the service and its database need now, and how far the work is behind. */
async function look() {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const largest = (name: string, labels = '') => {
    const lines = metrics.split('\n').filter((line) => line.startsWith(name) && line.includes(labels))
    return Math.max(0, ...lines.map((line) => Number(line.split(' ').at(-1))).filter(Number.isFinite))
  }
  const [service_, database] = await Promise.all([processUse(service.pid!), postgresUse(dataDir)])
  return {
    serviceMb: service_.memoryMb,
    databaseMb: database.memoryMb,
    serviceDescriptors: service_.descriptors,
    databaseDescriptors: database.descriptors,
    eventLoopMs: 1000 * largest('nodejs_eventloop_lag_p99_seconds'),
    releaseS: largest('giro_payments_waiting_oldest_seconds', 'state="VALIDATED"'),
    webhookS: receiver.takeOldest(),
    outboxS: largest('giro_files_unwritten_oldest_seconds'),
  }
}

/** Says whether the second half was level with the first, and whether everything was done once. */
async function conclude(samples: readonly Sample[], counts: { before: number; acknowledged: number }): Promise<void> {
  const { before, acknowledged } = counts
  const startedAt = performance.now()
  while ((await countPayments(`status <> 'PROCESSED'`)) > 0 && performance.now() < startedAt + REST_MS)
    await new Promise((wake) => setTimeout(wake, POLL_INTERVAL_MS))
  const rest = Math.round((performance.now() - startedAt) / 1000)
  const faults = isShort ? [] : unevenIn(samples)
  const made = (await countPayments()) - before
  const open = await countPayments(`status <> 'PROCESSED'`)
  if (made !== acknowledged) faults.push(`${made} payments were made and ${acknowledged} acknowledged`)
  if (open > 0) faults.push(`${open} payments are not processed after ${rest} s without new ones`)
  const differences = await verify()
  if (differences > 0) faults.push(`the ledger has ${differences} differences`)
  console.log(`\n${made} payments, all processed ${rest} s after the last; ${receiver.messages()} messages.`)
  if (faults.length > 0) console.log(faults.join('\n'))
  else console.log(isShort ? 'A short run compares no halves.' : 'The second half is level with the first.')
  if (faults.length > 0) process.exitCode = 1
}

function verify(): Promise<number> {
  return withBenchDatabase(dataDir, async (db) => verifyLedgers(db, await db.read(listInstitutions), console.log))
}

function countPayments(condition = 'true'): Promise<number> {
  const sql = `select count(*) from payment_states where tenant_id > 0 and ${condition}`
  return withBenchDatabase(dataDir, (db) =>
    db.read(async (tx) => Number((await tx.row<{ count: bigint }>(sql))!.count)),
  )
}

type SoakPayer = Omit<Payer, 'bookContactUID'>

/** Customers of the demo, each with a funded account and a contact. */
async function createPayers(): Promise<SoakPayer[]> {
  const { ask } = await openDemo(dataDir)
  const create = async (path: string, body: object) => (await ask('POST', path, body)).data
  const payers: SoakPayer[] = []
  while (payers.length < PAYERS) {
    const number = payers.length
    const { customerUID } = await create('/v2/customers', customerBody(number))
    const account = accountBody(String(5_000_000_000 + number))
    const { accountUID } = await create(`/v3/customers/${customerUID}/accounts`, account)
    const contact = {
      ...{
        externalReferenceId: 'supplier',
        templateName: 'Supplier',
        name: 'Highland Beans Inc',
        contactType: 'Company',
      },
      contactBank: {
        ...{ country: 'US', accountNo: '700100200300', accountCcy: 'USD' },
        ...{ name: 'First Example Bank', nationalCode: '021000021' },
      },
    }
    const { customerContactUID } = await create(`/customers/${customerUID}/contacts`, contact)
    const deposit = {
      direction: 'Credit',
      amount: BALANCE,
      currency: 'USD',
      reason: 'Soak',
      externalReferenceId: 'soak',
    }
    await create(`/v1/institution/accounts/${accountUID}/adjustments`, deposit)
    payers.push({ customerUID, accountUID, contactUID: customerContactUID })
  }
  return payers
}
