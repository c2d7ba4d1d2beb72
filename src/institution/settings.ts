import type { BusinessDayConvention } from '../kernel/business-calendar.ts'
import type { CurrencyDays } from '../kernel/currency-days.ts'
import type { OnMissedCutOff } from '../kernel/cut-off.ts'
import { minorOf } from '../kernel/money.ts'
import type { Rail } from '../kernel/rail.ts'
import { SEC_CODES, type SecCode } from '../kernel/sec-codes.ts'
import { words } from '../kernel/words.ts'
import type { Correspondent } from './correspondents.ts'
import type { LinkedRail, NetworkSettings } from './networks.ts'

/**
 * When the payments of a day are released, and until when those without funds are tried again:
 * HH:MM in the institution's time zone.
 */
export interface BusinessHours {
  start: string
  end: string
}

/** The institution's settings for all its payments, stored as JSON. */
export interface InstitutionSettings {
  /** Closed days besides weekends and Federal Reserve holidays, such as `2026-12-24`, in order. */
  closedDays: readonly string[]
  /** What is known of the days of currencies beyond the rules; in the order of the currencies. */
  currencyCalendars?: readonly CurrencyDays[]
  /** The rails that are on. A rail that is off refuses payments; book transfers need no rail. */
  rails: Record<Rail, boolean>
  /** The network for payments with speed Instant. */
  instantNetwork: 'RTP' | 'FEDNOW'
  /** The largest instant payment by network, if lower than the network's: `instantLimitsOf`. */
  instantLimits?: Partial<InstantLimits>
  ach: AchSettings
  /** If absent, the default business hours apply. */
  businessHours?: BusinessHours
  /** If absent, the defaults of `cutOffsOf` apply. */
  cutOffs?: Partial<CutOffs>
  /** The settlement time of the simulated networks of a sandbox. */
  simulator: { settleAfterSeconds: number }
  /** Where it stands in the networks: `networkSettingsOf`. */
  networks?: Partial<Record<LinkedRail, NetworkSettings>>
  /** If absent, the default of `conventionOf` applies. */
  recurrence?: { businessDays: BusinessDayConvention }
  /** If absent, the default of `repeatedReferencesOf` applies. */
  repeatedReferences?: RepeatedReferences
  /** Bounds on exchange rates and contracts. */
  fx?: FxSettings
  /** By currency. A currency without caps cannot be adjusted. */
  adjustmentCaps: AdjustmentCaps
  /** If absent, days end at midnight, and the chart gives the numbers of the general ledger. */
  books?: BooksSettings
  /** If absent, the defaults of `debitsOf` apply. */
  debits?: Partial<DebitSettings>
  /** If absent, the default of `returnsAloneUpToOf` applies. */
  returns?: ReturnSettings
  /** If absent, the default of `callBacksOf` applies. */
  callBacks?: CallBackSettings
  /** If absent, the default of `dueSoonHoursOf` applies. */
  obligations?: ObligationSettings
  /** If absent, the defaults of `accountNumbersOf` apply. */
  accountNumbers?: AccountNumberSettings
  /** If absent, the defaults of `receiptsOf` apply. */
  receipts?: Partial<ReceiptSettings>
  /** If absent, the defaults of `stoppedMakersOf` apply. */
  stoppedMakers?: Partial<StoppedMakerSettings>
  /** At most one per currency; in the order of the currencies. */
  correspondents?: readonly Correspondent[]
}

/** In whole US dollars; null for the network's own limit. */
export type InstantLimits = Record<'RTP' | 'FEDNOW', number | null>

export function instantLimitsOf({ instantLimits }: Pick<InstitutionSettings, 'instantLimits'>): InstantLimits {
  return { RTP: null, FEDNOW: null, ...instantLimits }
}

/** How the institution posts what comes in. */
export interface ReceiptSettings {
  /** Whether the receiver named in an item must be the customer of the account. */
  matchNames: boolean
  /**
   * The amount, in whole units of its currency, from which a person reviews a credit before it is
   * posted; null to review none.
   */
  reviewCreditsFrom: number | null
  /** Whether a person screens every international ACH entry before it is posted. */
  reviewInternational: boolean
}

export function receiptsOf({ receipts }: Pick<InstitutionSettings, 'receipts'>): ReceiptSettings {
  return { matchNames: false, reviewCreditsFrom: null, reviewInternational: true, ...receipts }
}

/**
 * What becomes of a payment without an idempotency key that has the reference of another payment of
 * the customer in the last 24 hours: accepted, accepted with a warning, or refused.
 */
export const REPEATED_REFERENCES = words('RepeatedReferences', ['Accept', 'Warn', 'Refuse'])
export type RepeatedReferences = (typeof REPEATED_REFERENCES)[number]

