import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readEnvironment } from '../../src/main/config.ts'
import { withDatabase } from '../../src/main/database.ts'
import { parseNachaFile } from '../../src/rails/ach/nacha/index.ts'
import { dataOf } from '../support/answers.ts'
import { copyDemo } from '../support/demo-data.ts'
import { eventually } from '../support/eventually.ts'
import { type GiroHome, type GiroProcess, openGiroHome, postmasterOf } from '../support/giro-process.ts'
import { connectTo, deposit, type HttpClient, openPayer, readDemoFile } from '../support/http-client.ts'
import { takePort } from '../support/ports.ts'
import { accountBody, type Payer, type Reply } from '../support/test-service.ts'

// The service is killed during its work and started again on the same data. fsync is on.

const ACCOUNTS = 20
const PAYMENTS = 400
const LANES = 50
/** The answer at which the kill comes: others of the same batch are on their way then. */
const KILL_AT_ANSWER = Math.floor(PAYMENTS / 3)
const BALANCE = 1_000
/** Those whose networks are open every day in a sandbox: half of the payments by ACH. */
const SPEEDS = ['Economy', 'Economy Plus', 'Instant', 'Instant'] as const

let home: GiroHome
let dataDir: string
let port: number
let service: GiroProcess
const payers: Payer[] = []

before(async () => {
  home = await openGiroHome()
  dataDir = join(home.directory, 'data')
  port = await takePort()
  await copyDemo(dataDir)
  const client = await start()
  const first = await openPayer(client, BALANCE)
  payers.push(first)
  while (payers.length < ACCOUNTS) {
    const path = `/v3/customers/${first.customerUID}/accounts`
    const { accountUID } = dataOf(await client.call('POST', path, accountBody()), 201)
    await deposit(client, accountUID, BALANCE)
    payers.push({ ...first, accountUID })
  }
})
after(() => home.close())

async function start(): Promise<HttpClient> {
  service = home.start(['serve', '--demo', '--data-dir', dataDir, '--port', String(port)])
  await service.says('demo.json')
  return connectTo(await readDemoFile(dataDir))
}

function query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  return withDatabase(readEnvironment({}), dataDir, (db) => db.read((tx) => tx.query<Row>(sql, values)))
}

interface Request {
  reference: string
  body: object
  /** Some clients disconnect after this time, before they have their answer. */
  timeoutMs?: number
}

/** The payments of a round, over all accounts and speeds, each with its own reference. */
function requestsOf(round: string): Request[] {
  return Array.from({ length: PAYMENTS }, (_, number) => {
    const { accountUID, contactUID } = payers[number % ACCOUNTS]!
    const reference = `${round}-${number}`
    const body = {
      externalReferenceId: reference,
      paymentAmount: (1 + (number % 300)) / 100,
      paymentCurrency: 'USD',
      speed: SPEEDS[Math.floor(number / ACCOUNTS) % SPEEDS.length],
      sender: { accountUID },
      receiver: { accountUID: contactUID },
    }
    return { reference, body, timeoutMs: number % 20 === 0 ? 10 : undefined }
  })
}

/**
 * Sends the requests over many connections. Returns the answers by reference, without those cut
 * off.
 */
async function payAll(client: HttpClient, requests: readonly Request[], onAnswer = (_count: number) => {}) {
  const answers = new Map<string, Reply>()
  let next = 0
  const lanes = Array.from({ length: LANES }, async () => {
    while (next < requests.length) {
      const { reference, body, timeoutMs } = requests[next++]!
      const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
      const options = { idempotencyKey: `key-${reference}`, signal }
      const reply = await client.call('POST', '/payments/creditrequest', body, options).catch(() => undefined)
      if (reply) onAnswer(answers.set(reference, reply).size)
    }
  })
  await Promise.all(lanes)
  return answers
}

interface PaymentRow {
  id: string
  reference: string
  rail: string
  status: string
}

const readPayments = (round: string) =>
  query<PaymentRow>(
    `select id, external_reference_id as reference, rail, status from current_payments
     where tenant_id = 1 and external_reference_id like $1`,
    [`${round}-%`],
  )

/** The payments by reference; fails if a reference occurs twice. */
function uniquely(payments: readonly PaymentRow[]): Map<string, PaymentRow> {
  const byReference = new Map(payments.map((payment) => [payment.reference, payment]))
  assert.equal(byReference.size, payments.length, 'no payment exists twice')
  return byReference
}

