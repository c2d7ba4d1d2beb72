import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/db/client.ts'
import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'
import { dataOf } from '../support/answers.ts'
import { copyDemo } from '../support/demo-data.ts'
import { eventually } from '../support/eventually.ts'
import { falsify } from '../support/falsify.ts'
import { assertOneLine, type GiroHome, type GiroProcess, openGiroHome, postmasterOf } from '../support/giro-process.ts'
import { askForToken, connectTo, openPayer, readDemoFile } from '../support/http-client.ts'
import { takePort } from '../support/ports.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { creditBody } from '../support/test-service.ts'

let home: GiroHome
let database: TestDatabase
let superuser: pg.Client
let environment: { GIRO_DATABASE_URL: string }
let service: GiroProcess
let baseUrl: string
let tokenUrl: string
before(async () => {
  home = await openGiroHome()
  database = await createTestDatabase()
  environment = { GIRO_DATABASE_URL: database.url }
  superuser = new pg.Client({ connectionString: database.url })
  await superuser.connect()
})
after(async () => {
  await home.close()
  await superuser.end()
  await database.drop()
})

const dataDir = (name: string) => join(home.directory, name)

/** Runs a command on the test database. It must succeed. */
async function giro(line: string): Promise<string> {
  const { code, stdout, stderr } = await home.run([...line.split(' '), '--data-dir', dataDir('data')], environment)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

/** Reads rows as a node does, with the keys of the data directory: sealed values are opened. */
async function readOpened<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const key = Buffer.from(await readFile(join(dataDir('data'), 'encryption.key'), 'utf8'), 'base64')
  const db = openDatabase({ connectionString: database.url, maxConnections: 1, ...masterKeyFrom(key) })
  try {
    const { tenantId } = (await superuser.query(`select tenant_id as "tenantId" from institutions where code = 'acme'`))
      .rows[0]
    return await db.forTenant(BigInt(tenantId)).read((connection) => connection.query<Row>(text, values))
  } finally {
    await db.close()
  }
}

interface ClientState {
  name: string
  entitlements: string[]
  status: string
  secrets: unknown[]
}

const refused = (line: string) => home.run([...line.split(' '), '--data-dir', dataDir('data')], environment)

/** The status of the token endpoint for a key and a secret. */
const tokenStatus = async (apiKey: string, apiSecret: string) =>
  (await askForToken({ tokenUrl, apiKey, apiSecret })).status

test('migrate: an empty database reaches the current schema, and a second run changes nothing', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_empty`
  await superuser.query(`create database ${name}`)
  const url = new URL(database.url)
  url.pathname = `/${name}`
  try {
    for (const _ of [1, 2]) {
      const { code, stdout } = await home.run(['migrate'], { GIRO_DATABASE_URL: url.href })
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'The database is at the current schema.\n' })
    }
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const { rows } = await client.query('select name from schema_migrations order by name')
    await client.end()
    const migrations = await readdir(new URL('../../migrations/', import.meta.url))
    assert.deepEqual(
      rows.map((row) => row.name),
      migrations.filter((name) => name !== 'releases.json').sort(),
    )
  } finally {
    await superuser.query(`drop database if exists ${name} with (force)`)
  }
})

test('with two logins, the owner migrates, and the login of the service only serves', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_two`
  await superuser.query(`create database ${name}`)
  const at = (login: string) => Object.assign(new URL(login), { pathname: `/${name}` }).href
  const serving = { GIRO_DATABASE_URL: at(database.serviceUrl) }
  const verify = ['ledger', 'verify', '--data-dir', dataDir('data')]
  try {
    assertOneLine(
      await home.run(verify, serving),
      /lacks the migrations from \w+ on: run "giro migrate" with GIRO_DATABASE_OWNER_URL/,
    )
    const twice = { GIRO_DATABASE_URL: at(database.url), GIRO_DATABASE_OWNER_URL: at(database.url) }
    assertOneLine(await home.run(['migrate'], twice), /GIRO_DATABASE_URL must log in as giro_service/)
    const { code, stderr } = await home.run(['migrate'], { ...serving, GIRO_DATABASE_OWNER_URL: at(database.url) })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assertOneLine(await home.run(verify, serving), /no institution/)
  } finally {
    await superuser.query(`drop database if exists ${name} with (force)`)
  }
})

