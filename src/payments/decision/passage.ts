import { Temporal } from 'temporal-polyfill'
import { valueDateOf } from '../../fx/domain/value-date.ts'
import { startOfBusiness } from '../../institution/institution.ts'
import { currencyCalendars } from '../../kernel/currency-calendars.ts'
import type { Speed } from '../../kernel/rail.ts'
import { nextPassage, type Passage, type Way } from '../../rails/rails.ts'
import type { ExchangeCurrencies } from './payment-exchanges.store.ts'
import { tenorOf } from './payment-exchanges.ts'
import type { WorkingSet } from './working-set.ts'

/** The file of ACH entries that payments leave with, and the time from which they do. */
interface NextFile {
  from: Temporal.Instant
  passage: Passage
}

/**
 * The next file by settings, way and date. Until it leaves, every payment of the same way leaves
 * with it, and to compute it takes as long as to decide ten payments.
 */
const nextFiles = new Map<string, NextFile>()
const MAX_NEXT_FILES = 1_000

/**
 * When a payment decided now leaves, and its value date. The payments of a batch that go the same
 * way share the answer.
 */
export function passageOf(
  { institution, now, passages }: Pick<WorkingSet, 'institution' | 'now' | 'passages'>,
  way: Way,
  notBefore: Temporal.PlainDate,
): Passage {
  const key = [way.rail, way.speed, ...way.currencies, notBefore].join(' ')
  const known = passages.get(key)
  if (known) return known
  const passage = isInFile(institution, way)
    ? withNextFile(institution, way, { notBefore, from: now }, key)
    : nextPassage(institution, way, { notBefore, from: now })
  passages.set(key, passage)
  return passage
}

function isInFile({ settings }: WorkingSet['institution'], { rail }: Way): boolean {
  return rail === 'ACH' && settings.ach.collection.kind === 'windows'
}

function withNextFile(
  institution: WorkingSet['institution'],
  way: Way,
  when: { notBefore: Temporal.PlainDate; from: Temporal.Instant },
  key: string,
): Passage {
  const name = `${key} ${institution.timeZone} ${JSON.stringify(institution.settings)}`
  const known = nextFiles.get(name)
  if (known && isBetween(known, when.from)) return known.passage
  const passage = nextPassage(institution, way, when)
  if (nextFiles.size >= MAX_NEXT_FILES) nextFiles.clear()
  nextFiles.set(name, { from: when.from, passage })
  return passage
}

function isBetween({ from, passage }: NextFile, now: Temporal.Instant): boolean {
  return now.epochMilliseconds >= from.epochMilliseconds && now.epochMilliseconds <= passage.leavesAt.epochMilliseconds
}

/** When an FX contract delivers, and whether it is made for the one payment. */
interface Delivery {
  deliversOn: string
  isOwn: boolean
}

/**
 * The first day on which a payment may settle: its date, or the day on which its FX contract
 * delivers. A book transfer with a contract of its own moves both currencies at once, at the price
 * of the first day on which the market delivers.
 */
export function notBefore(
  rail: string,
  paymentDate: Temporal.PlainDate,
  exchange: Delivery | undefined,
): Temporal.PlainDate {
  if (!exchange || (rail === 'BOOK' && exchange.isOwn)) return paymentDate
  const settles = Temporal.PlainDate.from(exchange.deliversOn)
  return Temporal.PlainDate.compare(settles, paymentDate) > 0 ? settles : paymentDate
}

/**
 * The delivery of a contract that a scheduled payment gets when it is released, at the start of its
 * date. Undefined if it exchanges nothing, or its currencies are not traded.
 */
export function expectedDelivery(
  home: Pick<WorkingSet['institution'], 'timeZone' | 'settings'>,
  { speed, paymentDate }: { speed: Speed; paymentDate: Temporal.PlainDate },
  currencies: ExchangeCurrencies | null,
): Delivery | undefined {
  if (!currencies) return undefined
  const pair = { base: currencies.sellCurrency, quote: currencies.buyCurrency }
  const tradedAt = startOfBusiness(home, paymentDate)
  const calendars = currencyCalendars(home.settings.currencyCalendars)
  const delivers = valueDateOf({ ...pair, tenor: tenorOf(speed), tradedAt, calendars })
  return delivers.ok ? { deliversOn: delivers.value.toString(), isOwn: true } : undefined
}
