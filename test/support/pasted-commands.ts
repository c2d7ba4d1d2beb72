import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyDemo } from './demo-data.ts'
import { takePort } from './ports.ts'
import { temporaryRoot } from './test-database.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

/** Whether this machine can run the commands of the documents. */
export async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  )
}

/** The shell commands of a document, block by block. */
export async function shellBlocks(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8')
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, block]) => block!)
}

/** The directory of a running demo, as after `npm start`. */
export interface DemoFolder {
  home: string
  url: string
  /**
   * Runs commands as if pasted, and returns the JSON they print. Ends commands that take too long.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  paste(commands: string): Promise<any[]>
}

export async function withDemo(
  work: (demo: DemoFolder) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const home = await mkdtemp(join(await temporaryRoot(), 'giro-pasted-'))
  const dataDir = join(home, '.giro')
  await copyDemo(dataDir)
  const port = String(await takePort())
  const flags = ['--demo', '--data-dir', dataDir, '--port', port]
  const service = spawn(process.execPath, ['src/main/cli.ts', 'serve', ...flags], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const text of service.stdout) if (String(text).includes('Giro is running at')) break
    await work({
      home,
      url: `http://127.0.0.1:${port}`,
      async paste(commands) {
        const { stdout } = await run('bash', ['-c', commands], { cwd: home, timeout: 120_000, killSignal: 'SIGKILL' })
        return stdout
          .replaceAll('}{', '}\n{')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      },
    })
  } finally {
    service.kill('SIGTERM')
    await once(service, 'exit')
    await rm(home, { recursive: true, force: true })
  }
}