test('institution create prints the tenant code, the customer and its administrator; an existing code or a bad number is refused', async () => {
  const flags =
    '--code acme --name Acme --routing-number 061099995 --officer manager officer --sandbox --single-administrator'
  const created = JSON.parse(await giro(`institution create ${flags}`))
  assert.deepEqual(Object.keys(created), ['tenantCode', 'customerUID', 'administrators', 'note'])
  assert.deepEqual(
    created.administrators.map(({ name, ...credentials }: { name: string }) => [name, Object.keys(credentials)]),
    [['Administrator', ['apiKey', 'apiSecret']]],
  )
  assert.equal(created.tenantCode, 'acme')
  assert.match(created.customerUID, /^\d+$/)
  assertOneLine(await refused(`institution create ${flags}`), /institution acme already exists/)
  const wrong = 'institution create --code beta --name Beta --routing-number 061099990'
  assertOneLine(await refused(wrong), /061099990 is not an ABA routing number/)
  const { rows } = await superuser.query('select code from institutions')
  assert.deepEqual(rows, [{ code: 'acme' }])
})

test('api-client create: a service on the same database accepts the secret', async () => {
  const port = await takePort()
  baseUrl = `http://127.0.0.1:${port}`
  tokenUrl = `${baseUrl}/auth/realms/acme/protocol/openid-connect/token`
  service = home.start(['serve', '--no-worker', '--data-dir', dataDir('data'), '--port', String(port)], environment)
  await service.says('Giro is running at')

  const created = JSON.parse(await giro('api-client create --institution acme --name Core'))
  assert.deepEqual(Object.keys(created), ['apiKey', 'apiSecret', 'note'])
  assert.match(created.note, /audit log of acme records this as api-client\.created by operator/)
  assert.equal(await tokenStatus(created.apiKey, created.apiSecret), 200)
  assert.equal(await tokenStatus(created.apiKey, `${created.apiSecret}x`), 401)

  const create = 'api-client create --name Core --institution'
  assertOneLine(await refused(`${create} beta`), /institution beta does not exist: create it/)
  assertOneLine(await refused(`${create} acme --customer nobody`), /no customer has the shortName nobody/)
})

test('api-client create --customer --entitlement: the client has only that customer and that entitlement', async () => {
  const all = await createClient('')
  const { customerUID } = await openPayer(all, 1)
  const { shortName } = dataOf(await all.call('GET', `/v2/customers/${customerUID}`))
  const client = await createClient(` --customer ${shortName} --entitlement Customers.View_Customers`)
  assert.equal((await client.call('GET', `/v2/customers/${customerUID}`)).status, 200)
  assert.equal((await client.call('GET', `/customers/${customerUID}/contacts?page=1&limit=1`)).status, 403)
  const { rows } = await superuser.query(`select legal_entity_id from institutions`)
  assert.equal((await client.call('GET', `/v2/customers/${rows[0].legal_entity_id}`)).status, 403)
})

async function createClient(flags: string) {
  const created = JSON.parse(await giro(`api-client create --institution acme --name test${flags}`))
  return connectTo({ baseUrl, tokenUrl, ...created })
}

test('api-client rotate: the new secret works at once; the old one during the overlap, and not at all without one', async () => {
  const { apiKey, apiSecret: first } = JSON.parse(await giro('api-client create --institution acme --name Rotated'))
  const rotate = `api-client rotate --institution acme --key ${apiKey}`
  const before = Math.floor(Date.now() / 1_000) * 1_000
  const rotated = JSON.parse(await giro(rotate))
  assert.deepEqual(Object.keys(rotated), ['apiKey', 'apiSecret', 'previousSecretValidUntil'])
  assert.equal(rotated.apiKey, apiKey)
  const dayBefore = Date.parse(rotated.previousSecretValidUntil) - 86_400_000
  assert.ok(before <= dayBefore && dayBefore <= Date.now(), rotated.previousSecretValidUntil)
  assert.equal(await tokenStatus(apiKey, first), 200)
  assert.equal(await tokenStatus(apiKey, rotated.apiSecret), 200)

  for (let n = 0; n < 3; n++) await giro(rotate)
  assert.equal(await tokenStatus(apiKey, first), 200, 'later rotations keep what the first one promised')
  assertOneLine(await refused(rotate), /maximum of 5 valid secrets: .* overlap of 0/)

  const { apiSecret: third } = JSON.parse(await giro(`${rotate} --overlap 0`))
  assert.equal(await tokenStatus(apiKey, first), 401)
  assert.equal(await tokenStatus(apiKey, rotated.apiSecret), 401)
  assert.equal(await tokenStatus(apiKey, third), 200)

  assertOneLine(await refused(`${rotate} --overlap soon`), /whole number of seconds/)
  assertOneLine(await refused('api-client rotate --institution acme --key nobody'), /API client nobody does not exist/)
  assert.equal(await tokenStatus(apiKey, third), 200)
})

