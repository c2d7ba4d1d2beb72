import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../../kernel/clock.ts'
import { isUuid } from '../../kernel/id.ts'
import { readAnchors } from '../anchors.ts'
import { readManifest } from '../archive/archive-files.ts'
import { archiveKeyOf, readArchiveKey } from '../archive/archive-signature.ts'
import { exportMonth } from '../archive/export-month.ts'
import { readArchivedPayment, readArchivedStatement, UNPROVED } from '../archive/read-archive.ts'
import { type Trusted, verifyArchive } from '../archive/verify-archive.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { checkEncryptionKey } from '../encryption-key.ts'
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

interface TrustedOptions {
  sha256?: string
  key?: string
  anchors?: string
}

/** `giro archive …`: closed months as files that can be proved. */
export function addArchiveCommands(giro: Command): void {
  const archive = giro.command('archive').description('Keep closed months as files that can be proved.')

  command(archive, 'export', 'Write a closed month of an institution into files, and record it in the audit log.')
    .requiredOption('--institution <code>', 'the institution')
    .requiredOption('--month <month>', 'the month, such as 2026-05, with all its business days closed', month)
    .requiredOption('--to <directory>', 'where the directory of the month is made')
    .action(exportOne)

  command(archive, 'key', 'Print the key that signs the archives of an institution. Keep it with your auditors.')
    .requiredOption('--institution <code>', 'the institution')
    .action(printKey)

  takeTrusted(
    archive
      .command('verify')
      .description('Check an archive, without the database. Exit code 1 if anything is wrong, or nothing proves it.')
      .requiredOption('--from <directory>', 'the directory of the month'),
  ).action(verifyOne)

  takeTrusted(
    archive
      .command('read')
      .description('Print a payment with its timeline, or the statement of an account, with the proof.')
      .requiredOption('--from <directory>', 'the directory of the month')
      .option('--payment <paymentUID>', 'the payment', uuid)
      .option('--account <accountUID>', 'the account', accountNumber),
  ).action(readOne)
}

/** What proves an archive comes from elsewhere. */
function takeTrusted(to: Command): Command {
  return to
    .option('--sha256 <hash>', 'the hash that export printed, noted elsewhere', digest)
    .option('--key <file>', 'the key that giro archive key printed, kept elsewhere')
    .option('--anchors <directory>', 'the anchors of the audit log: GIRO_ANCHOR_DIR')
}

async function exportOne(options: {
  dataDir: string
  institution: string
  month: Temporal.PlainYearMonth
  to: string
}): Promise<void> {
  const { path, sha256 } = await withDatabase(readEnvironment(), options.dataDir, async (db) => {
    const institution = await db.transaction((tx) => mustFindInstitution(tx, options.institution))
    return exportMonth(db, { institution, month: options.month, directory: options.to, now: systemClock.now() })
  })
  // What was written is read again before anyone relies on it.
  await report(path, { sha256 })
}

async function printKey(options: { dataDir: string; institution: string }): Promise<void> {
  await withDatabase(readEnvironment(), options.dataDir, async (db) => {
    await checkEncryptionKey(db)
    const { tenantId } = await db.transaction((tx) => mustFindInstitution(tx, options.institution))
    // The first transaction of the institution reads its keys.
    await db.forTenant(tenantId).transaction(async () => {})
    say(JSON.stringify((await archiveKeyOf(db.keyring, tenantId)).publicKey))
  })
}

const verifyOne = async ({ from, ...options }: TrustedOptions & { from: string }) =>
  report(resolve(from), await trustedBy(from, options))

async function trustedBy(from: string, { sha256, key, anchors }: TrustedOptions): Promise<Trusted> {
  const { manifest } = await readManifest(resolve(from))
  return {
    sha256,
    key: key === undefined ? undefined : await readArchiveKey(key),
    heads: anchors === undefined ? undefined : (await readAnchors(anchors, manifest.institution)).heads,
  }
}

async function report(path: string, trusted: Trusted): Promise<void> {
  const { manifest, sha256, problems, provedBy } = await verifyArchive(path, trusted)
  const rows = Object.fromEntries(manifest.files.map((file) => [file.name, file.rows]))
  const { institution, month: archived, openPayments, altered = 0, posted, previous } = manifest
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  say(
    JSON.stringify({
      path,
      institution,
      month: archived,
      sha256,
      previous,
      bytes,
      openPayments,
      altered,
      posted,
      rows,
      provedBy,
    }),
  )
  for (const problem of problems) say(problem)
  say(
    problems.length > 0
      ? 'The archive is damaged.'
      : provedBy.length > 0
        ? `The archive is the one that was exported: proved by ${provedBy.join(' and ')}.`
        : `The archive is not proved: ${UNPROVED}.`,
  )
  if (altered > 0)
    say(`${altered} payments or approvals in it are not what the service wrote: they were when it was exported.`)
  process.exitCode = provedBy.length > 0 && altered === 0 ? 0 : 1
}

async function readOne({
  from,
  payment,
  account,
  ...options
}: TrustedOptions & { from: string; payment?: string; account?: string }): Promise<void> {
  if ((payment === undefined) === (account === undefined)) throw new StartupError('name either --payment or --account')
  const path = resolve(from)
  const trusted = await trustedBy(from, options)
  if (payment !== undefined) say(await readArchivedPayment(path, payment, trusted))
  if (account !== undefined) say(await readArchivedStatement(path, account, trusted))
}
