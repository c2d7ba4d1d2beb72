// Measures what the same requests cost with few payments in the database and with very many: each
// number of payments in a database of its own, filled by SQL (bench/fill-payments.ts). Creation and
// release are measured in processor time, which drifts least on a shared machine.
//   npm run bench:growth -- [--payments 100000,1000000] [--directory /tmp] [--span-days 730]
// Ten million payments take an hour and 35 GB. The figures of the fewest payments are the base of
// the ratios.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { newId } from '../src/kernel/id.ts'
import { verifyLedger } from '../src/ledger/verify-ledger.ts'
import { loadCustomers } from '../src/main/demo/load.ts'
import { runningEmbeddedPostgres } from '../src/main/embedded-postgres/running.ts'
import { createDriver, type Driver } from './drive.ts'
import { fillPayments, preparePayers, readFilledPayers } from './fill-payments.ts'
import { readOptions } from './options.ts'
import { postgresMs } from './processors.ts'
import { median, percentile } from './report.ts'
import { paymentDate } from './seed.ts'
import { fetchToken, type RunningService, startServiceProcess, withBenchDatabase } from './service.ts'
import { creditRequests, PAYMENTS_PATH } from './works.ts'

const RELEASE_TIMEOUT_MS = 300_000
/** A full fill stops before it takes the last of the disk from others. */
const LEAST_FREE_BYTES = 30e9

const options = readOptions('bench:growth', {
  payments: ['100000,1000000', '200,400'],
  directory: [tmpdir(), tmpdir()],
  'span-days': [730, 730],
  customers: [20_000, 20],
  connections: [64, 8],
  'creation-rounds': [5, 1],
  'creation-ms': [4_000, 50],
  reads: [60, 2],
  'release-rounds': [3, 1],
  released: [10_000, 50],
})
const { isShort, directory, 'span-days': spanDays, connections, reads, released } = options
const numbers = options.payments.split(',').map(Number)
if (!numbers.every((one) => Number.isInteger(one) && one > 0))
  throw new Error('--payments takes numbers of payments, such as 100000,1000000')

/** Figures by name, in the same order for each number of payments. */
type Figures = Map<string, number>

interface Bench {
  dataDir: string
  service: RunningService
  owner: pg.Client
  tenantId: string
  token: string
  driver: Driver
}

const results: Figures[] = []
for (const payments of numbers) results.push(await measureWith(payments))
const names = [...results[0]!.keys()]
console.log(`\n| | ${numbers.map((one) => `${one.toLocaleString('en')} payments`).join(' | ')} | ratio |`)
console.log(`| --- |${' --- |'.repeat(numbers.length + 1)}`)
for (const name of names) {
  const found = results.map((figures) => figures.get(name)!)
  console.log(`| ${name} | ${found.map(shown).join(' | ')} | ${(found.at(-1)! / found[0]!).toFixed(2)} |`)
}

function shown(figure: number): string {
  return figure >= 1_000 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)
}

