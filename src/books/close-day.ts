import { isDeepStrictEqual } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type EndedDay, type NotValued, revaluePositions } from '../fx/fx.ts'
import { type Institution, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { glAccountOf } from '../ledger/chart.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  type DayRow,
  findDay,
  insertClosings,
  keepOpen,
  lastClosedBefore,
  lastDayOver,
  lockOldestOpenDay,
  markClosed,
  type OpenDay,
  readClosings,
  readItemsInTransit,
  readTurnovers,
} from './books.store.ts'
import { type DayDifference, proveDay } from './domain/prove-day.ts'
import { exportDay } from './export-day.ts'

/** How long a day that could not be proved stays open before its close is tried again. */
const RETRY_AFTER = { minutes: 15 }

/**
 * Closes the oldest open day if its close is due. A day that cannot be proved stays open, and no
 * later day is closed before it. Returns the number of days closed.
 */
export async function closeOldestDay(
  tx: Transaction,
  institution: Institution,
  now: Temporal.Instant,
): Promise<number> {
  const day = await lockOldestOpenDay(tx, institution.tenantId, now)
  if (!day || Temporal.Instant.compare(day.closeDueAt, now) > 0) return 0
  return (await closeDay(tx, institution, { day, actor: 'worker' }, now)) ? 1 : 0
}

/** The days that one request closes at most. */
const MAX_DAYS = 10

/**
 * Closes the business days until this one, or all that are over, for a client: at their end before
 * the worker does, or again after a close that could not be proved, without waiting for the next
 * try. A day that is closed stays as it is. Returns the days in their order: closed, or the first
 * that is not proved, with its differences. `now` is the institution's time.
 */
export async function closeDaysByHand(
  tx: Transaction,
  principal: Principal,
  businessDate: string | undefined,
  now: Temporal.Instant,
): Promise<Result<DayRow[], Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const until = businessDate ?? (await lastDayOver(tx, tenantId, now))
  const asked = until === undefined ? undefined : await findDay(tx, tenantId, until)
  if (!asked) return businessDate === undefined ? accept([]) : refusal('businessDayUnknown')
  if (Temporal.Instant.compare(asked.closesAt, now) > 0)
    return refusal('businessDayNotOver', `${asked.businessDate} ends at ${timestamp(asked.closesAt)}`)
  const days: DayRow[] = []
  while (days.length < MAX_DAYS) {
    const day = await lockOldestOpenDay(tx, tenantId, now)
    if (!day || day.businessDate > asked.businessDate) break
    const isClosed = await closeDay(tx, institution.value, { day, actor: clientId }, now)
    days.push((await findDay(tx, tenantId, day.businessDate))!)
    if (!isClosed) break
  }
  return accept(days.length > 0 || businessDate === undefined ? days : [asked])
}

/**
 * Proves a day and stores its closing balances. No entry is added to it any more. A closed day is
 * never opened again: a correction is an entry of an open day. A day that cannot be proved stays
 * open, with the differences and an event. Returns whether it was closed. The caller holds the lock
 * on the day, which is over and the oldest that is open.
 */
async function closeDay(
  tx: Transaction,
  institution: Institution,
  { day, actor }: { day: OpenDay; actor: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { tenantId, settings } = institution
  const { businessDate: date } = day
  const since = await lastClosedBefore(tx, tenantId, date)
  const revalued = await revaluePositions(tx, institution, endOf(day))
  const proof = await prove(tx, tenantId, { since, date })
  const differences = [...proof.differences, ...(revalued.ok ? [] : revalued.refusal.map(notValued))]
  if (!revalued.ok || differences.length > 0) {
    await leaveOpen(tx, tenantId, { day, differences, actor }, now)
    return false
  }
  await revalued.value.book(tx)
  const { closings, items } = revalued.value.changes ? await prove(tx, tenantId, { since, date }) : proof
  const ownNumbers = settings.books?.glAccounts
  const numbered = closings.map((one) => ({ ...one, glAccount: glNumberOf(one.account, ownNumbers) }))
  await insertClosings(tx, tenantId, date, numbered)
  await markClosed(tx, tenantId, date, now)
  await exportDay(tx, institution, { date, since, closings: numbered }, now)
  const after = { businessDate: date, accounts: closings.length, inTransit: items }
  await record(tx, tenantId, { action: 'ledger.day.closed', date, after, actor }, now)
  return true
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
  { day, differences, actor }: { day: OpenDay; differences: DayDifference[]; actor: string },
  now: Temporal.Instant,
): Promise<void> {
  const { businessDate: date } = day
  await keepOpen(tx, tenantId, date, { differences, until: now.add(RETRY_AFTER) })
  if (isDeepStrictEqual(day.differences, differences)) return
  const after = { businessDate: date, differences }
  await record(tx, tenantId, { action: 'ledger.day.notProved', date, after, actor }, now)
}

async function record(
  tx: Transaction,
  tenantId: bigint,
  {
    action,
    date,
    after,
    actor,
  }: { action: 'ledger.day.closed' | 'ledger.day.notProved'; date: string; after: object; actor: string },
  now: Temporal.Instant,
): Promise<void> {
  await recordChange(tx, { tenantId, actor, action, subject: { kind: 'ledgerDay', id: date }, after }, now)
}