export function repeatedReferencesOf({
  repeatedReferences = 'Warn',
}: Pick<InstitutionSettings, 'repeatedReferences'>): RepeatedReferences {
  return repeatedReferences
}

/** What becomes of the payments of a maker that was stopped since. */
export const ON_STOPPED_MAKER = words('OnStoppedMaker', ['Hold', 'Continue'])
type OnStoppedMaker = (typeof ON_STOPPED_MAKER)[number]

/** What stops a maker of a payment. */
export const MAKER_STOPS = [
  'clientRevoked',
  'clientExpired',
  'userStopped',
  'legalEntitySuspended',
  'outOfReach',
] as const
export type MakerStopKind = (typeof MAKER_STOPS)[number]

export type StoppedMakerSettings = Record<MakerStopKind, OnStoppedMaker>

/** An expiry is planned, and no sign of misuse. */
export const STOPPED_MAKERS: StoppedMakerSettings = {
  clientRevoked: 'Hold',
  clientExpired: 'Continue',
  userStopped: 'Hold',
  legalEntitySuspended: 'Hold',
  outOfReach: 'Hold',
}

export function stoppedMakersOf({ stoppedMakers }: Pick<InstitutionSettings, 'stoppedMakers'>): StoppedMakerSettings {
  return { ...STOPPED_MAKERS, ...stoppedMakers }
}

/** Where the fees of a debit come from: the customer's account, or what the debit collects. */
export const FEES_OF_DEBITS = ['Account', 'Proceeds'] as const

/** How the institution treats debits that customers collect. */
export interface DebitSettings {
  feesFrom: (typeof FEES_OF_DEBITS)[number]
  /**
   * How much of a settled debit counts in exposure limits, once it comes back only as unauthorized:
   * 0 to 100.
   */
  returnReservePercent: number
  /** Banking days after its settlement until the proceeds of a debit are available: 0 to 10. */
  fundsAvailability: number
}

export function debitsOf({ debits }: Pick<InstitutionSettings, 'debits'>): DebitSettings {
  return { feesFrom: 'Account', returnReservePercent: 100, fundsAvailability: 0, ...debits }
}

/** Which telephone numbers count for a call-back. */
export interface CallBackSettings {
  /** The days after its last change from which a number counts: 0 to 365. */
  minimumNumberAge: number
}

export function callBacksOf({ callBacks }: Pick<InstitutionSettings, 'callBacks'>): CallBackSettings {
  return { minimumNumberAge: 7, ...callBacks }
}

/** How the institution keeps its books. */
export interface BooksSettings {
  /** When a business day ends: HH:MM in the institution's time zone; at midnight if absent. */
  closeTime?: string
  /** Whether the file of a day has a line for each account, the default, or for each entry. */
  exportDetail?: 'Account' | 'Entry'
  /** Numbers in the institution's general ledger, by entry or code of the chart of accounts. */
  glAccounts?: Readonly<Record<string, string>>
  /** The numbers under which clients of customers may open accounts. */
  customerGlAccounts?: readonly string[]
}

export function customerGlAccountsOf({ books }: Pick<InstitutionSettings, 'books'>): readonly string[] {
  return books?.customerGlAccounts ?? ['2000']
}

/** The institution's own cut-offs. */
export interface CutOffs {
  /** How long before a network's cut-off the institution's is. */
  marginMinutes: number
  /** The last time for SWIFT payments of a day: HH:MM in the institution's time zone. */
  swift: string
  /** For payments that deliver one of these currencies, instead of `swift`. */
  swiftByCurrency: Readonly<Record<string, string>>
  /** What becomes of a payment that misses its cut-off, unless its customer or request says. */
  onMissed: OnMissedCutOff
}

export function cutOffsOf({ cutOffs }: Pick<InstitutionSettings, 'cutOffs'>): CutOffs {
  return { marginMinutes: 15, swift: '16:00', swiftByCurrency: {}, onMissed: 'NextWindow', ...cutOffs }
}

/** How the institution keeps the times of the networks' rules. */
export interface ObligationSettings {
  /** How many hours before its time an obligation is announced as due soon. */
  dueSoonHours: number
}

const DEFAULT_DUE_SOON_HOURS = 24

export function dueSoonHoursOf({ obligations }: Pick<InstitutionSettings, 'obligations'>): number {
  return obligations?.dueSoonHours ?? DEFAULT_DUE_SOON_HOURS
}

/** How the institution returns and reverses payments by hand. */
export interface ReturnSettings {
  /** What one person returns and reverses alone on a day: `returnsAloneUpToOf`. */
  aloneUpTo: number
}

const DEFAULT_RETURNS_ALONE_UP_TO = 100_000

/** In units of the institution's currency. */
export function returnsAloneUpToOf({ returns }: Pick<InstitutionSettings, 'returns'>): number {
  return returns?.aloneUpTo ?? DEFAULT_RETURNS_ALONE_UP_TO
}