test('api-client revoke: the client cannot obtain a token, and its current one stops working within seconds', async () => {
  const created = JSON.parse(await giro('api-client create --institution acme --name Revoked'))
  const client = await connectTo({ baseUrl, tokenUrl, ...created })
  const revoke = `api-client revoke --institution acme --key ${created.apiKey}`
  const revoked = JSON.parse(await giro(revoke))
  assert.deepEqual(Object.keys(revoked), ['apiKey', 'revokedAt'])
  assert.equal(await tokenStatus(created.apiKey, created.apiSecret), 401)
  await eventually('its token is refused', async () => {
    return (await client.call('GET', '/v2/customers?page=1&limit=1')).status === 401
  })
  assertOneLine(await refused(revoke), /API client .* does not exist or is revoked/)
  const { rows } = await superuser.query('select action from audit_log where subject_id = $1 order by at', [
    created.apiKey,
  ])
  assert.deepEqual(
    rows.map((row) => row.action),
    ['api-client.created', 'api-client.revoked'],
  )
})

test('worker processes the payments of serve --no-worker with its key, and writes ACH files to its data directory', async () => {
  const client = await createClient('')
  const payer = await openPayer(client, 100)
  const pay = async (speed: string) =>
    dataOf(await client.call('POST', '/payments/creditrequest', creditBody(payer, { speed }))).paymentUID
  const statusOf = async (uid: string) => dataOf(await client.call('GET', `/payments/${uid}`)).status
  const uids = [await pay('Economy'), await pay('Instant')]
  const run = ['worker', '--data-dir', dataDir('worker')]
  assert.match((await home.run(run, environment)).stderr, /giro: the master key cannot unwrap any data key .*\n$/)
  const key = await readFile(join(dataDir('data'), 'encryption.key'), 'utf8')
  const worker = home.start(run, { ...environment, GIRO_ENCRYPTION_KEY: key.trim() })
  await worker.says('The Giro worker is running')
  for (const uid of uids) await eventually(`${uid} is processed`, async () => (await statusOf(uid)) === 'PROCESSED')
  assert.equal((await readdir(join(dataDir('worker'), 'rails/ach/out'))).length, 1)
  assert.equal(await worker.stop(), 0)
  const left = await pay('Instant')
  await assert.rejects(
    eventually('no worker processes it', async () => (await statusOf(left)) !== 'VALIDATED', { withinMs: 1_000 }),
  )
})

