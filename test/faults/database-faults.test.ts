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
/** A statement and its watch end after 60 and 65 s. */
const LOCKED_MS = 100_000

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
    // As in production: a request is answered before a statement gives up.
    defences: { requestTimeoutMs: 10_000 },
    reach: async (databaseUrl) => {
      proxy = await startSilentProxy(databaseUrl)
      return proxy.url
    },
  })
  owner = await connectAsOwner()
  client = await startPaying(service)
})
after(async () => {
  await client?.stop()
  await service?.stop()
  await owner?.end()
  await proxy?.close()
  await postgres?.stop()
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
async function workerMoves(): Promise<void> {
  const { rows } = await owner.query<{ now: string }>('select now()::text as now')
  await eventually('the worker moves a payment', async () => {
    const moved = await owner.query(
      `select from giro.payments p join giro.payment_states s on s.tenant_id = p.tenant_id and s.payment_id = p.id
         where p.created_at > $1 and s.status not in ('VALIDATED', 'FUTURE_DATED') limit 1`,
      [rows[0]!.now],
    )
    return moved.rowCount === 1
  })
}

/** Plays a fault in rounds. After each, clients are paid and the worker works. */
async function play(t: TestContext, fault: () => Promise<void>, { rounds = ROUNDS } = {}): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await client.pays(20)
    client.restart()
    await fault()
    await client.pays(20)
    await workerMoves()
  }
  await (await paused()).compare()
  t.diagnostic(`${rounds} rounds, ${client.paid()} payments so far`)
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
  play(t, async () => {
    proxy.swallow()
    await sleep(4_000)
    proxy.heal()
  }))

test('a table that is locked for longer than a statement may take: every request is answered by its deadline', (t) =>
  play(t, whileLocked, { rounds: 1 }))

/** Each request is answered before the lock ends, and the first before a statement gives up. */
async function whileLocked(): Promise<void> {
  const payer = await createPayer(service)
  const statement = new pg.Client({ connectionString: serviceUrlFor(postgres.connectionString) })
  await statement.connect()
  let [hasGivenUp, isOver] = [false, false]
  await owner.query('begin; lock table giro.payment_states in access exclusive mode')
  const givenUp = statement
    .query('select from payment_states limit 1')
    .catch(() => {})
    .then(() => {
      hasGivenUp = true
    })
  const lasted = sleep(LOCKED_MS).then(() => {
    isOver = true
  })
  try {
    for (let answers = 0; !isOver; answers++) {
      const { status, headers } = await service.call('POST', '/payments/creditrequest', creditBody(payer))
      assert.equal(status, 503)
      assert.ok(Number(headers.get('retry-after')) >= 1)
      if (answers === 0) assert.equal(hasGivenUp, false, 'the request waited as long as a statement may')
    }
    await lasted
  } finally {
    await owner.query('commit')
    await givenUp
    await statement.end()
  }
}

test('every backend stopped for five seconds', (t) =>
  play(t, async () => {
    const pids = await backends()
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await sleep(5_000)
    for (const pid of pids) signal(pid, 'SIGCONT')
  }))

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
      await eventually('a payment is refused', () => client.statuses.has(503))
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
  await play(t, fault)
})

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It may have ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
