import type { Temporal } from 'temporal-polyfill'
import type { Connection } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { isClosed, lastClosedBefore, readClosings, readMovements } from './books.store.ts'
import { glNumberOf } from './close-day.ts'
import type { Closing } from './domain/prove-day.ts'

/** A row of a trial balance, in minor units; balances are credits less debits. */
export interface TrialBalanceRow extends Closing {
  glAccount: string
}

/**
 * The trial balance of a business day: the stored one of a closed day, or else the last closing
 * balances and the entries since then. With `asOf`, entries after that moment are left out.
 */
export async function readTrialBalance(
  db: Connection,
  { tenantId, settings }: Pick<Institution, 'tenantId' | 'settings'>,
  { date, asOf }: { date: string; asOf: Temporal.Instant | undefined },
): Promise<{ state: 'Open' | 'Closed'; rows: TrialBalanceRow[] }> {
  const closed = await isClosed(db, tenantId, date)
  const state = closed ? 'Closed' : 'Open'
  if (closed && !asOf) return { state, rows: await readClosings(db, tenantId, date) }
  const since = await lastClosedBefore(db, tenantId, date)
  const [openings, movements] = await Promise.all([
    readClosings(db, tenantId, since),
    readMovements(db, tenantId, { since, date, asOf }),
  ])
  const rows = new Map<string, TrialBalanceRow>()
  const rowOf = (account: string, currency: string): TrialBalanceRow => {
    const known = rows.get(account)
    if (known) return known
    const zero = { opening: 0n, debits: 0n, credits: 0n, reclassified: 0n, closing: 0n }
    const row = { account, currency, glAccount: glNumberOf(account, settings.books?.glAccounts), ...zero }
    rows.set(account, row)
    return row
  }
  for (const { account, currency, closing } of openings) rowOf(account, currency).opening = closing
  for (const { account, currency, before, debits, credits } of movements) {
    const row = rowOf(account, currency)
    row.opening += before
    Object.assign(row, { debits, credits })
  }
  for (const row of rows.values()) row.closing = row.opening + row.credits - row.debits
  return { state, rows: [...rows.values()].toSorted((one, other) => (one.account < other.account ? -1 : 1)) }
}
