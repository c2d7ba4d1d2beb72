import { isDeepStrictEqual } from 'node:util'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type EndedDay, type NotValued, revaluePositions } from '../fx/fx.ts'
import type { Institution } from '../institution/institution.ts'
import { glAccountOf } from '../ledger/chart.ts'
import {
  insertClosings,
  keepOpen,
  lastClosedBefore,
  lockOldestOpenDay,
  markClosed,
  type OpenDay,
  readClosings,
  readItemsInTransit,
  readTurnovers,
} from './books.store.ts'
import { type DayDifference, proveDay } from './domain/prove-day.ts'
import { exportDay } from './export-day.ts'

const ACTOR = 'worker'
/** How long a day that could not be proved stays open before its close is tried again. */
const RETRY_AFTER = { minutes: 15 }

/**
 * Closes the oldest open day if it is over: proves it and stores its closing balances. No entry is
 * added to the day any more. A day that cannot be proved stays open, with the differences and an
 * event, and no later day is closed before it. A closed day is never opened again: a correction is
 * an entry of an open day. Returns the number of days closed.
 */
export async function closeOldestDay(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const { tenantId, settings } = institution
  const day = await lockOldestOpenDay(tx, tenantId, now)
  if (!day || day.closeDueAt.epochMilliseconds > now.epochMilliseconds) return 0
  const { businessDate: date } = day
  const since = await lastClosedBefore(tx, tenantId, date)
  const revalued = await revaluePositions(tx, institution, endOf(day))
  const proof = await prove(tx, tenantId, { since, date })
  const differences = [...proof.differences, ...(revalued.ok ? [] : revalued.refusal.map(notValued))]
  if (!revalued.ok || differences.length > 0) {
    await leaveOpen(tx, tenantId, { day, differences }, now)
    return 0
  }
  await revalued.value.book(tx)
  const { closings, items } = revalued.value.changes ? await prove(tx, tenantId, { since, date }) : proof
  const ownNumbers = settings.books?.glAccounts
  const numbered = closings.map((one) => ({ ...one, glAccount: glNumberOf(one.account, ownNumbers) }))
  await insertClosings(tx, tenantId, date, numbered)
  await markClosed(tx, tenantId, date, now)
  await exportDay(tx, institution, { date, since, closings: numbered }, now)
  const after = { businessDate: date, accounts: closings.length, inTransit: items }
  await record(tx, tenantId, { action: 'ledger.day.closed', date, after }, now)
  return 1
}

/** Compares the books of a day with its entries. `items` is the number of payments in transit. */
async function prove(
  tx: Transaction,
  tenantId: bigint,
  { since, date }: { since: string | undefined; date: string },
): Promise<ReturnType<typeof proveDay> & { items: number }> {
  const [turnovers, openings, items] = await Promise.all([
    readTurnovers(tx, tenantId, { since, date }),
    readClosings(tx, tenantId, since),
    readItemsInTransit(tx, tenantId, date),
  ])
  return { ...proveDay(turnovers, openings, items), items: items.length }
}

/** The first day of the books begins a day before its end. */
function endOf({ businessDate, beganAt, closesAt }: OpenDay): EndedDay {
  return { date: businessDate, beganAt: beganAt ?? closesAt.subtract({ hours: 24 }), closesAt }
}

function notValued({ currency, why }: NotValued): DayDifference {
  return { what: 'an open FX position is not valued', id: currency, detail: `${why}: set the rate of the day` }
}

/** The number in the general ledger: accounts of customers are in their master GL account. */
export function glNumberOf(account: string, own: Readonly<Record<string, string>> | undefined): string {
  if (!account.startsWith('customers:')) return glAccountOf(account, own)
  return account.split(':').slice(2).join(':')
}

/** Tells of the differences once, and again when they change. */
async function leaveOpen(
  tx: Transaction,
  tenantId: bigint,
  { day, differences }: { day: OpenDay; differences: DayDifference[] },
  now: Temporal.Instant,
): Promise<void> {
  const { businessDate: date } = day
  await keepOpen(tx, tenantId, date, { differences, until: now.add(RETRY_AFTER) })
  if (isDeepStrictEqual(day.differences, differences)) return
  await record(tx, tenantId, { action: 'ledger.day.notProved', date, after: { businessDate: date, differences } }, now)
}

async function record(
  tx: Transaction,
  tenantId: bigint,
  { action, date, after }: { action: 'ledger.day.closed' | 'ledger.day.notProved'; date: string; after: object },
  now: Temporal.Instant,
): Promise<void> {
  await recordChange(tx, { tenantId, actor: ACTOR, action, subject: { kind: 'ledgerDay', id: date }, after }, now)
}