test('audit verify: exit code 0 for an intact chain, 1 for a break; a recorded head detects a chain that was cut', async () => {
  const verify = (...more: string[]) => home.run(['audit', 'verify', ...more], environment)
  // The service now runs without a worker, so the latest records wait for their place in the chain.
  const whole = await verify()
  const verified =
    /^acme: \d+ records verified, \d+ waiting, head \d+:[0-9a-f]{64}\nacme: compared with no noted heads: none in .+\nNo breaks\.\n$/
  assert.match(whole.stdout, verified)
  assert.deepEqual([whole.code, whole.stderr], [0, ''])
  const [, head, last] = / head ((\d+):\w+)/.exec(whole.stdout)!
  assert.ok(Number(last) > 1)
  assert.equal((await verify('--tenant', 'acme', '--head', head!)).code, 0)

  await superuser.query('create table cut as select * from audit_chain where sequence = $1', [last])
  await superuser.query('alter table audit_chain disable trigger audit_chain_append_only')
  await superuser.query('delete from audit_chain where sequence = $1', [last])
  const cut = await verify('--tenant', 'acme', '--head', head!)
  assert.equal(cut.code, 1)
  const reason = `the chain ends at ${Number(last) - 1}, before the noted ${last}: it was cut short`
  assert.ok(cut.stdout.includes(`acme: break at ${last}: no record: ${reason}\n`), cut.stdout)
  assert.match(cut.stdout, /acme: outside the chain: [0-9a-f-]{36}: the record is neither chained nor waiting/)
  assert.match(cut.stdout, /\n2 breaks\.\n$/)
  await superuser.query('insert into audit_chain select * from cut; drop table cut')
  assert.equal((await verify()).code, 0)

  assertOneLine(await verify('--tenant', 'nobody'), /institution nobody does not exist/)
  // A mistyped directory must not pass for one whose anchors agree.
  for (const what of ['audit', 'ledger']) {
    const mistyped = await home.run([what, 'verify'], { ...environment, GIRO_ANCHOR_DIR: dataDir('mistyped') })
    assertOneLine(mistyped, /GIRO_ANCHOR_DIR: .*mistyped has no anchors: name the directory of the workers/)
  }
  assertOneLine(await verify('--head', head!), /name it with --tenant/)
  assertOneLine(await verify('--tenant', 'acme', '--head', '12'), /use <sequence>:<64 hexadecimal digits>/)
})

/** An API client that was created, rotated and revoked. */
let traced: { apiKey: string; secrets: string[] }

test('the audit log shows each change of an API client by the operator, with the state before and after', async () => {
  const options = '--institution acme'
  const made = JSON.parse(await giro(`api-client create ${options} --name Traced --entitlement Payments.View_Payments`))
  const { apiKey } = made
  const again = JSON.parse(await giro(`api-client rotate ${options} --key ${apiKey} --overlap 0`))
  await giro(`api-client revoke ${options} --key ${apiKey}`)
  traced = { apiKey, secrets: [made.apiSecret, again.apiSecret] }
  const rows = await readOpened<{ actor: string; action: string; before: ClientState; after: ClientState }>(
    'select actor, action, before, after from audit_log where subject_id = $1 order by at, id',
    [apiKey],
  )
  const [created, rotated, revoked] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
  assert.deepEqual(
    rows.map(({ actor, action }) => `${actor} ${action}`),
    ['operator api-client.created', 'operator api-client.rotated', 'operator api-client.revoked'],
  )
  const { name, entitlements, status } = created.after
  assert.deepEqual([created.before, name, entitlements, status], [null, 'Traced', ['Payments.View_Payments'], 'Active'])
  assert.deepEqual(rotated.before, created.after)
  assert.equal(rotated.after.secrets.length, 2)
  assert.deepEqual([revoked.before.status, revoked.after.status], ['Active', 'Revoked'])
})

test('audit records and events of API clients contain no secret', async () => {
  const { apiKey, secrets } = traced
  const { rows } = await superuser.query(
    'select l::text as text from audit_log l union all select e::text from events e',
  )
  assert.equal(rows.filter(({ text }) => text.includes(apiKey)).length, 6, 'three records and three events')
  for (const secret of secrets) assert.ok(!rows.some(({ text }) => text.includes(secret)))
})

test('ledger verify: exit code 0 if the ledger agrees, and 1 with the account if it does not', async () => {
  const verify = ['ledger', 'verify']
  const { code, stdout } = await home.run(verify, environment)
  assert.match(stdout, /^acme: \d+ accounts, \d+ transfers\n(acme: the numbers .*\n)?No differences\.\n$/)
  assert.equal(code, 0)

  const { rows } = await superuser.query('select id from accounts order by id limit 1')
  const change = `update ledger_accounts set credits_posted = credits_posted + $2 where id = $1`
  await falsify(superuser, change, [rows[0].id, 1])
  const found = await home.run(verify, environment)
  assert.equal(found.code, 1)
  assert.match(
    found.stdout,
    new RegExp(`acme: a total of the account is not the sum of its transfers: ${rows[0].id}: `),
  )
  assert.match(found.stdout, /acme: the totals of a currency do not balance: USD: /)
  assert.match(found.stdout, /acme: an account does not end at its last entry: /)
  assert.match(found.stdout, /\n3 differences\.\n$/)
  assert.equal(found.stderr, '')

  await falsify(superuser, change, [rows[0].id, -1])
  assert.equal((await home.run(verify, environment)).code, 0)
  assert.equal(await service.stop(), 0)
})

