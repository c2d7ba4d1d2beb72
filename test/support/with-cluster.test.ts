import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('with-cluster.ts', import.meta.url))

test('a signal ends the command and what it started, and gives its exit code', async () => {
  // The shell waits for the second one, as npm does for a script, and passes no signal on.
  const shell = `${JSON.stringify(process.execPath)} -e 'console.log("runs"); setInterval(() => {}, 1000)'; exit 7`
  const child = spawn(process.execPath, [program, 'sh', '-c', shell], {
    env: { ...process.env, GIRO_TEST_CLUSTER_URL: 'postgres://127.0.0.1:1/none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  // Its output ends when the last process that has it open does.
  for await (const _ of child.stdout) child.kill('SIGTERM')
  assert.deepEqual(await exited, [128 + constants.signals.SIGTERM, null])
})
