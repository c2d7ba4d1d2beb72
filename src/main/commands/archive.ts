import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../../kernel/clock.ts'
import { isUuid } from '../../kernel/id.ts'
import { exportMonth } from '../archive/export-month.ts'
import { readArchivedPayment, readArchivedStatement } from '../archive/read-archive.ts'
import { verifyArchive } from '../archive/verify-archive.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { command, mustFindInstitution, say } from './options.ts'

const month = (text: string) => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('use a month such as 2026-05.')
  return Temporal.PlainYearMonth.from(text)
}

const digest = (text: string) => {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new InvalidArgumentError('use 64 hexadecimal digits, as export printed them.')
  return text
}

const uuid = (text: string) => {
  if (!isUuid(text)) throw new InvalidArgumentError('use the paymentUID.')
  return text.toLowerCase()
}

const accountNumber = (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('use the accountUID.')
  return text
}

/** `giro archive …`: closed months as files that prove themselves. */
export function addArchiveCommands(giro: Command): void {
  const archive = giro.command('archive').description('Keep closed months as files that prove themselves.')

  command(archive, 'export', 'Write a closed month of an institution into files. Changes nothing in the database.')
    .requiredOption('--institution <code>', 'the institution')
    .requiredOption('--month <month>', 'the month, such as 2026-05, with all its business days closed', month)
    .requiredOption('--to <directory>', 'where the directory of the month is made')
    .action(exportOne)

  archive
    .command('verify')
    .description('Check that an archive proves itself, without the database. Exit code 1 if anything is wrong.')
    .requiredOption('--from <directory>', 'the directory of the month')
    .option('--sha256 <hash>', 'the hash that export printed, noted elsewhere', digest)
    .action(verifyOne)

  archive
    .command('read')
    .description('Print a payment with its timeline, or the statement of an account, with the proof.')
    .requiredOption('--from <directory>', 'the directory of the month')
    .option('--payment <paymentUID>', 'the payment', uuid)
    .option('--account <accountUID>', 'the account', accountNumber)
    .action(readOne)
}

async function exportOne(options: {
  dataDir: string
  institution: string
  month: Temporal.PlainYearMonth
  to: string
}): Promise<void> {
  const { path } = await withDatabase(readEnvironment(), options.dataDir, async (db) => {
    const institution = await db.transaction((tx) => mustFindInstitution(tx, options.institution))
    return exportMonth(db, { institution, month: options.month, directory: options.to, now: systemClock.now() })
  })
  // What was written is read again before anyone relies on it.
  await report(path)
}

const verifyOne = ({ from, sha256 }: { from: string; sha256?: string }) => report(resolve(from), sha256)

async function report(path: string, noted?: string): Promise<void> {
  const { manifest, sha256, problems } = await verifyArchive(path, noted)
  const rows = Object.fromEntries(manifest.files.map((file) => [file.name, file.rows]))
  const { institution, month: archived, openPayments, posted, previous } = manifest
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  say(JSON.stringify({ path, institution, month: archived, sha256, previous, bytes, openPayments, posted, rows }))
  for (const problem of problems) say(problem)
  say(problems.length === 0 ? 'The archive proves what it contains.' : 'The archive is damaged.')
  process.exitCode = problems.length === 0 ? 0 : 1
}

async function readOne({
  from,
  payment,
  account,
}: {
  from: string
  payment?: string
  account?: string
}): Promise<void> {
  if ((payment === undefined) === (account === undefined)) throw new StartupError('name either --payment or --account')
  const path = resolve(from)
  if (payment !== undefined) say(await readArchivedPayment(path, payment))
  if (account !== undefined) say(await readArchivedStatement(path, account))
}
