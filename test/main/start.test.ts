import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { describeCommands } from '../../src/main/commands/run.ts'
import type { Demo } from '../../src/main/demo/demo-institution.ts'
import { dataOf } from '../support/answers.ts'
import { eventually } from '../support/eventually.ts'
import {
  assertOneLine,
  type GiroHome,
  type GiroProcess,
  type Outcome,
  openGiroHome,
  postmasterOf,
} from '../support/giro-process.ts'
import { connectTo, type HttpClient, readDemoFile } from '../support/http-client.ts'
import { takePort } from '../support/ports.ts'
import { creditOf, stopUnderLoad } from '../support/stop-under-load.ts'
import { createTestDatabase } from '../support/test-database.ts'

// Most tests run in order on one data directory, as an operator would use it.
let home: GiroHome
let dataDir: string
let port: number
let service: GiroProcess
before(async () => {
  home = await openGiroHome()
  dataDir = join(home.directory, 'data')
  port = await takePort()
})
after(() => home.close())

const serveFlags = () => ['serve', '--demo', '--data-dir', dataDir, '--port', String(port)]

async function start(): Promise<HttpClient> {
  service = home.start(serveFlags())
  await service.says('demo.json')
  return connectTo(await readDemoFile(dataDir))
}

/** No server runs, and no lock is left. */
async function assertStopped(): Promise<void> {
  assert.equal(await postmasterOf(dataDir), undefined)
  await assert.rejects(stat(join(dataDir, 'giro.pid')), { code: 'ENOENT' })
}

let first: { demo: Demo; paymentUID: string }

test('the first start runs a payout, prints its four steps, and then serves', async () => {
  service = home.start(serveFlags())
  await service.says('demo.json')
  const { stdout, stderr } = service.said
  const steps = stdout.split(/^(?=\d\. )/m)
  assert.deepEqual(
    steps.map((step) => step.split('\n')[0]),
    ['1. Obtain an access token', '2. Find the funding account', '3. Find the receiver', '4. Pay'],
  )
  for (const step of steps) assert.match(step, /^ {4}(GET|POST) \/\S+\n {4}200 OK\n {4}took /m)
  assert.match(
    stdout,
    /VALIDATED[\s\S]+TRANSMITTED[\s\S]+PROCESSED \(Completed\)\nGiro is running at http:\/\/127\.0\.0\.1:\d+ /,
  )
  assert.equal(stderr, '')

  const baseUrl = `http://127.0.0.1:${port}`
  for (const path of ['/health/live', '/health/ready', '/docs', '/openapi.json'])
    assert.equal((await fetch(baseUrl + path)).status, 200, path)
  first = { demo: await readDemoFile(dataDir), paymentUID: /took paymentUID (\S+),/.exec(stdout)![1]! }
})

test('the demo institution has exchange rates with forward points, and the rates never expire', async () => {
  const client = await connectTo(first.demo)
  const { rates } = dataOf(await client.call('GET', '/v1/institution/fx/rates'))
  const pairs = rates.map(({ baseCcy, quoteCcy }: Record<string, string>) => `${baseCcy}/${quoteCcy}`)
  assert.deepEqual(pairs, ['EUR/USD', 'GBP/USD', 'USD/CAD', 'USD/JPY', 'USD/KWD', 'USD/MXN'])
  for (const { forwardPoints } of rates) assert.equal(forwardPoints.length, 6)
  const { fx } = dataOf(await client.call('GET', '/v1/institution'))
  assert.deepEqual(fx, {
    maxRateAgeSeconds: null,
    smallestTickets: [],
    maxRateChangePercent: 5,
    maxRoundTripGainPercent: 10,
    maxCrossDeviationPercent: 1,
    lastLookBasisPoints: 10,
    maxOpenQuotes: 10,
    maxOpenQuotesAmount: null,
    marginIncome: 'AtTrade',
    closeOutGains: 'UpToLoss',
    deskTradeAloneUpTo: 1_000_000,
    deskTradePriceTolerancePercent: 1,
  })
})

