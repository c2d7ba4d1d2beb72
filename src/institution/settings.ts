import type { BusinessDayConvention } from '../kernel/business-calendar.ts'
import type { Rail } from '../kernel/rail.ts'

/** When payments of a day are picked up, and until when those without funds are tried again, HH:MM where the institution is. */
export interface BusinessHours {
  start: string
  end: string
}

/** What an institution decides for all its payments; kept as JSON with the institution. */
export interface InstitutionSettings {
  /** Days on which the institution is closed beside weekends and Federal Reserve holidays, `2026-12-24`, in order. */
  closedDays: readonly string[]
  /** The rails that are on. A rail that is off refuses payments; a transfer between two accounts of the institution needs none. */
  rails: Record<Rail, boolean>
  /** The network behind the speed Instant. */
  instantNetwork: 'RTP' | 'FEDNOW'
  ach: AchSettings
  /** Institutions that were made before there was a choice have none, and keep the default. */
  businessHours?: BusinessHours
  /** How long the simulated networks of a sandbox take to settle. */
  simulator: { settleAfterSeconds: number }
  /** Institutions that have not said keep the default of `conventionOf`. */
  recurrence?: { businessDays: BusinessDayConvention }
  /** How old an exchange rate may be to be quoted; null for any age. Institutions that have not said keep the default of `maxRateAgeSecondsOf`. */
  fx?: { maxRateAgeSeconds: number | null }
}

export interface AchSettings {
  /** The ACH operator: routing number and name of the files' immediate destination. */
  immediateDestination: string
  immediateDestinationName: string
  collection: AchCollection
}

/** Where a date of a recurring payment goes that is no business day of its rail: to the next one, unless the institution says otherwise. */
export function conventionOf({ recurrence }: Pick<InstitutionSettings, 'recurrence'>): BusinessDayConvention {
  return recurrence?.businessDays ?? 'following'
}

const FIFTEEN_MINUTES = 900

/** How old an exchange rate may be: fifteen minutes unless the institution says otherwise; any age in a sandbox, where nobody may feed rates. */
export function maxRateAgeSecondsOf({ sandbox, settings }: MaxRateAge): number | null {
  if (settings.fx) return settings.fx.maxRateAgeSeconds
  return sandbox ? null : FIFTEEN_MINUTES
}
interface MaxRateAge {
  sandbox: boolean
  settings: Pick<InstitutionSettings, 'fx'>
}

/** No institution is closed for longer, weekends and holidays counted: what looks back for the last banking day looks no further. */
export const LONGEST_CLOSURE_DAYS = 10

/**
 * When entries are collected into a file: at fixed times of the business day on the ACH operator's clock (HH:MM, Eastern), or, in a sandbox, every
 * few seconds. Economy and Economy Plus have windows of their own, because same-day entries have to reach the operator earlier.
 */
export type AchCollection =
  | { kind: 'windows'; economy: readonly string[]; economyPlus: readonly string[] }
  | { kind: 'continuous'; everySeconds: number }

/** The Federal Reserve's same-day windows close at 10:30, 14:45 and 16:45 Eastern; ours a little earlier, so that a file arrives in time. */
const businessWindows: AchCollection = {
  kind: 'windows',
  economy: ['14:15', '18:00'],
  economyPlus: ['10:00', '14:15', '16:15'],
}

const operator = { immediateDestination: '061000146', immediateDestinationName: 'FRB ATLANTA' }

/** A sandbox has every rail, played by the simulator. Otherwise only ACH is on, which needs no more than a place to put files. */
export function defaultSettings(options: { sandbox: boolean }): InstitutionSettings {
  const { sandbox } = options
  return {
    closedDays: [],
    rails: { ACH: true, FEDWIRE: sandbox, RTP: sandbox, FEDNOW: sandbox, SWIFT: sandbox },
    instantNetwork: 'RTP',
    ach: { ...operator, collection: sandbox ? { kind: 'continuous', everySeconds: 2 } : businessWindows },
    simulator: { settleAfterSeconds: 1 },
  }
}
