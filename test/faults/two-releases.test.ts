import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { serviceUrlFor } from '../../src/db/logins.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { startEmbeddedPostgres } from '../../src/main/embedded-postgres/start.ts'
import { dataOf } from '../support/answers.ts'
import { type GiroHome, type GiroProcess, openGiroHome } from '../support/giro-process.ts'
import { unpackLastRelease } from '../support/last-release.ts'
import { takePort } from '../support/ports.ts'
import { ROUTING_NUMBER, startTestService } from '../support/test-service.ts'
import { openReceiver } from '../support/webhook-receiver.ts'
import { compareFeed, compareFiles, compareMessages, everythingSettles, openWebhook } from './agreement.ts'
import { startTaking } from './file-taker.ts'
import { startPaying } from './paying-client.ts'

// An upgrade as operators make it: a node and a worker of the last release run, this release
// migrates under them, and its node and worker join. All four work on one database under load.

const PAYMENTS = 300
const CREATE = [
  ...['institution', 'create', '--code', 'bank', '--name', 'Bank', '--sandbox', '--single-administrator'],
  ...['--officer', 'manager', 'officer'],
]
const last = await unpackLastRelease()
const ends: (() => Promise<unknown>)[] = []
after(async () => {
  // A client that failed says so again when it is stopped, and everything must end nevertheless.
  const failures: unknown[] = []
  for (const end of ends.reverse()) await end().catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not everything ended well')
})

test('nodes and workers of two releases on one database make each payment once, and tell of each once', {
  skip: typeof last === 'string' && last,
}, async (t) => {
  if (typeof last === 'string') return
  ends.push(last.remove)
  t.diagnostic(`${last.version}: ${last.commit.slice(0, 8)}`)
  const root = await mkdtemp(join(tmpdir(), 'giro-two-releases-'))
  ends.push(() => rm(root, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: root, log: () => {} })
  ends.push(() => postgres.stop())
  const url = postgres.connectionString
  const [oldHome, newHome] = [await openGiroHome(last.directory), await openGiroHome()]
  ends.push(oldHome.close, newHome.close)
  await mkdir(join(root, 'taken'))
  const [oldPort, newPort, publicPort] = [await takePort(), await takePort(), await takePort()]
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const encryptionKey = randomBytes(32)
  const environment = {
    GIRO_DATABASE_URL: serviceUrlFor(url),
    GIRO_ENCRYPTION_KEY: encryptionKey.toString('hex'),
    GIRO_PUBLIC_URL: publicUrl,
    GIRO_OUTBOX_DIR: join(root, 'rails'),
    GIRO_WEBHOOK_NETWORKS: 'loopback',
    GIRO_RATE_LIMIT_PER_CLIENT: '1000000',
    GIRO_LOG_LEVEL: 'error',
  }
  const owner = { ...environment, GIRO_DATABASE_OWNER_URL: url }
  const begin = async (home: GiroHome, ...args: string[]): Promise<GiroProcess> => {
    const started = home.start(args, environment)
    await started.says('is running')
    return started
  }
  const serve = (home: GiroHome, port: number) =>
    begin(home, 'serve', '--no-worker', '--port', String(port), '--data-dir', 'node')
  const work = (home: GiroHome) => begin(home, 'worker', '--data-dir', 'worker')
  const migrate = async (home: GiroHome) => {
    const { code, stderr } = await home.run(['migrate', '--data-dir', 'migration'], owner)
    assert.equal(code, 0, stderr)
  }

  await migrate(oldHome)
  // By the last release: sealed values of an institution of this one are none that it can read.
  const created = await oldHome.run([...CREATE, '--routing-number', ROUTING_NUMBER, '--data-dir', 'creation'], owner)
  assert.equal(created.code, 0, created.stderr)
  const oldNode = await serve(oldHome, oldPort)
  const oldWorker = await work(oldHome)
  await migrate(newHome)
  const otherReleases = [`http://127.0.0.1:${oldPort}`]
  const database = { url, serviceUrl: environment.GIRO_DATABASE_URL, drop: async () => {} }
  const bank = await startTestService({
    ...{ database, publicUrl, encryptionKey, outboxDir: environment.GIRO_OUTBOX_DIR, webhookNetworks: ['loopback'] },
    otherReleases,
    clock: systemClock,
  })
  ends.push(bank.stop)
  const adjustmentCaps = [{ currency: 'USD', perBooking: 1_000_000_000, perDay: 1_000_000_000 }]
  dataOf(await bank.call('PUT', '/v1/institution', { adjustmentCaps }))
  const receiver = await openReceiver()
  ends.push(receiver.close)
  await openWebhook(bank, receiver)
  const taker = startTaking(bank.app.achOutDirectory, join(root, 'taken'))
  ends.push(taker.stop)

  const speeds = ['Economy', 'Instant']
  let number = 0
  const body = () => ({ speed: speeds[number++ % speeds.length] })
  const oldClient = await startPaying(bank, { at: otherReleases[0]!, body })
  ends.push(oldClient.stop)
  await oldClient.pays(PAYMENTS / 3)
  await serve(newHome, newPort)
  const newWorker = await work(newHome)
  const newClient = await startPaying(bank, { at: `http://127.0.0.1:${newPort}`, body })
  ends.push(newClient.stop)
  await Promise.all([oldClient.pays(PAYMENTS), newClient.pays(PAYMENTS)])
  // One worker is killed with what it has claimed, and the other release takes it over.
  newWorker.killGroup()
  await Promise.all([oldClient.pays(PAYMENTS / 3), newClient.pays(PAYMENTS / 3)])
  await work(newHome)
  oldWorker.killGroup()
  await newClient.pays(PAYMENTS / 3)
  await Promise.all([oldClient.stop(), newClient.stop()])

  await everythingSettles(bank, taker, { at: newClient.at })
  for (const client of [oldClient, newClient]) await client.compare()
  await compareFiles(bank, taker)
  for (const { at } of [oldClient, newClient]) await compareFeed(bank, at)
  const { repeated } = await compareMessages(bank, receiver)
  for (const home of [oldHome, newHome]) {
    const { code, stdout, stderr } = await home.run(['ledger', 'verify', '--data-dir', 'verification'], environment)
    assert.equal(code, 0, stdout + stderr)
  }
  const statuses = [oldClient, newClient].map((client) => JSON.stringify([...client.statuses]))
  t.diagnostic(`${oldClient.paid()} payments at ${last.version}, ${newClient.paid()} at this release; ${statuses}`)
  t.diagnostic(`${taker.times.size} files, ${repeated} messages repeated`)
  assert.equal(await oldNode.stop(), 0)
})
