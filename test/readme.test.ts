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

const block = async (pattern: RegExp) => {
  const found = pattern.exec(await readFile(join(root, 'README.md'), 'utf8'))?.[1]
  assert.ok(found, 'the README has the block')
  return found
}

test('the curl commands of the README work as pasted against a running service', async (t) => {
  if (!(await run('curl', ['--version']).catch(() => undefined))) return t.skip('there is no curl on this machine')
  const payout = await block(/```sh\n(demo\(\)[\s\S]*?)```/)
  const scheduled = await block(/```sh\n(# 5\.[\s\S]*?)```/)

  const home = await mkdtemp(join(tmpdir(), 'giro-readme-'))
  const flags = ['--demo', '--data-dir', join(home, '.giro'), '--port', String(await freePort())]
  const service = spawn(process.execPath, ['src/main/cli.ts', 'serve', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Commands that wait for what does not come are ended.
  const paste = async (commands: string) => {
    const { stdout } = await run('bash', ['-c', commands], { cwd: home, timeout: 120_000, killSignal: 'SIGKILL' })
    return stdout
      .replaceAll('}{', '}\n{')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  try {
    for await (const text of service.stdout) if (String(text).includes('Giro serves')) break
    const [first] = await paste(payout)
    assert.equal(first.status, 'Success')
    assert.equal(first.data.paymentStatus, 'VALIDATED')
    assert.deepEqual(await paste(payout), [first], 'pasted twice it pays once')

    const [, clock, timeline] = await paste(payout + scheduled)
    const day = clock.data.target.slice(0, 10)
    const { entries } = timeline.data
    const steps = entries.filter(({ kind }: { kind: string }) => kind === 'transition')
    assert.deepEqual(
      steps.map(({ to }: { to: string }) => to),
      ['FUTURE_DATED', 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'],
    )
    for (const { at } of steps.slice(1)) assert.equal(at.slice(0, 10), day, 'it happened on its day')
  } finally {
    service.kill('SIGTERM')
    await once(service, 'exit')
    await rm(home, { recursive: true, force: true })
  }
})