async function measureWith(payments: number): Promise<Figures> {
  const dataDir = await mkdtemp(join(directory, 'giro-growth-'))
  const service = await startServiceProcess(dataDir, { customers: isShort ? 2 : 100, isShort })
  const owner = new pg.Client({ connectionString: (await runningEmbeddedPostgres(dataDir))! })
  await owner.connect()
  try {
    const bench = { dataDir, service, owner, tenantId: service.ready.tenantId }
    const figures: Figures = new Map([['bytes for each payment', await fill(bench, payments)]])
    // The service closes connections and ends tokens that nobody used during the fill.
    const driver = await createDriver({ port: service.ready.port, connections })
    const measured = { ...bench, driver, token: await fetchToken(service.ready) }
    await measure(measured, figures).finally(driver.close)
    await checkLedger(measured)
    return figures
  } finally {
    await owner.end()
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns the bytes of tables and indexes for each payment. */
async function fill(
  { dataDir, owner, service, tenantId }: Omit<Bench, 'driver' | 'token'>,
  payments: number,
): Promise<number> {
  await withBenchDatabase(dataDir, async (db) => {
    const [institution] = await db.read(listInstitutions)
    await loadCustomers(db, institution!, options.customers, () => {})
  })
  const { port, payers } = service.ready
  const token = await fetchToken(service.ready)
  // The first payment opens the books of the rail.
  const driver = await createDriver({ port, connections: 1 })
  await driver.closedLoop(creditRequests(PAYMENTS_PATH, payers, { port, token }), 500)
  driver.close()
  const filling = { tenantId, payments, spanDays }
  await preparePayers(owner, filling)
  const before = await bytesOfTables(owner)
  const start = performance.now()
  await fillPayments(owner, filling, async (done) => {
    const { bavail, bsize } = await statfs(directory)
    if (!isShort && bavail * bsize < LEAST_FREE_BYTES)
      throw new Error(`less than ${LEAST_FREE_BYTES / 1e9} GB are free`)
    if (done % 500_000 === 0) console.log(`${done.toLocaleString('en')} payments, ${seconds(start)} s`)
  })
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
  console.log(`${payments.toLocaleString('en')} payments are in the database after ${seconds(start)} s.`)
  return ((await bytesOfTables(owner)) - before) / payments
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1_000)
}

async function measure(bench: Bench, figures: Figures): Promise<void> {
  await measureCreation(bench, figures)
  await measureReads(bench, figures)
  await measureRelease(bench, figures)
}

/** The fill writes entries and totals by SQL alone: they must agree like those of the service. */
async function checkLedger({ dataDir, tenantId }: Bench): Promise<void> {
  const { transfers, differences } = await withBenchDatabase(dataDir, (db) =>
    db.snapshot((tx) => verifyLedger(tx, BigInt(tenantId))),
  )
  for (const { what, id, detail } of differences) console.error(`${what}: ${id}: ${detail}`)
  console.log(`The ledger has ${transfers} transfers and ${differences.length || 'no'} difference.`)
  if (differences.length > 0) process.exitCode = 1
}

async function bytesOfTables(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'giro'::regnamespace`,
  )
  return Number(rows[0]!.bytes)
}

async function walPosition(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)
  return Number(rows[0]!.bytes)
}

async function measureCreation({ owner, service, driver, token, dataDir }: Bench, figures: Figures): Promise<void> {
  const payers = await readFilledPayers(owner)
  const work = creditRequests(PAYMENTS_PATH, payers, { port: service.ready.port, token })
  await driver.closedLoop(work, options['creation-ms'])
  const rounds: { rate: number; service: number; database: number; log: number }[] = []
  for (let round = 0; round < options['creation-rounds']; round++) {
    await quiet(owner)
    const before = {
      service: await service.cpuMs(),
      database: await postgresMs(dataDir),
      log: await walPosition(owner),
    }
    const { successes, perSecond, wrong } = await driver.closedLoop(work, options['creation-ms'])
    if (wrong.length > 0) throw new Error(`a payment was not created: ${wrong[0]}`)
    rounds.push({
      rate: perSecond,
      service: ((await service.cpuMs()) - before.service) / successes,
      database: ((await postgresMs(dataDir)) - before.database) / successes,
      log: ((await walPosition(owner)) - before.log) / successes,
    })
  }
  const of = (what: 'rate' | 'service' | 'database' | 'log') => median(rounds.map((round) => round[what]))
  figures.set('creation: payments a second', of('rate'))
  figures.set('creation: service, µs', of('service') * 1_000)
  figures.set('creation: database, µs', of('database') * 1_000)
  figures.set('creation: bytes of the log', of('log'))
}

/** Waits until the worker has nothing left to do. */
async function quiet(owner: pg.Client): Promise<void> {
  const left = `select exists (select from payment_states where status in ('VALIDATED', 'FUTURE_DATED'))
    or exists (select from events_unplaced) as is_left`
  const deadline = performance.now() + RELEASE_TIMEOUT_MS
  while ((await owner.query<{ is_left: boolean }>(left)).rows[0]!.is_left) {
    if (performance.now() > deadline) throw new Error('the worker did not finish')
    await sleep(100)
  }
}

async function measureReads({ owner, service, token }: Bench, figures: Figures): Promise<void> {
  const { rows } = await owner.query<Record<'id' | 'reference' | 'name' | 'account' | 'sender' | 'day', string>>(
    `select p.id, p.external_reference_id as reference, p.receiver_name as name, 
       '9' || lpad((p.customer_id * 2 + right(p.receiver_name, 1)::int)::text, 11, '0') as account,
       '7' || lpad(p.sender_account_id::text, 11, '0') as sender, p.payment_date::text as day
     from payments p
     where p.external_reference_id = any(select 'fill-' || (n * s.payments / ${reads + 1})
       from generate_series(1, ${reads}) n, (select count(*) as payments from payments where created_by = 'fill') s)`,
  )
  const search = (filter: (row: (typeof rows)[number]) => object) => (row: (typeof rows)[number]) =>
    ['POST', '/payments/search', filter(row)] as const
  const ways = {
    'read a payment': (row) => ['GET', `/v3/payments/${row.id}`],
    'its timeline': (row) => ['GET', `/v3/payments/${row.id}/timeline`],
    'search: newest': search(() => ({})),
    'search: reference': search(({ reference }) => ({ externalReferenceId: reference })),
    'search: receiver name': search(({ name }) => ({ receiverName: name })),
    'search: receiver account': search(({ account }) => ({ receiverAccountNo: account })),
    'search: sending account': search(({ sender }) => ({ senderAccountNo: sender })),
    'search: one day': search(({ day }) => ({ fromDate: day, toDate: day })),
    'search: amount': search(() => ({ paymentAmount: 12.77 })),
    'search: status': search(() => ({ status: 'READY_TO_TRANSMIT' })),
  } satisfies Record<string, (row: (typeof rows)[number]) => readonly [string, string, object?]>
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const [name, way] of Object.entries(ways)) {
    const took: number[] = []
    for (const row of rows) {
      const [method, path, body] = way(row)
      const start = performance.now()
      const answer = await fetch(`http://127.0.0.1:${service.ready.port}${path}`, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      took.push(performance.now() - start)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    }
    took.sort((a, b) => a - b)
    figures.set(`${name}: p50, ms`, percentile(took, 0.5))
    figures.set(`${name}: p95, ms`, percentile(took, 0.95))
  }
}

