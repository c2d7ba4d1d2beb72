import type { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.ts'

/** What tells the files of a day apart (NACHA file header 34), in the order of their use. */
const FILE_ID_MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** How many files the format lets an institution send to its operator in one day. */
export const FILES_A_DAY = FILE_ID_MODIFIERS.length

/** The day's counters: the numbers of files and entries before this file. */
export interface AchDay {
  day: Temporal.PlainDate
  files: number
  entries: number
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

/**
 * Whether all file ids of the day are used. Only a sandbox that collects continuously begins again:
 * it makes a file every few seconds, and no operator takes them.
 */
export function isUsedUp({ settings }: Pick<Institution, 'settings'>, { files }: AchDay): boolean {
  return files >= FILES_A_DAY && settings.ach.collection.kind !== 'continuous'
}

/**
 * The modifier of the day's next file. An operator rejects a file with the origin, the destination,
 * the date and the modifier of another, so none is given twice. Throws FileIdsUsedUp.
 */
export function fileIdModifier(institution: Institution, day: AchDay): string {
  if (isUsedUp(institution, day)) throw new FileIdsUsedUp(institution, day)
  return FILE_ID_MODIFIERS[day.files % FILES_A_DAY]!
}