test('the process of a command ends by itself, with the exit code of the command', async () => {
  const verify = home.start(['ledger', 'verify'], environment)
  assert.deepEqual([await verify.ended, verify.said.stderr], [0, ''])
  const unknown = home.start(['audit', 'verify', '--tenant', 'nobody'], environment)
  assertOneLine({ code: await unknown.ended, ...unknown.said }, /institution nobody does not exist/)
})

test('a command on existing data fails for a mistyped directory, and creates no database there', async () => {
  const nowhere = ['--data-dir', dataDir('mistyped')]
  const commands = [
    ['ledger', 'verify'],
    ['audit', 'verify'],
    ['api-client', 'create', '--institution', 'acme', '--name', 'x'],
  ]
  for (const line of commands) {
    assertOneLine(
      await home.run([...line, ...nowhere]),
      /has no Giro database: name the data directory with --data-dir/,
    )
    await assert.rejects(stat(join(dataDir('mistyped'), 'postgres')), { code: 'ENOENT' })
  }
})

test('ledger verify and audit verify fail on a database without institutions', async (t) => {
  const empty = await createTestDatabase()
  t.after(() => empty.drop())
  for (const verify of ['ledger', 'audit'])
    assertOneLine(
      await home.run([verify, 'verify'], { GIRO_DATABASE_URL: empty.url }),
      /no institution, so nothing was verified/,
    )
})

test('embedded database: demo, ledger verify and worker use the running service; verify also runs without one', async () => {
  const data = ['--data-dir', dataDir('embedded')]
  assertOneLine(await home.run(['demo', ...data]), /has no demo\.json: start the service with "giro serve --demo"/)
  const serve = ['serve', '--demo', ...data, '--port', String(await takePort())]
  await copyDemo(dataDir('embedded'))
  const first = home.start(serve)
  await first.says('demo.json')

  const demo = await home.run(['demo', ...data])
  assert.deepEqual({ code: demo.code, stderr: demo.stderr }, { code: 0, stderr: '' })
  assert.match(demo.stdout, /1\. Obtain[\s\S]+2\. Find[\s\S]+3\. Find[\s\S]+4\. Pay[\s\S]+PROCESSED \(Completed\)\n$/)
  const caller = await connectTo(await readDemoFile(dataDir('embedded')))
  const payouts = dataOf(
    await caller.call('GET', '/v3/payments/search?externalReferenceId=demo-payout&page=1&limit=10'),
  )
  assert.equal(payouts.length, 1, 'it pays only once')
  assert.ok(demo.stdout.includes(`took paymentUID ${payouts[0].paymentUID},`))

  const verify = async () => {
    const { code, stdout, stderr } = await home.run(['ledger', 'verify', ...data])
    assert.match(stdout, /^demo: \d+ accounts, 4 transfers\nNo differences\.\n$/)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  }
  await verify()
  assert.equal(await first.stop(), 0)
  assertOneLine({ ...(await home.run(['demo', ...data])), stdout: '' }, /does not respond: start the service/)
  await verify()
  assert.equal(await postmasterOf(dataDir('embedded')), undefined)
  await assert.rejects(stat(join(dataDir('embedded'), 'giro.pid')), { code: 'ENOENT' })

  const second = home.start([...serve, '--no-worker'])
  await second.says('demo.json')
  const worker = home.start(['worker', ...data])
  await worker.says('The Giro worker is running')
  const client = await connectTo(await readDemoFile(dataDir('embedded')))
  const payer = await openPayer(client, 100)
  const { paymentUID } = dataOf(await client.call('POST', '/payments/creditrequest', creditBody(payer)))
  await eventually('the payment is processed', async () => {
    return dataOf(await client.call('GET', `/payments/${paymentUID}`)).status === 'PROCESSED'
  })
  assert.equal(await second.stop(), 0)
  assert.equal(await worker.ended, 1)
  assert.match(worker.said.stderr, /the service that ran the database in \S+ has stopped/)
})
