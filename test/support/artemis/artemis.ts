/**
 * Apache Artemis, a broker of another maker. It runs where there is Java 17 and the folder of
 * GIRO_ARTEMIS_LIB, which `mvn dependency:copy-dependencies -DoutputDirectory=FOLDER` fills in this
 * directory.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takePort } from '../ports.ts'

const LIB = process.env.GIRO_ARTEMIS_LIB
const hasJava = spawnSync('java', ['-version']).status === 0

/** Why tests with the broker are skipped, for `node:test`. */
export const withArtemis = { skip: LIB && hasJava ? false : 'needs Java 17 and GIRO_ARTEMIS_LIB: test/support/artemis' }

export interface Artemis {
  port: number
  /** Ends it as a power cut does. What it has accepted is on its disk. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startArtemis(): Promise<Artemis> {
  const folder = await mkdtemp(join(tmpdir(), 'giro-artemis-'))
  const port = await takePort()
  const source = fileURLToPath(new URL('Broker.java', import.meta.url))
  let running: ChildProcess | undefined
  const broker: Artemis = {
    port,
    async start() {
      const java = spawn('java', ['-Xmx256m', '-cp', `${LIB}/*`, source, String(port), folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running = java
      await Promise.race([
        once(java.stdout!, 'data'),
        once(java, 'exit').then(() => Promise.reject(new Error('the broker ended'))),
      ])
    },
    async kill() {
      const java = running
      running = undefined
      if (!java || java.exitCode !== null) return
      java.kill('SIGKILL')
      await once(java, 'exit')
    },
    async stop() {
      await broker.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await broker.start()
  return broker
}
