import { execFile } from 'node:child_process'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'
import { openGiroHome } from './giro-process.ts'
import { takePort } from './ports.ts'

const run = promisify(execFile)
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Makes `dataDir` as it is after `giro serve --demo` has made its first payout and was stopped. Its
 * cluster, keys and payments are copies of those in one directory, made once for all test files.
 */
export async function copyDemo(dataDir: string): Promise<void> {
  const shared = process.env['GIRO_TEST_SHARED_DIR']
  if (shared === undefined) return makeDemo(dataDir)
  const [marker, draft] = [join(shared, 'demo-maker'), join(shared, 'demo-draft')]
  const original = join(shared, 'demo')
  // The test file that can create this directory makes the demo. The others wait for it.
  const makes = await mkdir(marker).then(
    () => true,
    () => false,
  )
  if (makes)
    try {
      await makeDemo(draft)
      await rename(draft, original)
    } catch (error) {
      for (const path of [draft, marker]) await rm(path, { recursive: true, force: true })
      throw error
    }
  await eventually('a test file has made the demo', () => exists(original), { withinMs: 120_000 })
  // With the owners of the files: PostgreSQL may run as another user.
  await run('cp', ['-a', original, dataDir])
}

async function makeDemo(dataDir: string): Promise<void> {
  const home = await openGiroHome()
  try {
    const service = home.start(['serve', '--demo', '--data-dir', dataDir, '--port', String(await takePort())])
    await service.says('demo.json')
    await service.stop()
  } finally {
    await home.close()
  }
}