/** The worker releases payments that were due a minute ago: their accounts are spread over all. */
async function measureRelease({ owner, service, dataDir, tenantId }: Bench, figures: Figures): Promise<void> {
  const rounds: { service: number; database: number; seconds: number }[] = []
  for (let round = 0; round < options['release-rounds']; round++) {
    await quiet(owner)
    await owner.query('checkpoint')
    const ids = Array.from({ length: released }, () => newId(systemClock.now()))
    await makeDue(owner, tenantId, ids)
    const before = { service: await service.cpuMs(), database: await postgresMs(dataDir) }
    const start = performance.now()
    await owner.query('commit')
    await quiet(owner)
    rounds.push({
      seconds: (performance.now() - start) / 1_000,
      service: ((await service.cpuMs()) - before.service) / released,
      database: ((await postgresMs(dataDir)) - before.database) / released,
    })
  }
  figures.set('release: payments a second', released / median(rounds.map((round) => round.seconds)))
  figures.set('release: service, µs', median(rounds.map((round) => round.service)) * 1_000)
  figures.set('release: database, µs', median(rounds.map((round) => round.database)) * 1_000)
}

/** Leaves the transaction open: the worker sees the payments when it commits. */
async function makeDue(owner: pg.Client, tenantId: string, ids: readonly string[]): Promise<void> {
  await owner.query('begin')
  await owner.query(
    `insert into payments (tenant_id, id, external_reference_id, customer_id, sender_account_id, contact_id, amount, currency,
       speed, sec_code, payment_date, receiver_name, receiver_account_number, receiver_account_number_index,
       receiver_account_type, receiver_bank_code, details, created_by, created_at, approvers_needed)
     select $1, i.id, 'due', p.customer_id, p.account_id, p.contact_id, 100, 'USD', 'Economy', 'CCD', $2, p.name,
       p.account_number, p.account_number_index, 'Checking', '021000021', '{}', 'bench', now(), 0
     from unnest($3::uuid[]) with ordinality as i (id, place)
       join payers p on p.place = i.place * 7919 % (select count(*) from payers)`,
    [tenantId, paymentDate(systemClock), ids],
  )
  await owner.query(
    `insert into payment_states (tenant_id, payment_id, customer_id, sender_account_id, contact_id, amount, entry_type,
       payment_date, is_mailed, step, status, stepped_at, actor, updated_at, rail, speed, needs_institution_approval, due_at)
     select $1, id, customer_id, sender_account_id, contact_id, amount, entry_type, payment_date, false, 1, 'FUTURE_DATED',
       now(), 'bench', now(), 'ACH', speed, false, now() - interval '1 minute'
     from payments where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, ids],
  )
}
