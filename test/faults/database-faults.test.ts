import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME } from '../../src/db/connection-watch.ts'
import { serviceUrlFor } from '../../src/db/logins.ts'
import { migrate } from '../../src/db/migrate.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { startEmbeddedPostgres } from '../../src/main/embedded-postgres/start.ts'
import { eventually } from '../support/eventually.ts'
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'
import { type PayingClient, startPaying } from './paying-client.ts'
import { mountSmallDisk, NO_MOUNT, type SmallDisk } from './small-disk.ts'

// Each fault, again and again, while a client pays and the worker works. The client's own record
// must agree with the service's after each.

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2)
/** A fault is over for clients and worker after this time, and so is a silent failover. */
const LONGEST_OUTAGE_MS = 15_000
/** A statement and its watch end after 60 and 65 s. */
const LOCKED_MS = 100_000
/** The default of GIRO_REQUEST_TIMEOUT. */
const REQUEST_TIMEOUT_MS = 10_000
/** For an answer on a busy machine. */
const ANSWER_SLACK_MS = 3_000

/** Room for some ten thousand payments. */
const DISK_MEGABYTES = 1024
/** How long the disk stays full after the first payment that it refused. */
const FULL_MS = 4_000

let disk: SmallDisk | undefined
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let dataDir: string
let proxy: SilentProxy
let service: TestService
let client: PayingClient
let owner: pg.Client
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'giro-faults-'))
  disk = await mountSmallDisk(dataDir, DISK_MEGABYTES)
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const url = postgres.connectionString
  await migrate(url, serviceUrlFor(url))
  const database = { url, serviceUrl: serviceUrlFor(url), drop: async () => {} }
  service = await startTestService({
    database,
    worker: true,
    clock: systemClock,
    reach: async (databaseUrl) => {
      proxy = await startSilentProxy(databaseUrl)
      return proxy.url
    },
  })
  owner = await connectAsOwner()
  client = await startPaying(service)
})
after(async () => {
  await client.stop()
  await service.stop()
  await owner.end()
  await proxy.close()
  await postgres.stop()
  await disk?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

async function connectAsOwner(): Promise<pg.Client> {
  const connected = new pg.Client({ connectionString: postgres.connectionString })
  connected.on('error', () => {})
  await connected.connect()
  return connected
}

/** The backends of the service. */
async function backends(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [
    APPLICATION_NAME,
  ])
  assert.ok(rows.length > 0, `the service is connected as ${APPLICATION_NAME}`)
  return rows.map(({ pid }) => pid)
}

/** Waits until the worker has moved a payment that was made after this call began. */
async function workerMoves(): Promise<number> {
  const startedAt = performance.now()
  const { rows } = await owner.query<{ now: string }>('select now()::text as now')
  await eventually(
    'the worker moves a payment',
    async () => {
      const moved = await owner.query(
        `select from giro.payments p join giro.payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id
         where p.created_at > $1 and s.status not in ('VALIDATED', 'FUTURE_DATED') limit 1`,
        [rows[0]!.now],
      )
      return moved.rowCount === 1
    },
    { withinMs: LONGEST_OUTAGE_MS },
  )
  return performance.now() - startedAt
}

/** Plays a fault in rounds, and measures the longest outage for the client. */
async function play(t: TestContext, fault: () => Promise<void>, { lastsMs = 0, rounds = ROUNDS } = {}): Promise<void> {
  let longestMs = 0
  let workerMs = 0
  for (let round = 0; round < rounds; round++) {
    await client.pays(20)
    client.restart()
    await fault()
    await client.pays(20)
    workerMs = Math.max(workerMs, await workerMoves())
    longestMs = Math.max(longestMs, client.longestOutageMs())
    assert.ok(client.longestOutageMs() < lastsMs + LONGEST_OUTAGE_MS, `${client.longestOutageMs()} ms`)
  }
  await (await paused()).compare()
  const figures = `${rounds} rounds, longest outage ${Math.round(longestMs)} ms, worker ${Math.round(workerMs)} ms later`
  t.diagnostic(`${figures}, ${client.paid()} payments so far`)
}

/** Compares while the client rests, then lets another client go on. */
async function paused(): Promise<PayingClient> {
  const done = client
  await done.stop()
  client = await startPaying(service)
  return done
}

test('a silent failover: nothing passes on any open connection, and new ones work', (t) =>
  play(t, async () => proxy.silence()))

test('a network without packets for four seconds', (t) =>
  play(
    t,
    async () => {
      proxy.swallow()
      await sleep(4_000)
      proxy.heal()
    },
    { lastsMs: 4_000 },
  ))

test('a table that is locked for longer than a statement may take: every request is answered by its deadline', (t) =>
  play(
    t,
    async () => {
      const payer = await createPayer(service)
      const until = performance.now() + LOCKED_MS
      const answersMs: number[] = []
      await owner.query('begin; lock table giro.payment_states in access exclusive mode')
      try {
        while (performance.now() + REQUEST_TIMEOUT_MS < until) {
          const askedAt = performance.now()
          const { status, headers } = await service.call('POST', '/payments/creditrequest', creditBody(payer))
          answersMs.push(performance.now() - askedAt)
          assert.equal(status, 503)
          assert.ok(Number(headers.get('retry-after')) >= 1)
        }
        await sleep(until - performance.now())
      } finally {
        await owner.query('commit')
      }
      const longestMs = Math.max(...answersMs)
      assert.ok(longestMs > REQUEST_TIMEOUT_MS * 0.9, `none waited for the lock: ${longestMs} ms`)
      assert.ok(longestMs < REQUEST_TIMEOUT_MS + ANSWER_SLACK_MS, `${longestMs} ms`)
    },
    { lastsMs: LOCKED_MS, rounds: 1 },
  ))

test('every backend stopped for five seconds', (t) =>
  play(
    t,
    async () => {
      const pids = await backends()
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await sleep(5_000)
      for (const pid of pids) signal(pid, 'SIGCONT')
    },
    { lastsMs: 5_000 },
  ))

test('every backend terminated', (t) =>
  play(t, async () => {
    await owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await backends()])
  }))

test('an immediate restart of the database', (t) =>
  play(t, async () => {
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGQUIT')
    await postgres.crashed
    await startAgain()
  }))

async function startAgain(): Promise<void> {
  await postgres.stop()
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  proxy.leadTo(serviceUrlFor(postgres.connectionString))
  owner = await connectAsOwner()
}

test('a full disk of the database: payments are refused with 503, and go on when it has room', async (t) => {
  if (!disk) return t.skip(NO_MOUNT)
  const { fill, heal } = disk
  const fault = async () => {
    await fill()
    try {
      await eventually('a payment is refused', () => client.statuses.has(503), { withinMs: 60_000 })
      await sleep(FULL_MS)
    } finally {
      await heal()
    }
    // Without room for its log, the server may have ended, and its supervisor starts it again.
    const hasEnded = postgres.crashed.then(() => true)
    const recovered = eventually('the database recovers', () =>
      connectAsOwner().then(
        (connected) => {
          owner = connected
          return true
        },
        () => false,
      ),
    ).then(() => false)
    recovered.catch(() => {})
    if (await Promise.race([hasEnded, recovered])) await startAgain()
  }
  await play(t, fault, { lastsMs: FULL_MS })
})

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It may have ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
