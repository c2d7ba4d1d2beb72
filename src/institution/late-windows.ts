import type { Temporal } from 'temporal-polyfill'
import { ruleOn } from '../kernel/rail-rules.ts'
import type { InstitutionSettings } from './settings.ts'

/**
 * The windows for same-day entries, HH:MM Eastern, that are after the last cut-off of the ACH
 * operator on that date. A file of such a window always misses its day.
 */
export function lateWindowsOf(
  { ach: { collection } }: Pick<InstitutionSettings, 'ach'>,
  date: Temporal.PlainDate,
): { late: string[]; lastCutOff: string | undefined } {
  const lastCutOff = ruleOn('ACH', date).cutOffs.at(-1)
  if (collection.kind === 'continuous' || lastCutOff === undefined) return { late: [], lastCutOff }
  return { late: collection.economyPlus.filter((time) => time > lastCutOff), lastCutOff }
}
