#!/usr/bin/env node
// Any Node.js from 18 on can run this file. The service runs on the Node.js pinned in package.json.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { ensureInstalled, pinnedNode, projectRoot } from '../scripts/ensure-installed.js'

try {
  await ensureInstalled()
} catch (error) {
  console.error(`giro: ${error.message}`)
  process.exit(1)
}

// A worker has no requests that wait for it, so it keeps less garbage (docs/decisions/0240).
const isWorker = process.argv[2] === 'worker'
const memory = isWorker ? ['--max-semi-space-size=8', '--heap-growing-percent=50'] : []
const args = [...memory, join(projectRoot, 'src/main/cli.ts'), ...process.argv.slice(2)]
const child = spawn(pinnedNode, args, { stdio: 'inherit' })

// A terminal also sends Ctrl-C to the child, and a second signal ends the service at once. So with
// a terminal, the first SIGINT is not forwarded; later ones are.
let terminalHasSentIt = isatty(0)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal === 'SIGINT' && terminalHasSentIt) terminalHasSentIt = false
    else child.kill(signal)
  })
}

child.on('error', (error) => {
  console.error(`giro: ${pinnedNode} cannot be started (${error.message}): run npm ci`)
  process.exit(1)
})

child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  // Ending with the same signal tells the caller more than an exit code. The fallback is 128 + n.
  process.removeAllListeners(signal)
  process.exitCode = 128 + constants.signals[signal]
  process.kill(process.pid, signal)
})
