import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
/** Generous: a machine that runs other tests beside it is slow, and what fails does not fail by waiting. */
export const BROWSER_TIMEOUT_MS = 120_000

/** The browser of this machine, started; undefined where there is none. It may go without its own sandbox, for it opens only what the test serves. */
export async function startBrowser(): Promise<Browser | undefined> {
  const executablePath = await findBrowser()
  if (executablePath === undefined) return undefined
  return chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: BROWSER_TIMEOUT_MS })
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
