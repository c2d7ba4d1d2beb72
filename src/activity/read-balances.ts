import { Temporal } from 'temporal-polyfill'
import type { AccountRow } from '../accounts/accounts.ts'
import type { Transaction } from '../db/client.ts'
import { type Institution, institutionTime, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { balancesAt, type Totals } from './domain/balances.ts'
import { type BusinessDay, readBusinessDay, readForwardValue, readTotals, type Until } from './entries.store.ts'
import { requireAccount } from './require-account.ts'

export interface AccountBalances extends ReturnType<typeof balancesAt> {
  account: AccountRow
  at: Temporal.Instant
  /** The business day of the moment. */
  businessDate: string
}

/** The balances of an account at a moment: now, or any time in the past. */
export async function readBalances(
  tx: Transaction,
  principal: Principal,
  accountUID: string,
  asked: string | undefined,
  systemNow: Temporal.Instant,
): Promise<Result<AccountBalances, Refusal>> {
  const { tenantId } = principal
  const [found, institution] = await Promise.all([
    requireAccount(tx, principal, accountUID),
    readInstitution(tx, tenantId),
  ])
  if (!found.ok) return found
  const account = found.value
  const now = institutionTime(institution, systemNow)
  const at = asked === undefined ? now : Temporal.Instant.from(asked)
  if (Temporal.Instant.compare(at, now) > 0)
    return refusal('invalidBalances', `at: ${asked} is in the future of the institution's clock, ${now}`)
  const day = await businessDayOf(tx, institution, at)
  const hasEnded = Temporal.Instant.compare(day.closesAt, now) <= 0
  const date = day.businessDate
  const [current, opening, closing, forward] = await Promise.all([
    totalsOf(tx, account, { moment: at }),
    // What the day before closed with: no entry is between them.
    totalsOf(tx, account, day.dayBefore === null ? { dayStart: date } : { dayEnd: day.dayBefore }),
    hasEnded ? totalsOf(tx, account, { dayEnd: date }) : undefined,
    readForwardValue(tx, tenantId, account.id, { moment: at, date }),
  ])
  return accept({
    account,
    at,
    businessDate: date,
    ...balancesAt({ current, opening, closing, forward }),
  })
}

const NOTHING: Totals = { debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }

async function totalsOf(tx: Transaction, { tenantId, id }: AccountRow, until: Until): Promise<Totals> {
  return (await readTotals(tx, tenantId, id, until)) ?? NOTHING
}

/** No business day is longer than this: a later one says nothing about the moment. */
const LONGEST_DAY = { hours: 24 * 14 } as const

/** The business day of a moment; before business days were kept, the day of the calendar. */
async function businessDayOf(
  tx: Transaction,
  { tenantId, timeZone }: Pick<Institution, 'tenantId' | 'timeZone'>,
  at: Temporal.Instant,
): Promise<BusinessDay> {
  const day = await readBusinessDay(tx, tenantId, at)
  if (day && Temporal.Instant.compare(day.closesAt.subtract(LONGEST_DAY), at) <= 0) return day
  const date = at.toZonedDateTimeISO(timeZone).toPlainDate()
  return {
    businessDate: date.toString(),
    closesAt: date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
    dayBefore: null,
  }
}
