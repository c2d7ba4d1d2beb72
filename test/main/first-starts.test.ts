import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { readDemoFile } from '../support/http-client.ts'
import { takePort } from '../support/ports.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let home: GiroHome
let cluster: TestDatabase
before(async () => {
  home = await openGiroHome()
  cluster = await createTestDatabase()
})
after(async () => {
  await home.close()
  await cluster.drop()
})

/** Runs the work on a database without a table. */
async function onEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: cluster.url })
  await owner.connect()
  const url = new URL(cluster.url)
  const name = `${url.pathname.slice(1)}_first`
  url.pathname = `/${name}`
  try {
    await owner.query(`create database ${name}`)
    await work(url.href)
  } finally {
    await owner.query(`drop database if exists ${name} with (force)`)
    await owner.end()
  }
}

/** Runs the work on a database with every table, and without an institution. */
async function onMigratedDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  try {
    await work(database.url)
  } finally {
    await database.drop()
  }
}

/** Three nodes of a bank, each with a data directory of its own, started at once with a demo. */
async function startThree(GIRO_DATABASE_URL: string) {
  const GIRO_ENCRYPTION_KEY = randomBytes(32).toString('hex')
  const settings = { GIRO_DATABASE_URL, GIRO_ENCRYPTION_KEY, GIRO_PUBLIC_URL: 'https://bank.example' }
  const start = async (name: string) => {
    const dataDir = join(home.directory, name)
    const port = await takePort()
    const flags = ['serve', '--demo', '--data-dir', dataDir, '--port', String(port)]
    return { dataDir, port, process: home.start(flags, { ...settings, GIRO_LOG_LEVEL: 'info' }) }
  }
  const nodes = await Promise.all(['a', 'b', 'c'].map(start))
  await Promise.all(nodes.map(({ process }) => process.says('demo.json')))
  for (const { port } of nodes) assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200)
  return nodes
}

test('three nodes start at once', (t) =>
  onEmptyDatabase(async (url) => {
    const nodes = await startThree(url)
    await t.test('of three nodes that start on an empty database at once, one migrates it, and all serve', () => {
      const migrated = nodes.filter(({ process }) => process.said.stderr.includes('migrated the database'))
      assert.equal(migrated.length, 1)
    })
    await t.test('of three nodes that start with a demo at once, one creates it, and all serve', async () => {
      // The nodes without the file of the first one gave the client a new secret.
      const keys = await Promise.all(nodes.map(async ({ dataDir }) => (await readDemoFile(dataDir)).apiKey))
      assert.equal(new Set(keys).size, 1)
      const owner = new pg.Client({ connectionString: url })
      await owner.connect()
      const { rows } = await owner.query('select (select count(*) from giro.institutions)::int as institutions')
      await owner.end()
      assert.deepEqual(rows, [{ institutions: 1 }])
    })
    for (const { process } of nodes) assert.equal(await process.stop(), 0)
  }))

test('a worker with another outbox than the files went to says so when it starts', () =>
  onMigratedDatabase(async (GIRO_DATABASE_URL) => {
    const settings = { GIRO_DATABASE_URL, GIRO_ENCRYPTION_KEY: randomBytes(32).toString('hex') }
    const first = join(home.directory, 'first')
    // The demonstration pays, so a file leaves.
    const node = home.start(['serve', '--demo', '--data-dir', first, '--port', String(await takePort())], settings)
    await node.says('demo.json')
    assert.equal(await node.stop(), 0)

    const startWorker = async (name: string, outbox: string) => {
      const dataDir = join(home.directory, name)
      const worker = home.start(['worker', '--data-dir', dataDir], { ...settings, GIRO_OUTBOX_DIR: outbox })
      await worker.says('The Giro worker is running')
      assert.equal(await worker.stop(), 0)
      return worker.said.stderr
    }
    const warning = /"institution":"demo".*this worker has another outbox than earlier files went to.*GIRO_OUTBOX_DIR/
    assert.match(await startWorker('astray', join(home.directory, 'elsewhere')), warning)
    assert.doesNotMatch(await startWorker('same', join(first, 'rails')), warning)
  }))
