import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { putFile } from './directory.ts'

let root: string
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'giro-directory-'))
})
after(() => rm(root, { recursive: true, force: true }))

test('putFile: the directory is made, and holds the file and nothing else', async () => {
  const directory = join(root, 'rails', 'out')
  await putFile(directory, 'a.ach', 'content\n')
  assert.deepEqual(await readdir(directory), ['a.ach'])
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'content\n')
})

test('putFile: the same file again puts the same bytes in its place', async () => {
  const directory = join(root, 'again')
  await putFile(directory, 'a.ach', 'content')
  await putFile(directory, 'a.ach', 'content')
  assert.deepEqual(await readdir(directory), ['a.ach'])
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'content')
})

test('putFile: what an interrupted write has left is replaced, however long it was', async () => {
  const directory = join(root, 'left')
  await putFile(directory, 'first', '')
  await writeFile(join(directory, '.a.ach.unfinished'), 'half of something much longer')
  await putFile(directory, 'a.ach', 'short')
  assert.equal(await readFile(join(directory, 'a.ach'), 'utf8'), 'short')
  assert.deepEqual((await readdir(directory)).sort(), ['a.ach', 'first'])
})

test('putFile: a directory that is a file is an error, not a loss', async () => {
  const path = join(root, 'file')
  await writeFile(path, 'kept')
  await assert.rejects(putFile(path, 'a.ach', 'x'))
  assert.equal(await readFile(path, 'utf8'), 'kept')
})
