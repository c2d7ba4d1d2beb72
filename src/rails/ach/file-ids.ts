import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'
import { ACH_TIME_ZONE } from './collection-window.ts'

/** What tells the files of a day apart (NACHA file header 34), in the order of their use. */
const FILE_ID_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** How many files the format lets an institution send to its operator in one day. */
export const FILES_A_DAY = FILE_ID_MODIFIERS.length

/** How many entries can have a trace number of their own (NACHA entry detail 80-94). */
export const TRACE_NUMBERS = 9_999_999

/** The counters of an Eastern day: the numbers of files and entries before this file. */
export interface AchDay {
  day: Temporal.PlainDate
  files: number
  entries: number
  /** The sequence number of the last entry before this file, of whatever day: 0 before number 1. */
  lastTrace: number
}

/** The day whose files are created now: that of the operator, on whose clock files are dated. */
export function achDayOf(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(ACH_TIME_ZONE).toPlainDate()
}

/**
 * How many entries the next file can take: no number is used twice on a day, and those of a file
 * ascend, so that they begin again with a new file only.
 */
export function tracesLeft({ entries, lastTrace }: Pick<AchDay, 'entries' | 'lastTrace'>): number {
  return Math.max(TRACE_NUMBERS - Math.max(entries, lastTrace), 0)
}

/** The day has no trace numbers left. What waits goes into the files of the next day. */
export class TraceNumbersUsedUp extends Error {
  override name = 'TraceNumbersUsedUp'

  constructor({ code }: Pick<Institution, 'code'>, { day, entries }: AchDay) {
    super(
      `institution ${code} used ${entries} of the ${TRACE_NUMBERS} trace numbers on ${day}, and has too few left: what waits leaves on the next day`,
    )
  }
}

/** The day has no file id left. What waits goes into the files of the next day. */
export class FileIdsUsedUp extends Error {
  override name = 'FileIdsUsedUp'

  constructor({ code }: Pick<Institution, 'code'>, { day }: AchDay) {
    super(
      `institution ${code} sent ${FILES_A_DAY} ACH files on ${day}, as many as NACHA can tell apart: what waits leaves on the next day; for more, use fewer collection windows`,
    )
  }
}

/** Whether the day takes no more files: all its trace numbers or its file ids are used. */
export function isUsedUp(institution: Pick<Institution, 'settings'>, day: AchDay): boolean {
  return tracesLeft(day) === 0 || hasNoFileId(institution, day)
}

/**
 * Whether all file ids of the day are used. Only a sandbox that collects continuously begins again:
 * it makes a file every few seconds, and no operator takes them.
 */
function hasNoFileId({ settings }: Pick<Institution, 'settings'>, { files }: AchDay): boolean {
  return files >= FILES_A_DAY && settings.ach.collection.kind !== 'continuous'
}

/**
 * The modifier of the day's next file. An operator rejects a file with the origin, the destination,
 * the date and the modifier of another, so none is given twice. Throws FileIdsUsedUp.
 */
export function fileIdModifier(institution: Institution, day: AchDay): string {
  if (hasNoFileId(institution, day)) throw new FileIdsUsedUp(institution, day)
  return FILE_ID_MODIFIERS[day.files % FILES_A_DAY]!
}
