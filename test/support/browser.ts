import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser of this machine, started; undefined where there is none. It may go without its own sandbox, for it opens only what the test serves. */
export async function startBrowser(): Promise<Browser | undefined> {
  const executablePath = await findBrowser()
  return executablePath === undefined ? undefined : chromium.launch({ executablePath, args: ['--no-sandbox'] })
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