test('demo.json has exactly what a client needs, and only its owner can read it', async () => {
  const path = join(dataDir, 'demo.json')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(Object.keys(first.demo), [
    'baseUrl',
    'tokenUrl',
    'tenantCode',
    'apiKey',
    'apiSecret',
    'customerUID',
    'fundingAccountNumber',
    'contactAccountNumber',
    'euroContactAccountNumber',
    'people',
  ])
  const { baseUrl, tokenUrl, people, ...ofClient } = first.demo
  assert.deepEqual(
    people?.map(({ login }) => login),
    ['operator', 'approver', 'customer'],
  )
  assert.equal(baseUrl, `http://127.0.0.1:${port}`)
  assert.equal(tokenUrl, `${baseUrl}/auth/realms/demo/protocol/openid-connect/token`)
  for (const value of Object.values(ofClient)) assert.equal(typeof value, 'string')
})

test('with only demo.json, a client pays over HTTP, and the payment settles', async () => {
  const client = await connectTo(first.demo)
  const paid = dataOf(await client.call('POST', '/payments/creditrequest', await creditOf(client, first.demo)))
  assert.equal(paid.paymentStatus, 'VALIDATED')
  await eventually('the payment is processed', async () => {
    const { status } = dataOf(await client.call('GET', `/payments/${paid.paymentUID}`))
    return status === 'PROCESSED'
  })
})

test('SIGTERM ends the service with exit code 0, and no process is left running', async () => {
  assert.equal(await service.stop('SIGTERM'), 0)
  assert.equal(service.said.stderr, '')
  await assertStopped()
})

test('a second start does not pay again, and keeps the data and the secret', async () => {
  const client = await start()
  assert.doesNotMatch(service.said.stdout, /1\. Obtain|took/)
  assert.deepEqual(await readDemoFile(dataDir), first.demo)
  const payment = dataOf(await client.call('GET', `/payments/${first.paymentUID}`))
  assert.equal(payment.status, 'PROCESSED')
  assert.equal(payment.senderAmount, '125.50')
})

// test/long/service-ends.test.ts does the same with SIGINT.
test('SIGTERM under load: each request is answered or cut off, and every answered payment exists', async () => {
  let client = await connectTo(first.demo)
  const paid = await stopUnderLoad(service, { client, credit: await creditOf(client, first.demo), signal: 'SIGTERM' })
  await assertStopped()
  client = await start()
  for (const uid of paid) assert.equal((await client.call('GET', `/payments/${uid}`)).status, 200)
})

test('idle, silent and unfinished connections do not delay the shutdown', async () => {
  const kept = connect(port, '127.0.0.1').on('error', () => {})
  kept.write('GET /health/live HTTP/1.1\r\nhost: giro\r\n\r\n')
  await once(kept, 'data')
  const silent = connect(port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const endless = connect(port, '127.0.0.1').on('error', () => {})
  endless.write('POST /payments/creditrequest HTTP/1.1\r\nhost: giro\r\ncontent-length: 1000\r\n')
  await once(endless, 'connect')
  assert.equal(await service.stop('SIGINT'), 0)
  await assertStopped()
})

test('after kill -9 of the process group, the next start recovers and serves the existing data', async () => {
  await start()
  service.killGroup()
  assert.equal(await service.ended, 'SIGKILL')
  assert.notEqual(await postmasterOf(dataDir), undefined, 'the database has its own session')
  const client = await start()
  assert.equal(dataOf(await client.call('GET', `/payments/${first.paymentUID}`)).status, 'PROCESSED')
})

test('a second service on the data directory is refused in one line, and the first one goes on', async () => {
  const flags = ['serve', '--data-dir', dataDir, '--port', String(await takePort())]
  const refused = await home.run(flags)
  assertOneLine(refused, new RegExp(`the data directory ${dataDir} is in use by process ${service.pid}: `))
  assert.equal((await fetch(`${first.demo.baseUrl}/health/ready`)).status, 200)
})

test('a port in use is refused in one line, before anything is started', async () => {
  const other = join(home.directory, 'other')
  const refused = await home.run(['serve', '--demo', '--data-dir', other, '--port', String(port)])
  assertOneLine(refused, new RegExp(`port ${port} on 127.0.0.1 is in use: .*--port`))
  await assert.rejects(stat(other), { code: 'ENOENT' })
})

test('if its database dies, the service logs it and ends with exit code 1', async () => {
  process.kill((await postmasterOf(dataDir))!, 'SIGKILL')
  assert.equal(await service.ended, 1)
  assert.match(service.said.stderr, /PostgreSQL ended unexpectedly \(signal SIGKILL\)/)
  await start()
  assert.equal(await service.stop(), 0)
})

async function refusedStart(environment: Record<string, string> = {}): Promise<Outcome> {
  const refused = await home.run(serveFlags(), environment)
  await assertStopped()
  return refused
}

test('an encryption key that cannot decrypt existing data is refused in one line, before it encrypts anything', async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  assertOneLine(
    await refusedStart({ GIRO_ENCRYPTION_KEY: key }),
    /the master key cannot unwrap any data key .*: set GIRO_ENCRY/,
  )
  const flags = ['--code', 'other', '--name', 'Other Bank', '--routing-number', '061099995', '--data-dir', dataDir]
  const refused = await home.run(['institution', 'create', ...flags], { GIRO_ENCRYPTION_KEY: key })
  assertOneLine(refused, /the master key cannot unwrap any data key /)
  assertOneLine(await refusedStart({ GIRO_ENCRYPTION_KEY: 'short' }), /GIRO_ENCRYPTION_KEY is not 32 bytes/)
})

