import { toAscii } from './ascii-text.ts'

/** The shortest place of a name in an entry (NACHA CIE entry detail 40-54). */
const SHORTEST_NAME = 15

/**
 * Whether a name leaves a letter or a digit in an ACH file, whose text is ASCII: `李明` becomes
 * `LiMing`, and nothing is left of an emoji. An operator rejects a name of only zeros (Nacha
 * Appendix Two).
 */
export function isAchName(name: string): boolean {
  return /[A-Za-z1-9]/.test(toAscii(name).slice(0, SHORTEST_NAME))
}
