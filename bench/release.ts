// Measures how fast workers release the payments due on one day, and checks that each payment is
// released exactly once: by one worker, by two workers in parallel, and by one that is killed
// halfway. Each case has its own payments from the same accounts, in an institution configured as
// in production.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/client.ts'
import { sealContents } from '../src/db/content-digest.ts'
import { PAYMENTS } from '../src/db/digested-tables.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { newId } from '../src/kernel/id.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { readOptions } from './options.ts'
import { postgresMs, processMs } from './processors.ts'
import { ACCOUNTS_PER_CUSTOMER, paymentDate, seed } from './seed.ts'
import { startGiro, withBenchDatabase } from './service.ts'

const PAYMENTS_PER_BATCH = 10_000
const POLL_INTERVAL_MS = 50
const RELEASE_TIMEOUT_MS = 600_000

const { isShort, payments, customers } = readOptions('bench:release', {
  payments: [100_000, 200],
  customers: [500, 2],
})
/** A short run kills the worker at its start, because a few payments are released at once. */
const leftWhenKilled = isShort ? payments : payments / 2

const dataDir = await mkdtemp(join(tmpdir(), 'giro-release-'))
const running = new Set<ChildProcess>()
try {
  await withBenchDatabase(dataDir, async (db, analyse) => {
    try {
      await measure(db, analyse)
    } finally {
      await end([...running], 'SIGKILL')
    }
  })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(db: Database, analyse: () => Promise<void>): Promise<void> {
  console.log(`Creating ${customers * ACCOUNTS_PER_CUSTOMER} accounts.`)
  const { tenantId } = await seed(db, systemClock, customers)
  const table = [
    '| | payments/s | seconds | database ms per payment | worker ms per payment | load |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  const ways = {
    'one worker': () => release(db, 1),
    'two workers': () => release(db, 2),
    'one worker, killed halfway, and its successor': () => release(db, 1, { isKilled: true }),
  }
  for (const [name, way] of Object.entries(ways)) {
    await makeDue(db, BigInt(tenantId), name)
    await analyse()
    const { seconds, databaseMs, workersMs } = await way()
    const each = (ms: number) => (ms / payments).toFixed(2)
    const load = loadavg()[0]!.toFixed(1)
    const rate = Math.round(payments / seconds).toLocaleString('en')
    table.push(`| ${name} | ${rate} | ${seconds.toFixed(1)} | ${each(databaseMs)} | ${each(workersMs)} | ${load} |`)
    await check(db, BigInt(tenantId), name)
  }
  console.log(`\n${table.join('\n')}`)
}

/** Inserts payments from all accounts in turn, created yesterday and due since one minute ago. */
async function makeDue(db: Database, tenantId: bigint, reference: string): Promise<void> {
  const now = systemClock.now()
  for (let done = 0; done < payments; done += PAYMENTS_PER_BATCH) {
    const ids = Array.from({ length: Math.min(PAYMENTS_PER_BATCH, payments - done) }, () => newId(now))
    await db.transaction(async (tx) => {
      await tx.query(
        `with payers as (
           select a.id, a.customer_id, k.id as contact_id, k.name, k.account_number, k.account_number_index, k.national_code,
             row_number() over (order by a.id) - 1 as place, count(*) over () as payers
           from accounts a cross join lateral (
             select * from contacts where tenant_id = $1 and customer_id = a.customer_id order by id limit 1) as k
           where a.tenant_id = $1)
         insert into payments (tenant_id, id, external_reference_id, customer_id, sender_account_id, contact_id, amount, currency, speed,
           sec_code, payment_date, receiver_name, receiver_account_number, receiver_account_number_index, receiver_account_type, receiver_bank_code, details,
           created_by, created_at, approvers_needed)
         select $1, i.id, $2, p.customer_id, p.id, p.contact_id, 100 + i.place % 900, 'USD',
           case when i.place % 3 = 0 then 'Economy Plus' else 'Economy' end, 'CCD', $3, p.name, p.account_number, p.account_number_index,
           'Checking', p.national_code, '{}', 'bench', $4::timestamptz - interval '1 day', 0
         from unnest($5::uuid[]) with ordinality as i (id, place) join payers p on p.place = (i.place + $6) % p.payers`,
        [tenantId, reference, paymentDate(systemClock), now.toString(), ids, done],
      )
      await sealContents(
        tx,
        tenantId,
        PAYMENTS,
        ids.map((id) => ({ id })),
      )
      await tx.query(
        `insert into payment_states (tenant_id, payment_id, customer_id, sender_account_id, contact_id, amount, entry_type, payment_date, is_mailed, step,
           status, stepped_at, actor, updated_at, rail, speed, needs_institution_approval, due_at)
         select $1, id, customer_id, sender_account_id, contact_id, amount, entry_type, payment_date, false, 1, 'FUTURE_DATED', $2, 'bench', $2, 'ACH', speed, false,
           $2::timestamptz - interval '1 minute'
         from payments where tenant_id = $1 and id = any($3::uuid[])`,
        [tenantId, now.toString(), ids],
      )
    })
  }
}

/** Releases all due payments with workers in separate processes. The time excludes their start. */
async function release(db: Database, workers: number, { isKilled = false } = {}) {
  const databaseBefore = await postgresMs(dataDir)
  let team = await Promise.all(Array.from({ length: workers }, startWorker))
  const usedToStart = await usedBy(team)
  let workersMs = -usedToStart
  const start = performance.now()
  let kill = isKilled
  for (let left = payments; left > 0; left = await countDue(db)) {
    if (performance.now() - start > RELEASE_TIMEOUT_MS) throw new Error(`${left} payments are still due`)
    if (kill && left <= leftWhenKilled) {
      kill = false
      workersMs += await usedBy(team)
      await end(team, 'SIGKILL')
      team = [await startWorker()]
    }
    await sleep(POLL_INTERVAL_MS)
  }
  const seconds = (performance.now() - start) / 1000
  const databaseMs = (await postgresMs(dataDir)) - databaseBefore
  workersMs += await usedBy(team)
  await end(team, 'SIGTERM')
  return { seconds, databaseMs, workersMs }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = await startGiro(['worker', '--data-dir', dataDir], { ready: 'The Giro worker is running' })
  running.add(worker)
  return worker
}

async function end(team: readonly ChildProcess[], signal: NodeJS.Signals): Promise<void> {
  for (const worker of team) {
    const ended = once(worker, 'exit')
    if (worker.kill(signal)) await ended
    running.delete(worker)
  }
}

/** The processor time of the workers so far. */
async function usedBy(team: readonly ChildProcess[]): Promise<number> {
  const used = await Promise.all(team.map(({ pid }) => processMs(pid!)))
  return used.reduce((sum, ms) => sum + ms, 0)
}

async function countDue(db: Database): Promise<number> {
  const [due] = await db.read((tx) =>
    tx.query<{ count: bigint }>(`select count(*) from payment_states where tenant_id > 0 and status = 'FUTURE_DATED'`),
  )
  return Number(due!.count)
}

/** Checks that each payment was released once, with one hold, and that the ledger agrees. */
async function check(db: Database, tenantId: bigint, reference: string): Promise<void> {
  const [found] = await db.read((tx) =>
    tx.query<{ payments: bigint; released: bigint; steps: bigint; holds: bigint }>(
      `with made as (select id, status from current_payments where tenant_id = $1 and external_reference_id = $2)
       select count(*) as payments,
         count(*) filter (where status in ('VALIDATED', 'READY_TO_TRANSMIT')) as released,
         sum((select count(*) from payment_steps t where t.tenant_id = $1 and t.payment_id = made.id
           and t.to_status = 'VALIDATED'))::bigint as steps,
         sum((select count(*) from ledger_transfers l where l.tenant_id = $1 and l.reference_id = made.id))::bigint as holds
       from made`,
      [tenantId, reference],
    ),
  )
  const differences = await verifyLedgers(db, await db.read(listInstitutions), () => {})
  const isRight = Object.values(found!).every((count) => count === BigInt(payments)) && differences === 0
  const { released, steps, holds } = found!
  console.log(
    `${reference}: ${released} released in ${steps} transitions, ${holds} holds, ${differences} ledger differences.`,
  )
  if (!isRight) process.exitCode = 1
}
