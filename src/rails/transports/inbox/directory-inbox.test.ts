import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { manualTime } from '../../../../test/support/manual-time.ts'
import { ChangingFile, type Inbox, type WaitingFile } from '../../incoming/inbox.ts'
import { createDirectoryInbox } from './directory-inbox.ts'

let parent: string
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'giro-inbox-'))
})
after(() => rm(parent, { recursive: true, force: true }))

const REST_MS = 1_000
const time = manualTime()

async function open(name: string): Promise<{ inbox: Inbox; root: string; path(file: string): string }> {
  const root = join(parent, name)
  await mkdir(join(root, 'in', 'bank'), { recursive: true })
  return {
    inbox: createDirectoryInbox({ root, time }),
    root,
    path: (file) => join(root, 'in', 'bank', file),
  }
}

/** The files that have rested. */
async function rested(inbox: Inbox): Promise<readonly WaitingFile[]> {
  await inbox.look('bank')
  await time.advance(REST_MS)
  return (await inbox.look('bank')).files
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

test('a file is taken once it has not changed for a while, the oldest first', async () => {
  const { inbox, path } = await open('resting')
  await writeFile(path('new.ach'), 'new')
  await writeFile(path('old.ach'), 'old')
  await utimes(path('old.ach'), 1, 1)
  assert.deepEqual((await inbox.look('bank')).files, [], 'the first look takes nothing')
  await time.advance(REST_MS)
  await appendFile(path('new.ach'), 'er')
  assert.deepEqual(
    (await inbox.look('bank')).files.map(({ name }) => name),
    ['old.ach'],
  )
  await time.advance(REST_MS)
  const files = (await inbox.look('bank')).files
  assert.deepEqual(
    files.map(({ name }) => name),
    ['old.ach', 'new.ach'],
  )
  assert.equal(await textOf(inbox.read('bank', files[1]!)), 'newer')
})

test('a name that says it is not complete is left alone without a word', async () => {
  const { inbox, path } = await open('unfinished')
  for (const name of ['.hidden.ach', 'a.ach.part', 'b.ach.unfinished', 'c.filepart', 'd.TMP'])
    await writeFile(path(name), name)
  await rested(inbox)
  assert.deepEqual(await inbox.look('bank'), { files: [], unfit: [] })
})

test('a link, a directory and a device are never taken, stay where they are, and are told of', async () => {
  const { inbox, path, root } = await open('unfit')
  await writeFile(join(root, 'secret'), 'secret')
  await symlink(join(root, 'secret'), path('link.ach'))
  await mkdir(path('folder.ach'))
  execFileSync('mkfifo', [path('pipe.ach')])
  await writeFile(path('two\nlines.ach'), 'x')
  await writeFile(path('good.ach'), 'good')
  const files = await rested(inbox)
  assert.deepEqual(
    files.map(({ name }) => name),
    ['good.ach'],
  )
  const { unfit } = await inbox.look('bank')
  assert.deepEqual(Object.fromEntries(unfit.map(({ name, why }) => [name, why])), {
    'link.ach': 'it is a symbolic link',
    'folder.ach': 'it is a directory',
    'pipe.ach': 'it is no regular file',
    '"two\\nlines.ach"': 'its name has the character U+000A',
  })
  assert.equal((await readdir(join(root, 'in', 'bank'))).length, 5)
})

test('a link that takes the place of a file is not followed, and the file that took it is not put away', async () => {
  const { inbox, path, root } = await open('swapped')
  await writeFile(join(root, 'secret'), 'secret')
  await writeFile(path('a.ach'), 'a')
  const [file] = await rested(inbox)
  await rm(path('a.ach'))
  await symlink(join(root, 'secret'), path('a.ach'))
  await assert.rejects(textOf(inbox.read('bank', file!)), { code: 'ELOOP' })
  await inbox.putAway('bank', file!, 'done')
  assert.deepEqual(await readdir(join(root, 'in', 'bank')), ['a.ach'])
  await rm(path('a.ach'))
  await writeFile(path('a.ach'), 'other')
  await assert.rejects(textOf(inbox.read('bank', file!)), ChangingFile)
  await inbox.putAway('bank', file!, 'done')
  assert.deepEqual(await readdir(join(root, 'in', 'bank')), ['a.ach'])
})

test('a file that grows or shrinks while it is read is not taken', async () => {
  const { inbox, path } = await open('changing')
  await writeFile(path('a.ach'), 'x'.repeat(1_000_000))
  const [file] = await rested(inbox)
  const pieces = inbox.read('bank', file!)[Symbol.asyncIterator]()
  await pieces.next()
  await writeFile(path('a.ach'), 'short')
  await assert.rejects(async () => {
    for (;;) if ((await pieces.next()).done) return
  }, ChangingFile)
})

test('what is put away never replaces what was put away before', async () => {
  const { inbox, path, root } = await open('names')
  for (const content of ['first', 'second', 'third']) {
    await writeFile(path('a.ach'), content)
    const [file] = await rested(inbox)
    await inbox.putAway('bank', file!, 'quarantine')
  }
  assert.deepEqual((await readdir(join(root, 'quarantine', 'bank'))).toSorted(), ['a.ach', 'a.ach.2', 'a.ach.3'])
  assert.deepEqual(await readdir(join(root, 'in', 'bank')), [])
})

test('institutions do not see the files of each other', async () => {
  const { inbox, path } = await open('apart')
  await writeFile(path('a.ach'), 'a')
  await rested(inbox)
  await inbox.look('other')
  await time.advance(REST_MS)
  assert.deepEqual((await inbox.look('other')).files, [])
})