/** The account numbers that the institution gives. */
export interface AccountNumberSettings {
  /** For how many years after its closing no other account can have the number of an account. */
  quarantineYears: number
  /** The first digits of a number, and its length with the check digit. */
  scheme: { prefix: string; length: number }
}

export function accountNumbersOf({
  accountNumbers,
}: Pick<InstitutionSettings, 'accountNumbers'>): AccountNumberSettings {
  return accountNumbers ?? { quarantineYears: 7, scheme: { prefix: '', length: 12 } }
}

/** If one is absent, its default applies. */
export interface FxSettings {
  /** The maximum age of a rate for a quote; null for any age: `maxRateAgeSecondsOf`. */
  maxRateAgeSeconds?: number | null
  /** At most one per pair. A pair without one has no smallest ticket. */
  smallestTickets?: readonly SmallestTicket[]
  /** A rate that changes more waits for a second person: `maxRateChangePercentOf`. */
  maxRateChangePercent?: number
  /** What round trips at the rates of a day may gain before: `maxRoundTripGainPercentOf`. */
  maxRoundTripGainPercent?: number
  /** How far a pair's own rate may be from its cross: `maxCrossDeviationPercentOf`. */
  maxCrossDeviationPercent?: number
  /** How far the market may move against the institution before a quote is accepted. */
  lastLookBasisPoints?: number
  /** How many quotes a customer may have open: `maxOpenQuotesOf`. */
  maxOpenQuotes?: number
  /** For how much, in whole units of the institution's currency: `maxOpenQuotesAmountOf`. */
  maxOpenQuotesAmount?: number | null
  /** When the margin of a contract is income: `marginIncomeOf`. */
  marginIncome?: MarginIncome
  /** Who gets the gain of a contract that is closed out: `closeOutGainsOf`. */
  closeOutGains?: CloseOutGains
  /** What one person trades alone for the desk on a day: `deskTradeAloneUpToOf`. */
  deskTradeAloneUpTo?: number
  /** How far its price may then be from the market: `deskTradePriceTolerancePercentOf`. */
  deskTradePriceTolerancePercent?: number
}

/** At the trade, or as payments draw the contract. */
export const MARGIN_INCOMES = ['AtTrade', 'AtDraw'] as const
export type MarginIncome = (typeof MARGIN_INCOMES)[number]

/**
 * `UpToLoss`: the institution keeps of a gain what it lost on the contract, and the customer gets
 * the rest.
 */
export const CLOSE_OUT_GAINS = ['UpToLoss', 'Institution', 'Customer'] as const
export type CloseOutGains = (typeof CLOSE_OUT_GAINS)[number]

export function marginIncomeOf({ fx }: Pick<InstitutionSettings, 'fx'>): MarginIncome {
  return fx?.marginIncome ?? 'AtTrade'
}

const DEFAULT_DESK_TRADE_ALONE_UP_TO = 1_000_000

/** In units of the institution's currency. */
export function deskTradeAloneUpToOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.deskTradeAloneUpTo ?? DEFAULT_DESK_TRADE_ALONE_UP_TO
}

const DEFAULT_DESK_TRADE_PRICE_TOLERANCE_PERCENT = 1

export function deskTradePriceTolerancePercentOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.deskTradePriceTolerancePercent ?? DEFAULT_DESK_TRADE_PRICE_TOLERANCE_PERCENT
}

export function closeOutGainsOf({ fx }: Pick<InstitutionSettings, 'fx'>): CloseOutGains {
  return fx?.closeOutGains ?? 'UpToLoss'
}

/** The smallest amount of a new FX contract of a pair. */
export interface SmallestTicket {
  /** In market order, such as `USD/JPY`. */
  currencyPair: string
  /** In the base currency, with at most its decimals. */
  amount: number
}

/** Caps on adjustments of account balances, in minor units as decimal text, by currency. */
export type AdjustmentCaps = Readonly<Record<string, AdjustmentCap>>

export interface AdjustmentCap {
  perBooking: string
  /** For the total of credits and debits of one business day. */
  perDay: string
}

/** The caps of one currency in whole units. */
export function capsIn(currency: string, { perBooking, perDay }: Record<keyof AdjustmentCap, number>): AdjustmentCaps {
  const text = (units: number) => String(minorOf(units, currency))
  return { [currency]: { perBooking: text(perBooking), perDay: text(perDay) } }
}

/** The caps of a new institution in its own currency. It cannot adjust other currencies. */
const DEFAULT_ADJUSTMENT_CAP = { perBooking: 100_000, perDay: 1_000_000 }

export interface AchSettings {
  /** The ACH operator: the routing number and name of the immediate destination in files. */
  immediateDestination: string
  immediateDestinationName: string
  collection: AchCollection
  /** The SEC codes that it originates. If absent, the default of `secCodesOf` applies. */
  secCodes?: readonly SecCode[]
}

