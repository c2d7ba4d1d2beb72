import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from './support/test-service.ts'

const root = new URL('../', import.meta.url).pathname
const run = promisify(execFile)

test('the four curl commands of the README work as pasted against a running service', async (t) => {
  if (!(await run('curl', ['--version']).catch(() => undefined))) return t.skip('there is no curl on this machine')
  const block = /```sh\n(demo\(\)[\s\S]*?)```/.exec(await readFile(join(root, 'README.md'), 'utf8'))?.[1]
  assert.ok(block, 'the README has the block')

  const home = await mkdtemp(join(tmpdir(), 'giro-readme-'))
  const flags = ['--demo', '--data-dir', join(home, '.giro'), '--port', String(await freePort())]
  const service = spawn(process.execPath, ['src/main/cli.ts', 'serve', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const text of service.stdout) if (String(text).includes('Giro serves')) break
    const pay = async () => JSON.parse((await run('bash', ['-c', block], { cwd: home })).stdout)
    const first = await pay()
    assert.equal(first.status, 'Success')
    assert.equal(first.data.paymentStatus, 'VALIDATED')
    assert.deepEqual(await pay(), first, 'pasted twice it pays once')
  } finally {
    service.kill('SIGTERM')
    await once(service, 'exit')
    await rm(home, { recursive: true, force: true })
  }
})
