/** Letters that Unicode does not decompose and that an ACH file spells out: `Øyvind`, `Groß`. */
const SPELLED_OUT = 'ßẞæÆœŒøØłŁđĐðÐþÞħĦı'
const CARRIED = new RegExp(`[A-Za-z1-9${SPELLED_OUT}]`)

/**
 * Whether a name leaves a letter or a digit in an ACH file, whose text is ASCII: `Zoë` becomes
 * `Zoe`, and nothing is left of `李明`. An operator rejects a name of only zeros (Nacha Appendix
 * Two).
 */
export function isAchName(name: string): boolean {
  return CARRIED.test(name.normalize('NFKD'))
}
