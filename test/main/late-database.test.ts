import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { type GiroHome, openGiroHome } from '../support/giro-process.ts'
import { takePort } from '../support/ports.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let home: GiroHome
let database: TestDatabase
before(async () => {
  home = await openGiroHome()
  database = await createTestDatabase()
})
after(async () => {
  await home.close()
  await database.drop()
})

test('a worker that starts before its database waits for it, and says so', async () => {
  const port = await takePort()
  const GIRO_DATABASE_URL = throughPort(database.serviceUrl, port)
  const settings = { GIRO_DATABASE_URL, GIRO_ENCRYPTION_KEY: randomBytes(32).toString('hex') }
  const worker = home.start(['worker', '--data-dir', join(home.directory, 'late')], settings)
  await eventually('it says that it waits', () =>
    /cannot be reached \(ECONNREFUSED\).*trying again for 30 s/.test(worker.said.stdout + worker.said.stderr),
  )
  const proxy = await startSilentProxy(database.serviceUrl, port)
  try {
    await worker.says('The Giro worker is running')
    assert.equal(await worker.stop(), 0)
  } finally {
    await proxy.close()
  }
})

test('a service that waits for its database stops at once when it is told to', async () => {
  const GIRO_DATABASE_URL = throughPort(database.serviceUrl, await takePort())
  const worker = home.start(['worker', '--data-dir', join(home.directory, 'stopped')], { GIRO_DATABASE_URL })
  await eventually('it waits', () => /trying again/.test(worker.said.stdout + worker.said.stderr))
  assert.equal(await worker.stop(), 0)
})

test('a demonstration that is disturbed does not end the service', async () => {
  const dataDir = join(home.directory, 'demo')
  const flags = ['serve', '--demo', '--data-dir', dataDir, '--port', String(await takePort())]
  const settings = { GIRO_DATABASE_URL: database.url, GIRO_RATE_LIMIT_PER_CLIENT: '1/3600' }
  const service = home.start(flags, settings)
  await service.says('demo.json')
  assert.match(service.said.stdout, /The payout flow was not finished: .*\. Run it again with "giro demo"\./)
  assert.equal(await service.stop(), 0)
})

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.searchParams.delete('host')
  url.port = String(port)
  return url.href
}
