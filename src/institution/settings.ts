import type { Rail } from '../payments/domain/rail.ts'
import type { BusinessHours } from './business-hours.ts'

/** What an institution decides for all its payments; kept as JSON with the institution. */
export interface InstitutionSettings {
  /** The rails that are on. A rail that is off refuses payments; a transfer between two accounts of the institution needs none. */
  rails: Record<Rail, boolean>
  /** The network behind the speed Instant. */
  instantNetwork: 'RTP' | 'FEDNOW'
  ach: AchSettings
  /** Institutions that were made before there was a choice have none, and keep the default. */
  businessHours?: BusinessHours
  /** How long the simulated networks of a sandbox take to settle. */
  simulator: { settleAfterSeconds: number }
}

export interface AchSettings {
  /** The ACH operator: routing number and name of the files' immediate destination. */
  immediateDestination: string
  immediateDestinationName: string
  collection: AchCollection
}

/**
 * When entries are collected into a file: at fixed times of the business day in the institution's time zone (HH:MM), or, in a sandbox, every
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
    rails: { ACH: true, FEDWIRE: sandbox, RTP: sandbox, FEDNOW: sandbox, SWIFT: sandbox },
    instantNetwork: 'RTP',
    ach: { ...operator, collection: sandbox ? { kind: 'continuous', everySeconds: 2 } : businessWindows },
    simulator: { settleAfterSeconds: 1 },
  }
}
