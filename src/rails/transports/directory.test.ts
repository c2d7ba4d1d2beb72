import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { putFile } from './directory.ts'

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'giro-directory-'))
})
after(() => rm(root, { recursive: true, force: true }))

test('putFile: creates the directory, which then has only the file', async () => {
  const directory = join(root, 'rails', 'out')
  await putFile(directory, 'a.ach', 'content\n')
  assert.deepEqual(await readdir(directory), ['a.ach'])
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'content\n')
})

test('putFile: only this user can read the directory and the file', async () => {
  const directory = join(root, 'private')
  await putFile(directory, 'a.ach', 'content')
  assert.equal((await stat(directory)).mode & 0o777, 0o700)
  assert.equal((await stat(join(directory, 'a.ach'))).mode & 0o777, 0o600)
})

test('putFile: writing the same file again replaces it with the same bytes', async () => {
  const directory = join(root, 'again')
  await putFile(directory, 'a.ach', 'content')
  await putFile(directory, 'a.ach', 'content')
  assert.deepEqual(await readdir(directory), ['a.ach'])
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'content')
})

test('putFile: the rest of an interrupted write is replaced, even if it is longer', async () => {
  const directory = join(root, 'left')
  await putFile(directory, 'first', '')
  await writeFile(join(directory, '.a.ach.unfinished'), 'half of something much longer')
  await putFile(directory, 'a.ach', 'short')
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'short')
  assert.deepEqual((await readdir(directory)).sort(), ['a.ach', 'first'])
})

test('putFile: fails if the directory is a file, and keeps that file', async () => {
  const path = join(root, 'file')
  await writeFile(path, 'kept')
  await assert.rejects(putFile(path, 'a.ach', 'x'))
  assert.equal(await readFile(path, 'utf8'), 'kept')
})
