// Runs a command with one database cluster for all its test files:
//   node test/support/with-cluster.ts <command...>
// The command is a process group, because npm does not pass signals on to the scripts below it.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startThrowAwayCluster } from './test-database.ts'

const [command, ...args] = process.argv.slice(2)
if (command === undefined) {
  console.error('usage: node test/support/with-cluster.ts <command...>')
  process.exit(2)
}

// A signal ends the command, and then the cluster. Before the command has started, signals are
// kept.
let pass = (signal: NodeJS.Signals): void => {
  early ??= signal
}
let early: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pass(signal))

const provided = process.env['GIRO_TEST_CLUSTER_URL']
const cluster = provided ? undefined : await startThrowAwayCluster()
try {
  process.exitCode = early === undefined ? await run(command) : 128 + constants.signals[early]
} finally {
  await cluster?.stop()
}

async function run(program: string): Promise<number> {
  const env = {
    // A hundred test files load mostly the same modules.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/giro', import.meta.url)),
    ...process.env,
    GIRO_TEST_CLUSTER_URL: provided || cluster?.url,
    // Of a cluster that somebody else runs, nothing is known.
    ...(cluster && { GIRO_TEST_SHARED_DIR: cluster.shared }),
  }
  // The Node.js that runs this file also runs the tests, regardless of the path.
  const child = spawn(program === 'node' ? process.execPath : program, args, { stdio: 'inherit', env, detached: true })
  pass = (signal) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // The group has ended.
    }
  }
  return await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`cannot run ${program}: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]))
  })
}
