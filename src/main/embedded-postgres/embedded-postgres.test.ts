import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { lockDataDir, processIdentity } from '../data-dir.ts'
import { StartupError } from '../startup-error.ts'
import { runningEmbeddedPostgres } from './running.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

let dataDir: string
let server: EmbeddedPostgres | undefined
const lines: string[] = []

// The tests run in order on one cluster. fsync stays on, as in production.
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'giro-embedded-'))
})

after(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), settings })
  return server
}

async function query<Row extends object>(sql: string, connectionString = server?.connectionString): Promise<Row[]> {
  assert(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function refusal(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => assert.fail('it started'),
    (error: unknown) => error,
  )
  assert(error instanceof StartupError, String(error))
  assert(!error.message.includes('\n'), 'the message is one line')
  return error.message
}

/** Another process that starts the cluster, prints the pid of the server, and keeps running. */
async function startElsewhere() {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}
    const { pid } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} })
    console.log(pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, postmaster: Number(chunk.toString()) }
}

test('the first start creates a UTF-8 cluster with checksums, durable writes and the database giro', async () => {
  const { version, connectionString, port } = await start()
  assert.match(version, /^18\./)
  assert.equal(new URL(connectionString).pathname, '/giro')
  assert.equal(new URL(connectionString).host, `127.0.0.1:${port}`)
  const settings = await query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding')`,
  )
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  })
  await query("create table note (text text); insert into note values ('first')")
})

test('the first start preallocates WAL segments, so that no commit waits for a new one', async () => {
  const [{ ahead }] = (await query<{ ahead: number }>(
    `select count(*)::integer as ahead from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`,
  )) as [{ ahead: number }]
  assert.ok(ahead >= 14, `${ahead} segments are ready`)
})

test('a connection needs the password, which is in a file that only its owner can read', async () => {
  assert(server)
  assert.equal((await stat(join(dataDir, 'postgres.password'))).mode & 0o777, 0o600)
  const url = new URL(server.connectionString)
  url.password = 'wrong'
  const client = new pg.Client({ connectionString: url.href })
  await assert.rejects(client.connect(), { code: '28P01' })
})

test('a second start on the same data directory is refused while the first is alive', async () => {
  assert.match(await refusal(startEmbeddedPostgres({ dataDir, log: () => {} })), /is in use by process \d+/)
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }])
})

test('runningEmbeddedPostgres: finds the running server, and none after it stops', async () => {
  assert(server)
  const before = await readdir(dataDir)
  assert.equal(await runningEmbeddedPostgres(dataDir), server.connectionString)
  assert.equal(await runningEmbeddedPostgres(join(dataDir, 'no such directory')), undefined)
  assert.deepEqual(await readdir(dataDir), before)
  await server.stop()
  assert.equal(await runningEmbeddedPostgres(dataDir), undefined)
  const release = await lockDataDir(dataDir)
  assert.equal(
    await runningEmbeddedPostgres(dataDir),
    undefined,
    'a service with GIRO_DATABASE_URL runs no server here',
  )
  await release()
  await start()
})

test('stop ends the server and releases the data directory; a restart keeps the data and applies new settings', async () => {
  assert(server)
  const { pid } = server
  await Promise.all([server.stop(), server.stop()])
  assert.equal(processIdentity(pid), undefined)
  const files = await readdir(dataDir)
  assert.deepEqual(files.sort(), ['postgres', 'postgres.log', 'postgres.password'])
  await start({ work_mem: '12MB' })
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }])
  assert.deepEqual(await query('show work_mem'), [{ work_mem: '12MB' }])
})

test('stop ends sessions with an open transaction, and their uncommitted rows are gone', async () => {
  assert(server)
  const client = new pg.Client({ connectionString: server.connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query("insert into note values ('never committed')")
  await server.stop()
  await start()
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }])
})

test('a killed server is reported, and the next start recovers the committed rows', async () => {
  assert(server)
  await query("insert into note values ('second')")
  process.kill(server.pid, 'SIGKILL')
  assert.match(await server.crashed, /ended unexpectedly \(signal SIGKILL\)/)
  await server.stop()
  await start()
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }, { text: 'second' }])
})

