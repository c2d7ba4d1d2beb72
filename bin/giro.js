#!/usr/bin/env node
// Any Node.js from 18 on runs this file; the service itself runs on the Node.js pinned in package.json.
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

const child = spawn(pinnedNode, [join(projectRoot, 'src/main/cli.ts'), ...process.argv.slice(2)], { stdio: 'inherit' })

// A terminal sends Ctrl-C to the child as well, and a service takes a second signal as "at once". So with a terminal the
// first SIGINT is not passed on, later ones are.
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
  // To end by the same signal tells the caller more than an exit code would; where that is refused, 128 + n is the custom.
  process.removeAllListeners(signal)
  process.exitCode = 128 + constants.signals[signal]
  process.kill(process.pid, signal)
})
