import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadEncryptionKey } from './encryption-key.ts'
import { StartupError } from './startup-error.ts'

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'giro-key-'))
})
after(() => rm(root, { recursive: true, force: true }))

test('loadEncryptionKey: the key is created on first use, readable by its owner only, and stays the same', async () => {
  const dataDir = join(root, 'first', 'data')
  const key = await loadEncryptionKey(dataDir, undefined)
  assert.equal(key.length, 32)
  const path = join(dataDir, 'encryption.key')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  assert.equal((await readFile(path, 'utf8')).trim(), key.toString('base64'))
  assert.deepEqual(await loadEncryptionKey(dataDir, undefined), key)
  assert.deepEqual(await readdir(dataDir), ['encryption.key'])
})

test('loadEncryptionKey: concurrent first uses get the same key', async () => {
  const dataDir = join(root, 'many')
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadEncryptionKey(dataDir, undefined)))
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1)
  assert.deepEqual(await readdir(dataDir), ['encryption.key'])
})

test('loadEncryptionKey: the key from the environment takes precedence, and no file is created', async () => {
  const key = randomBytes(32)
  const dataDir = join(root, 'none')
  assert.equal(await loadEncryptionKey(dataDir, key), key)
  await assert.rejects(stat(dataDir), { code: 'ENOENT' })
})

for (const [name, content] of [
  ['an empty file', ''],
  ['a key of 31 bytes', randomBytes(31).toString('base64')],
  ['other text', 'not a key'],
] as const)
  test(`loadEncryptionKey: ${name} is refused, and the file is not changed`, async () => {
    const dataDir = await mkdtemp(join(root, 'bad-'))
    const path = join(dataDir, 'encryption.key')
    await writeFile(path, content)
    await assert.rejects(
      loadEncryptionKey(dataDir, undefined),
      (error) => error instanceof StartupError && error.message.startsWith(`${path} does not hold a key of 32 bytes`),
    )
    assert.equal(await readFile(path, 'utf8'), content)
  })

test('loadEncryptionKey: a data directory below a file is refused in one line', async () => {
  const file = join(root, 'file')
  await writeFile(file, '')
  await assert.rejects(
    loadEncryptionKey(join(file, 'data'), undefined),
    (error) => error instanceof StartupError && !error.message.includes('\n'),
  )
})
