import { isAlmost } from '../kernel/nearest.ts'
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
