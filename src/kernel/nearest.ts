/** At most two letters are added, left out or replaced. */
const MOST_DIFFERENCES = 2

/** Whether one name is probably a misspelling of the other. Compares letters exactly. */
export function isAlmost(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > MOST_DIFFERENCES) return false
  return distance(name, known) <= MOST_DIFFERENCES
}

/** A name longer than this is no misspelling, and comparing it would cost too much. */
const MAX_COMPARED = 100

/**
 * The known name that was probably meant, for a message: few letters differ, both begin alike, or
 * one of its words joined by underscores is left out. `accountNo` is nearest to `accountNumber`.
 * Case does not matter. Undefined if none is near.
 */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const asked = name.toLowerCase()
  if (asked.length > MAX_COMPARED) return undefined
  const [best] = known
    .map((one) => ({ one, ...likenessOf(asked, one.toLowerCase()) }))
    .sort((first, second) => first.distance - 3 * first.alike - (second.distance - 3 * second.alike))
  if (!best) return undefined
  const isShortened = known.find((one) => leavesWordsOut(asked, one.toLowerCase()))
  if (isShortened !== undefined) return isShortened
  const isNear = best.distance <= Math.max(MOST_DIFFERENCES, asked.length / 3)
  return isNear || best.alike >= Math.max(4, asked.length / 2) ? best.one : undefined
}

/** Whether a name of several words has the words of another one, but not all of them. */
function leavesWordsOut(name: string, known: string): boolean {
  const words = name.split('_')
  if (words.length < 2 || name === known) return false
  let found = 0
  for (const word of known.split('_')) if (word === words[found]) found++
  return found === words.length
}

/** In how many letters two names differ, and with how many equal ones they begin. */
function likenessOf(one: string, other: string): { distance: number; alike: number } {
  let alike = 0
  while (alike < one.length && one[alike] === other[alike]) alike++
  return { distance: distance(one, other), alike }
}

/** The Levenshtein distance of two texts. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let at = 1; at <= other.length; at++) {
      const replaced = above[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1)
      current.push(Math.min(above[at]! + 1, current[at - 1]! + 1, replaced))
    }
    above = current
  }
  return above[other.length]!
}