test('a data directory of another PostgreSQL version is refused in one line, and not changed', async () => {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  await writeFile(file, '15\n')
  assertOneLine(await refusedStart(), /was created by PostgreSQL 15, but this release runs PostgreSQL 18: dump it/)
  assert.equal(await readFile(file, 'utf8'), '15\n')
  await writeFile(file, '18\n')
})

test('a database that cannot be reached is refused in one line', async () => {
  const GIRO_DATABASE_URL = `postgresql://giro:secret-word@127.0.0.1:${await takePort()}/giro`
  const refused = await refusedStart({ GIRO_DATABASE_URL, GIRO_DATABASE_WAIT: '0' })
  assertOneLine(
    refused,
    /the database giro at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\): .*GIRO_DATABASE_URL/,
  )
  assert.doesNotMatch(refused.stderr, /secret-word/)
})

test('a first start pays before its public URL works, and can be stopped during the payment', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const elsewhere = join(home.directory, 'elsewhere')
  const flags = ['serve', '--demo', '--no-worker', '--data-dir', elsewhere, '--port', String(port)]
  const started = home.start(flags, {
    ...{ GIRO_DATABASE_URL: database.url, GIRO_PUBLIC_URL: 'https://bank.invalid' },
  })
  await started.says('VALIDATED (Processing)')
  assert.equal((await readDemoFile(elsewhere)).baseUrl, 'https://bank.invalid')
  assert.equal(await started.stop(), 0)
})

const commands = [
  '',
  'serve',
  'worker',
  'migrate',
  'demo',
  'institution',
  'institution create',
  'api-client',
  'api-client create',
  'api-client rotate',
  'api-client revoke',
  'signing-key',
  'signing-key rotate',
  'ledger',
  'ledger verify',
]

const mistakes = [
  ['serve --pot 8080', /unknown option '--pot' \(Did you mean --port\?\)/],
  ['serve --port 70000', /'70000' is invalid\. use a port number from 1 to 65535/],
  ['serve here', /too many arguments/],
  ['migrat', /unknown command 'migrat' \(Did you mean migrate\?\)/],
  ['institution create --code a', /required option '--name <name>' not specified/],
  [
    'api-client create --institution a --name b --entitlement Everything',
    /'Everything' is invalid\. the entitlements are /,
  ],
] as const

describe('the command line', { concurrency: 2 }, () => {
  for (const command of commands)
    test(`giro ${command} has a usage`, async () => {
      const names = command.split(' ').filter(Boolean)
      let described = await describeCommands(names[0])
      for (const name of names) described = described.commands.find((one) => one.name() === name)!
      assert.ok(described.helpInformation().startsWith(`Usage: giro ${command}`))
    })

  for (const command of ['', 'institution create'])
    test(`giro ${command} --help prints its usage and ends with exit code 0`, async () => {
      const { code, stdout, stderr } = await home.run([...command.split(' ').filter(Boolean), '--help'])
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      assert.ok(stdout.startsWith(`Usage: giro ${command}`), stdout)
    })

  for (const [line, says] of mistakes)
    test(`giro ${line} is refused in one line`, async () => assertOneLine(await home.run(line.split(' ')), says))
})