const killings = {
  service: async () => service.killGroup(),
  'service and database': async () => {
    const postmaster = (await postmasterOf(dataDir))!
    service.killGroup()
    process.kill(postmaster, 'SIGKILL')
  },
}

for (const [what, kill] of Object.entries(killings))
  test(`kill -9 of the ${what} under load: answered payments exist once, and a repeated key returns the first answer`, async () => {
    const round = what === 'service' ? 'one' : 'both'
    const requests = requestsOf(round)
    let client = await connectTo(await readDemoFile(dataDir))
    let killed: Promise<void> | undefined
    const answers = await payAll(client, requests, (count) => {
      if (count === KILL_AT_ANSWER) killed = kill()
    })
    await killed
    assert.equal(await service.ended, 'SIGKILL')
    assert.ok(answers.size < PAYMENTS, 'the kill came during the round')

    client = await start()
    const survived = uniquely(await readPayments(round))
    for (const [reference, reply] of answers)
      assert.equal(survived.get(reference)?.id, dataOf(reply).paymentUID, `${reference} was answered`)

    const again = await payAll(
      client,
      requests.map(({ reference, body }) => ({ reference, body })),
    )
    assert.equal(again.size, PAYMENTS)
    for (const [reference, reply] of again) {
      const { paymentUID } = dataOf(reply)
      const first = survived.get(reference)?.id
      if (first) assert.equal(paymentUID, first)
      assert.equal(reply.headers.get('idempotent-replayed'), first ? 'true' : null, reference)
    }
    const paid = uniquely(await readPayments(round))
    assert.equal(paid.size, PAYMENTS)
    for (const [reference, reply] of again) assert.equal(paid.get(reference)?.id, dataOf(reply).paymentUID)

    // This kill comes while the worker processes the payments.
    await kill()
    await service.ended
    await start()
    const isSettled = async () => {
      const payments = await readPayments(round)
      return payments.every(({ status }) => status === 'PROCESSED') && payments
    }
    const settled = await eventually('every payment is processed', isSettled)
    await assertInFilesOnce(settled)
    const verified = await home.run(['ledger', 'verify', '--data-dir', dataDir])
    assert.match(verified.stdout, /\nNo differences\.\n$/)
    assert.equal(verified.code, 0)
  })

/**
 * The files for the ACH operator have exactly one entry for each ACH payment of the round, with the
 * trace number from the payment's history.
 */
async function assertInFilesOnce(payments: readonly PaymentRow[]): Promise<void> {
  const out = join(dataDir, 'rails', 'ach', 'out')
  const names = await readdir(out)
  assert.deepEqual(
    names.filter((name) => !/^demo-\d{8}-\d{4}\.ach$/.test(name)),
    [],
  )
  const tracesOf = new Map<string, string[]>()
  // Trace numbers restart each day, and the rounds may be on two days.
  const numbered = new Set<string>()
  let entries = 0
  for (const name of names) {
    const parsed = parseNachaFile(await readFile(join(out, name), 'utf8'))
    if (!parsed.ok) assert.fail(`${name}: ${JSON.stringify(parsed.error)}`)
    for (const { detail } of parsed.file.batches.flatMap(({ entries }) => entries)) {
      const { individualIdentification, traceNumber } = detail as unknown as Record<string, string>
      const reference = individualIdentification!.trim()
      tracesOf.set(reference, [...(tracesOf.get(reference) ?? []), traceNumber!])
      numbered.add(`${dayOf(name)} ${traceNumber}`)
      entries++
    }
  }
  const transmitted = await query<{ id: string; trace: string }>(
    `select payment_id as id, evidence ->> 'traceNumber' as trace from payment_steps
     where tenant_id = 1 and to_status = 'TRANSMITTED' and payment_id = any($1::uuid[])`,
    [payments.map(({ id }) => id)],
  )
  const traceOf = new Map(transmitted.map(({ id, trace }) => [id, trace]))
  const ach = payments.filter(({ rail }) => rail === 'ACH')
  assert.equal(ach.length, PAYMENTS / 2)
  for (const { id, reference } of ach) assert.deepEqual(tracesOf.get(reference), [traceOf.get(id)], reference)
  assert.equal(numbered.size, entries, 'a trace number is used once a day')
}

/** The day in the name of a file, such as 20261122 in demo-20261122-0001.ach. */
const dayOf = (fileName: string) => fileName.split('-')[1]