/** The SEC codes that customers may send, and that lists of customers and accounts may have. */
export function secCodesOf({ ach }: Pick<InstitutionSettings, 'ach'>): readonly SecCode[] {
  return ach.secCodes ?? ['PPD', 'CCD']
}

/**
 * How a recurring payment moves if its date is not a business day of its rail; default: following.
 */
export function conventionOf({ recurrence }: Pick<InstitutionSettings, 'recurrence'>): BusinessDayConvention {
  return recurrence?.businessDays ?? 'following'
}

const DEFAULT_MAX_RATE_AGE_SECONDS = 900

/**
 * The maximum age of an exchange rate. The default is fifteen minutes, or any age in a sandbox,
 * which may have no rate feed.
 */
export function maxRateAgeSecondsOf({ sandbox, settings }: MaxRateAge): number | null {
  if (settings.fx?.maxRateAgeSeconds !== undefined) return settings.fx.maxRateAgeSeconds
  return sandbox ? null : DEFAULT_MAX_RATE_AGE_SECONDS
}
interface MaxRateAge {
  sandbox: boolean
  settings: Pick<InstitutionSettings, 'fx'>
}

const DEFAULT_MAX_RATE_CHANGE_PERCENT = 5

export function maxRateChangePercentOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.maxRateChangePercent ?? DEFAULT_MAX_RATE_CHANGE_PERCENT
}

/** Unless set, twice `maxRateChangePercent`: as far there as back. */
export function maxRoundTripGainPercentOf(settings: Pick<InstitutionSettings, 'fx'>): number {
  return settings.fx?.maxRoundTripGainPercent ?? 2 * maxRateChangePercentOf(settings)
}

const DEFAULT_LAST_LOOK_BASIS_POINTS = 10
const DEFAULT_MAX_OPEN_QUOTES = 10

export function lastLookBasisPointsOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.lastLookBasisPoints ?? DEFAULT_LAST_LOOK_BASIS_POINTS
}

/** Of a customer with all below it, at a time. */
export function maxOpenQuotesOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.maxOpenQuotes ?? DEFAULT_MAX_OPEN_QUOTES
}

/** In whole units of the institution's currency; null without a bound. */
export function maxOpenQuotesAmountOf({ fx }: Pick<InstitutionSettings, 'fx'>): number | null {
  return fx?.maxOpenQuotesAmount ?? null
}

const DEFAULT_MAX_CROSS_DEVIATION_PERCENT = 1

/** A pair's own rate that is further from its cross is not quoted, but the cross is. */
export function maxCrossDeviationPercentOf({ fx }: Pick<InstitutionSettings, 'fx'>): number {
  return fx?.maxCrossDeviationPercent ?? DEFAULT_MAX_CROSS_DEVIATION_PERCENT
}

/**
 * The longest closure of an institution in days, with weekends and holidays. It bounds the search
 * back for the last banking day.
 */
export const LONGEST_CLOSURE_DAYS = 10

/**
 * When entries are collected into a file: at fixed times of the banking day on the ACH operator's
 * clock (HH:MM, Eastern), or every few seconds in a sandbox. Economy and Economy Plus have separate
 * windows, because same-day entries must reach the operator earlier.
 */
export type AchCollection =
  | { kind: 'windows'; economy: readonly string[]; economyPlus: readonly string[] }
  | { kind: 'continuous'; everySeconds: number }

/**
 * The Federal Reserve's same-day windows close at 10:30, 14:45 and 16:45 Eastern. The default
 * windows are earlier, so that files arrive in time.
 */
const businessWindows: AchCollection = {
  kind: 'windows',
  economy: ['14:15', '18:00'],
  economyPlus: ['10:00', '14:15', '16:15'],
}

const operator = { immediateDestination: '061000146', immediateDestinationName: 'FRB ATLANTA' }

/**
 * In a sandbox every rail is on, simulated, and every SEC code is offered. Otherwise only ACH is
 * on, which needs only a folder for files, with PPD and CCD.
 */
export function defaultSettings(options: { sandbox: boolean; currency: string }): InstitutionSettings {
  const { sandbox, currency } = options
  return {
    closedDays: [],
    rails: { ACH: true, FEDWIRE: sandbox, RTP: sandbox, FEDNOW: sandbox, SWIFT: sandbox },
    instantNetwork: 'RTP',
    ach: {
      ...operator,
      collection: sandbox ? { kind: 'continuous', everySeconds: 2 } : businessWindows,
      ...(sandbox && { secCodes: SEC_CODES }),
    },
    simulator: { settleAfterSeconds: 1 },
    adjustmentCaps: capsIn(currency, DEFAULT_ADJUSTMENT_CAP),
  }
}
