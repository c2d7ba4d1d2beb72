import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { manualTime } from '../../../test/support/manual-time.ts'
import { KeyCommandFailed, keyCommandProvider } from './key-command.ts'

let folder: string
let programs = 0
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giro-kms-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function program(script: string): Promise<string> {
  const path = join(folder, `kms-${++programs}`)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o700)
  return path
}

const fails = (reason: RegExp) => (error: unknown) => error instanceof KeyCommandFailed && reason.test(error.message)
const key = randomBytes(32)

test('a program of the bank wraps and unwraps a key, and learns what it is for', async () => {
  const path = await program('echo "$1 $2" >> "$0.log"; exec cat')
  const provider = keyCommandProvider(path)
  const wrapped = await provider.wrap(key, 'data_key:1:2')
  assert.deepEqual(await provider.unwrap(wrapped, 'data_key:1:2'), key)
})

for (const [name, script, reason] of [
  ['hangs', 'sleep 60', /did not end within 10 seconds/],
  ['fails', 'echo no such key >&2; exit 3', /exit code 3: no such key/],
  ['prints rubbish', 'echo "<html>502</html>"', /did not print base64/],
  ['prints nothing', 'exit 0', /did not print base64/],
  ['prints a key of another length', 'echo AAAA', /printed 3 bytes instead of 32/],
  ['never stops printing', 'yes AAAA', /printed more than 16384 bytes/],
] as const)
  test(`a program that ${name} is an error, not a key`, async () => {
    const time = manualTime()
    const provider = keyCommandProvider(await program(script), { time })
    const failed = assert.rejects(provider.unwrap(key, 'data_key:1:2'), fails(reason))
    if (name === 'hangs') await time.advance(10_000)
    await failed
  })

test('a program that does not exist is an error', async () => {
  const provider = keyCommandProvider(join(folder, 'none'))
  await assert.rejects(provider.wrap(key, 'data_key:1:2'), fails(/ENOENT/))
})

test('the error never shows what the program printed', async () => {
  const provider = keyCommandProvider(await program('echo top-secret'))
  await assert.rejects(provider.unwrap(key, 'x'), (error: Error) => !error.message.includes('top-secret'))
})