test('a start is refused while another live process holds the data directory, and its server keeps running', async () => {
  await server?.stop()
  const { child, postmaster } = await startElsewhere()
  try {
    assert.match(await refusal(start()), new RegExp(`in use by process ${child.pid}`))
    assert.notEqual(processIdentity(postmaster), undefined)
    const found = await runningEmbeddedPostgres(dataDir)
    assert.deepEqual(await query('select text from note', found), [{ text: 'first' }, { text: 'second' }])
  } finally {
    process.kill(-child.pid!, 'SIGKILL')
    await once(child, 'exit')
  }
  // The server has its own session, so it survived the kill of the group.
  await delay(100)
  assert.notEqual(processIdentity(postmaster), undefined)
  assert.equal(await runningEmbeddedPostgres(dataDir), undefined, 'a server without its service does not count')
  lines.length = 0
  await start()
  assert.equal(processIdentity(postmaster), undefined)
  assert.match(lines.join('\n'), new RegExp(`stopping the PostgreSQL server \\(process ${postmaster}\\)`))
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }, { text: 'second' }])
})

test('after a kill of both the service and its server, the next start recovers', async () => {
  await server?.stop()
  const { child, postmaster } = await startElsewhere()
  process.kill(postmaster, 'SIGKILL')
  process.kill(child.pid!, 'SIGKILL')
  await once(child, 'exit')
  await start()
  assert.deepEqual(await query('select text from note'), [{ text: 'first' }, { text: 'second' }])
})

test('a pid file whose pid now belongs to another program does not prevent a start or end that program', async () => {
  assert(server)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const left = (await readFile(pidFile, 'utf8')).split('\n')
  await server.stop()
  const bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    await writeFile(pidFile, [bystander.pid, ...left.slice(1)].join('\n'))
    await start()
    assert.deepEqual(await query('select text from note'), [{ text: 'first' }, { text: 'second' }])
    assert.equal(bystander.exitCode, null)
  } finally {
    bystander.kill()
  }
})

test('a requested port that is in use is refused, and the message names it', async () => {
  await server?.stop()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  try {
    assert.match(
      await refusal(startEmbeddedPostgres({ dataDir, port, log: () => {} })),
      new RegExp(`^port ${port} on 127.0.0.1 is in use`),
    )
  } finally {
    other.close()
  }
})

test('a setting that PostgreSQL refuses is named, and the data directory is released', async () => {
  assert.match(await refusal(start({ max_connections: 'many' })), /max_connections/)
  const release = await lockDataDir(dataDir)
  await release()
})

test('a cluster of another major version is refused, and the message says what to do', async () => {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  await writeFile(file, '15\n')
  try {
    assert.match(await refusal(start()), /was created by PostgreSQL 15, but this release runs PostgreSQL 18: dump it/)
  } finally {
    await writeFile(file, '18\n')
  }
})

test('a file in place of the cluster is refused, not overwritten', async () => {
  const other = await mkdtemp(join(tmpdir(), 'giro-embedded-'))
  try {
    await writeFile(join(other, 'postgres'), 'mine')
    assert.match(await refusal(startEmbeddedPostgres({ dataDir: other, log: () => {} })), /not a/)
    assert.equal(await readFile(join(other, 'postgres'), 'utf8'), 'mine')
  } finally {
    await rm(other, { recursive: true })
  }
})

test('a data directory below a file is refused in one line', async () => {
  assert.match(await refusal(lockDataDir(join(dataDir, 'postgres.password', 'data'))), /choose another data directory/)
})

test('of twenty concurrent processes, exactly one takes over a stale lock', async () => {
  const stale = { pid: process.pid, identity: 'an earlier boot:1' }
  await writeFile(join(dataDir, 'giro.pid'), JSON.stringify(stale))
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir)))
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  assert.equal(won.length, 1)
  await won[0]?.value()
  assert(!(await readdir(dataDir)).some((name) => name.startsWith('giro.pid')))
})
