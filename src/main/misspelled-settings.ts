import { StartupError } from './startup-error.ts'

/**
 * Refuses to start with a variable that is almost the name of a setting: the setting would keep its
 * default unseen. Other unknown variables are ignored, because platforms add their own, such as
 * GIRO_PORT for a service named giro.
 */
export function refuseMisspelled(variables: NodeJS.ProcessEnv, settings: ReadonlySet<string>): void {
  for (const name of Object.keys(variables)) {
    if (!name.toUpperCase().startsWith('GIRO') || settings.has(name)) continue
    const meant = [...settings].find((setting) => isAlmost(name.toUpperCase(), setting))
    if (meant) throw new StartupError(`${name} is not a setting: rename it to ${meant}, or unset it`)
  }
}

/** At most two letters are added, left out or replaced. */
const MOST_DIFFERENCES = 2

function isAlmost(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > MOST_DIFFERENCES) return false
  return distance(name, setting) <= MOST_DIFFERENCES
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
