import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME } from '../../src/db/connection-watch.ts'
import { serviceUrlFor } from '../../src/db/logins.ts'
import { migrate } from '../../src/db/migrate.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { startEmbeddedPostgres } from '../../src/main/embedded-postgres/start.ts'
import { eventually } from '../support/eventually.ts'
import { type GiroHome, type GiroProcess, openGiroHome } from '../support/giro-process.ts'
import { takePort } from '../support/ports.ts'
import { SEED } from '../support/seed.ts'
import { type Dice, diceOf } from '../support/simulated-month/random.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'
import { compareFeed, compareFiles, compareMessages, everythingSettles, openWebhook } from './agreement.ts'
import { type FileTaker, startTaking } from './file-taker.ts'
import { type PayingClient, startPaying } from './paying-client.ts'

// A bank of real processes: a node, two workers, PostgreSQL with fsync. Dice choose which is killed
// or stopped, when, and for how long. The service in this process only makes the bank and looks.

const ROUNDS = Number(process.env.FAULT_KILLS ?? 20)
/** A claim of a file lasts ten seconds: who is stopped for longer is overtaken. */
const OVERTAKEN_MS = 11_000
const PAYMENTS_BETWEEN = 10

let home: GiroHome
let root: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let bank: TestService
let receiver: Receiver
let taker: FileTaker
let client: PayingClient
let node: Post
let workers: Post[]
before(async () => {
  home = await openGiroHome()
  root = await mkdtemp(join(tmpdir(), 'giro-faults-'))
  postgres = await startEmbeddedPostgres({ dataDir: root, log: () => {} })
  const url = postgres.connectionString
  await migrate(url, serviceUrlFor(url))
  const database = { url, serviceUrl: serviceUrlFor(url), drop: async () => {} }
  const outboxDir = join(root, 'rails')
  await mkdir(join(root, 'taken'))
  bank = await startTestService({ database, outboxDir, clock: systemClock, webhookNetworks: ['loopback'] })
  receiver = await openReceiver()
  await openWebhook(bank, receiver)
  taker = startTaking(bank.app.achOutDirectory, join(root, 'taken'))
  const environment = {
    GIRO_DATABASE_URL: database.serviceUrl,
    GIRO_ENCRYPTION_KEY: bank.encryptionKey,
    GIRO_PUBLIC_URL: bank.baseUrl,
    GIRO_OUTBOX_DIR: outboxDir,
    GIRO_WEBHOOK_NETWORKS: 'loopback',
    GIRO_RATE_LIMIT_PER_CLIENT: '1000000',
    GIRO_LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(root, 'compiled'),
  }
  const port = await takePort()
  node = await fill(['serve', '--no-worker', '--port', String(port), '--data-dir', 'node'], environment)
  workers = await Promise.all(['one', 'two'].map((name) => fill(['worker', '--data-dir', name], environment)))
  const speeds = ['Economy', 'Instant']
  let number = 0
  const body = () => ({ speed: speeds[number++ % speeds.length] })
  client = await startPaying(bank, { at: `http://127.0.0.1:${port}`, body })
})
after(async () => {
  await client?.stop()
  await taker?.stop()
  await bank?.stop()
  await receiver?.close()
  await home?.close()
  await postgres?.stop()
  await rm(root, { recursive: true, force: true })
})

/** The place of a process, which a supervisor fills again whenever its process ends. */
interface Post {
  process: GiroProcess
  /** Ends the process, and resolves when its successor is ready. */
  replace(): Promise<void>
}

async function fill(args: readonly string[], environment: Record<string, string>): Promise<Post> {
  const start = async () => {
    const started = home.start(args, environment)
    await started.says('is running')
    return started
  }
  const post: Post = {
    process: await start(),
    async replace() {
      post.process.killGroup()
      assert.equal(await post.process.ended, 'SIGKILL')
      post.process = await start()
    },
  }
  return post
}

interface Fault {
  name: string
  /** Resolves when the fault is over. */
  play(): Promise<void>
}

const kill = (name: string, post: Post): Fault => ({ name: `kill ${name}`, play: () => post.replace() })

function stop(name: string, post: Post, forMs: number): Fault {
  return {
    name: `stop ${name} for ${forMs} ms`,
    async play() {
      process.kill(post.process.pid, 'SIGSTOP')
      await sleep(forMs)
      process.kill(post.process.pid, 'SIGCONT')
    },
  }
}

/** The backend that began or ended a statement last: probably one of a payment. */
async function latestBackend(): Promise<number> {
  const owner = new pg.Client({ connectionString: postgres.connectionString })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1 order by state_change desc limit 1',
      [APPLICATION_NAME],
    )
    return rows[0]!.pid
  } finally {
    await owner.end()
  }
}

/** PostgreSQL ends all other backends then, and recovers. */
const killBackend = (): Fault => ({
  name: 'kill a backend',
  async play() {
    signal(await latestBackend(), 'SIGKILL')
    await eventually('the database recovers', () =>
      bank.query('select 1').then(
        () => true,
        () => false,
      ),
    )
  },
})

function stopBackend(forMs: number): Fault {
  return {
    name: `stop a backend for ${forMs} ms`,
    async play() {
      const pid = await latestBackend()
      signal(pid, 'SIGSTOP')
      await sleep(forMs)
      signal(pid, 'SIGCONT')
    },
  }
}

/** The service ends backends that it has given up. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function chooseFault(dice: Dice): Fault {
  const forMs = dice.between(200, 3_000)
  const place = dice.between(0, workers.length - 1)
  const [worker, name] = [workers[place]!, `worker ${place + 1}`]
  return dice.weighted([
    [4, kill('the node', node)],
    [4, kill(name, worker)],
    [3, killBackend()],
    [3, stop('the node', node, forMs)],
    [3, stop(name, worker, forMs)],
    [1, stop(name, worker, OVERTAKEN_MS)],
    [3, stopBackend(forMs)],
  ])
}

test(`${ROUNDS} kills and stops of any process, seed ${SEED}: client, API, books, files, feed and messages agree`, async (t) => {
  const dice = diceOf(SEED)
  t.diagnostic(`GIRO_SEED=${SEED}`)
  for (let round = 0; round < ROUNDS; round++) {
    const fault = chooseFault(dice)
    const delayMs = dice.between(0, 500)
    await client.pays(PAYMENTS_BETWEEN)
    await sleep(delayMs)
    await fault.play()
    await client.pays(PAYMENTS_BETWEEN)
    t.diagnostic(`${round + 1}. ${fault.name}`)
  }
  await client.stop()
  await everythingSettles(bank, taker, { at: client.at })
  await client.compare()
  await compareFiles(bank, taker)
  await compareFeed(bank, client.at)
  const { repeated } = await compareMessages(bank, receiver)
  t.diagnostic(`${client.paid()} payments, ${taker.times.size} files, ${repeated} messages repeated`)
})
