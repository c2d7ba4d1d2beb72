import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { bookOf, glAccountOf } from '../ledger/chart.ts'
import { putFile } from '../rails/rails.ts'
import { composeAccounts, composeEntries } from './domain/compose-export.ts'
import type { Closing } from './domain/prove-day.ts'
import { insertExport, lockUnwrittenExport, markExportWritten, readExportedEntries } from './exports.store.ts'

declare module '../app.ts' {
  interface App {
    /** The directory where the institution's general ledger picks up its files. */
    glOutDirectory: string
  }
}

/** A day with more entries is exported by account, whatever the setting. */
const MAX_ENTRIES = 100_000

/** Stores the file of a day, in the transaction that closes it. */
export async function exportDay(
  tx: Transaction,
  { tenantId, code, settings }: Institution,
  day: { date: string; since: string | undefined; closings: readonly (Closing & { glAccount: string })[] },
  now: Temporal.Instant,
): Promise<void> {
  const { date } = day
  const named = { businessDate: date, name: `${code}-gl-${date.replaceAll('-', '')}.csv` }
  const own = settings.books?.glAccounts
  if (settings.books?.exportDetail === 'Entry') {
    const entries = await readExportedEntries(tx, tenantId, { ...day, limit: MAX_ENTRIES + 1 })
    const glOf = (account: string, masterGl: string | null) =>
      bookOf(account) ? glAccountOf(account, own) : (masterGl ?? '')
    const content = composeEntries(
      entries.map((entry) => ({
        ...{ ...entry, businessDate: date, at: timestamp(entry.at) },
        ...{ debitGl: glOf(entry.debit, entry.debitGl), creditGl: glOf(entry.credit, entry.creditGl) },
      })),
    )
    if (entries.length <= MAX_ENTRIES) return insertExport(tx, tenantId, { ...named, detail: 'Entry', content }, now)
  }
  await insertExport(tx, tenantId, { ...named, detail: 'Account', content: composeAccounts(date, day.closings) }, now)
}

/**
 * Writes the oldest file that is not marked as written. If the process dies before the commit, the
 * next run writes the same bytes under the same name. Returns the number of files written.
 */
export async function writeOldestExport(
  tx: Transaction,
  tenantId: bigint,
  directory: string,
  now: Temporal.Instant,
): Promise<number> {
  const file = await lockUnwrittenExport(tx, tenantId)
  if (!file) return 0
  await putFile(directory, file.name, file.content)
  await markExportWritten(tx, tenantId, file.businessDate, now)
  return 1
}
