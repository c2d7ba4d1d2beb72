import { spawnSync } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
/**
 * Long, because a machine that also runs other tests is slow. A failure does not wait this long.
 */
export const BROWSER_TIMEOUT_MS = 120_000

/**
 * Starts the browser of this machine; undefined if none is installed. It needs no sandbox, because
 * it opens only the pages of the test.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const executablePath = await findBrowser()
  if (executablePath === undefined) return undefined
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: BROWSER_TIMEOUT_MS })
}

/** Throws at once if the pages of the console are not those of its sources. */
export function requireConsole(): void {
  const check = [join(import.meta.dirname, '../../scripts/ensure-console.js'), '--check']
  const { status, stderr } = spawnSync(process.execPath, check, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function findBrowser(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) {
      const path = join(folder, name)
      if (await isExecutable(path)) return path
    }
  return undefined
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
