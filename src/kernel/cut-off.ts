import type { Speed } from './rail.ts'
import { words } from './words.ts'

/**
 * What becomes of a payment that misses its cut-off: it is refused, waits for the next window, or,
 * at Economy Plus, goes out as next-day ACH with the lower fee.
 */
export const ON_MISSED_CUT_OFF = words('OnMissedCutOff', ['Refuse', 'NextWindow', 'Downgrade'])
export type OnMissedCutOff = (typeof ON_MISSED_CUT_OFF)[number]

/** The speeds at which a payment has a choice: same-day ACH, wires and SWIFT. */
const SPEEDS_WITH_CHOICE: readonly Speed[] = ['Economy Plus', 'Express', 'SPOT', 'ON', 'TN']

export function hasCutOffChoice(speed: Speed): boolean {
  return SPEEDS_WITH_CHOICE.includes(speed)
}

/** Only same-day ACH has a slower speed on its own rail. Any other payment waits instead. */
export function onMissedCutOffAt(speed: Speed, chosen: OnMissedCutOff): OnMissedCutOff {
  return chosen === 'Downgrade' && speed !== 'Economy Plus' ? 'NextWindow' : chosen
}
