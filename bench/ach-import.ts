// Measures how fast a worker imports an ACH file, and how much memory it needs: it takes the file
// in, checks it, and books its entries as receipts of many accounts. Afterwards it checks that each
// entry was booked once and that the ledger agrees.
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../src/db/client.ts'
import { listInstitutions } from '../src/institution/institution.store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { verifyLedgers } from '../src/main/verify-ledgers.ts'
import { writeAchFile } from './ach-file.ts'
import { readOptions } from './options.ts'
import { postgresMs, processMs } from './processors.ts'
import { ACCOUNTS_PER_CUSTOMER, paymentDate, seed } from './seed.ts'
import { startGiro, withBenchDatabase } from './service.ts'

const FIRST_ACCOUNT_NUMBER = 4_000_000_000
const POLL_INTERVAL_MS = 50
const IMPORT_TIMEOUT_MS = 3_600_000

const { entries, customers } = readOptions('bench:ach', { entries: [1_000_000, 200], customers: [500, 2] })
const accounts = customers * ACCOUNTS_PER_CUSTOMER

const dataDir = await mkdtemp(join(tmpdir(), 'giro-ach-'))
try {
  await withBenchDatabase(dataDir, measure)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(db: Database, analyse: () => Promise<void>): Promise<void> {
  console.log(`Creating ${accounts} accounts.`)
  const { tenantCode } = await seed(db, systemClock, customers)
  await analyse()
  const inbox = join(dataDir, 'rails', 'ach', 'in', tenantCode)
  await mkdir(inbox, { recursive: true })
  const worker = await startGiro(['worker', '--data-dir', dataDir], { ready: 'The Giro worker is running' })
  const ended = once(worker, 'exit')
  try {
    await measureImport(db, inbox, worker.pid!)
  } finally {
    worker.kill('SIGTERM')
    await ended
  }
  await check(db)
}

async function measureImport(db: Database, inbox: string, workerPid: number): Promise<void> {
  const usedToStart = await processMs(workerPid)
  const atStartMiB = await mostMemoryMiB(workerPid)
  const databaseBefore = await postgresMs(dataDir)
  await writeAchFile(join(inbox, 'large.ach'), {
    entries,
    accountNumberOf: (place) => String(FIRST_ACCOUNT_NUMBER + (place % accounts)),
    day: Temporal.PlainDate.from(paymentDate(systemClock)),
  })
  const { checkedS, bookedS } = await imported(db)
  const each = (ms: number) => (ms / entries).toFixed(3)
  const [workerMs, databaseMs] = [
    (await processMs(workerPid)) - usedToStart,
    (await postgresMs(dataDir)) - databaseBefore,
  ]
  const rate = (seconds: number) => Math.round(entries / seconds).toLocaleString('en')
  const facts = [
    `${rate(checkedS + bookedS)} entries/s in all`,
    `${checkedS.toFixed(1)} s to take in and check, ${bookedS.toFixed(1)} s to book (${rate(bookedS)} entries/s)`,
    `${each(workerMs)} ms of the worker and ${each(databaseMs)} ms of the database for each entry`,
    `at most ${await mostMemoryMiB(workerPid)} MiB of memory (${atStartMiB} at the start), load ${loadavg()[0]!.toFixed(1)}`,
  ]
  console.log(facts.join('\n'))
}

/** Waits until the file is imported. The check ends when the first entries are booked. */
async function imported(db: Database): Promise<{ checkedS: number; bookedS: number }> {
  const start = performance.now()
  let checked: number | undefined
  for (;;) {
    const [file] = await db.read((tx) =>
      tx.query<{ status: string; importedEntries: number; refusal: object }>(
        'select status, imported_entries, refusal from incoming_files where tenant_id > 0',
      ),
    )
    const now = performance.now()
    if (file && file.importedEntries > 0) checked ??= now
    if (file?.status === 'IMPORTED') return { checkedS: (checked! - start) / 1000, bookedS: (now - checked!) / 1000 }
    if (file?.status === 'QUARANTINED' || now - start > IMPORT_TIMEOUT_MS)
      throw new Error(`the file was not imported: ${JSON.stringify(file ?? 'it was not taken in')}`)
    await sleep(POLL_INTERVAL_MS)
  }
}

/** The most memory that a process ever had (VmHWM of proc_pid_status(5)). */
async function mostMemoryMiB(pid: number): Promise<number> {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kib) / 1024)
}

async function check(db: Database): Promise<void> {
  const [found] = await db.read((tx) =>
    tx.query<{ receipts: bigint; known: bigint }>(
      `select count(*) as receipts, count(account_id) as known from receipts where tenant_id > 0`,
    ),
  )
  const differences = await verifyLedgers(db, await db.read(listInstitutions), () => {})
  console.log(`${found!.receipts} receipts, ${found!.known} of known accounts, ${differences} ledger differences.`)
  if (found!.known !== BigInt(entries) || differences > 0) process.exitCode = 1
}
