import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anchorsOf, brokenLinks, type Document, missingFiles, projectFiles, readDocuments } from './documents.ts'
import { assertNone } from './sources.ts'

/** Checks that the documentation names only files and headings that exist. */

let documents: Document[]
let files: string[]
before(async () => {
  documents = await readDocuments()
  files = await projectFiles()
})

/** CHANGELOG names the files of its time. */
const current = () => documents.filter(({ path }) => path !== 'CHANGELOG.md')

test('every file that the documentation names exists', () => {
  assertNone(
    current().flatMap((document) => missingFiles(document, files)),
    'Correct these names: a path from the root or from src/, or the end of the path of one file.',
  )
})

test('every link in the documentation leads to a file, and to a heading in it', async () => {
  const broken = await Promise.all(documents.map(brokenLinks))
  assertNone(broken.flat(), 'Correct these links.')
})

test('a planted name of a missing file is found; a path from src/, a unique end and a pattern are not', () => {
  const text = 'See `customers/customers.store.ts`, `money.test.ts`, `*.routes.ts`\nand `src/no/such-file.ts`.'
  assert.deepEqual(missingFiles({ path: 'README.md', text }, files), ['README.md:2: src/no/such-file.ts'])
})

test('a name that fits several files is found', () => {
  const twice = ['src/a/x.ts', 'src/b/x.ts']
  assert.deepEqual(missingFiles({ path: 'README.md', text: '`x.ts`' }, twice), ['README.md:1: x.ts'])
})

test('planted links to a missing file and to a missing heading are found', async () => {
  const text = '# Giro\n[a](docs/none.md) [b](#giro) [c](#none)\n[d](docs/fx.md#none) [e](docs/) [f](https://a.example)'
  assert.deepEqual(await brokenLinks({ path: 'README.md', text }), [
    'README.md:2: docs/none.md',
    'README.md:2: #none',
    'README.md:3: docs/fx.md#none',
  ])
})

test('anchors are those of GitHub: punctuation goes, spaces become hyphens, a repeated heading takes a number', () => {
  const text = '# A `b`, c\n## A day – or two\n```\n# no heading\n```\n## Added\n## Added'
  assert.deepEqual(anchorsOf(text), ['a-b-c', 'a-day--or-two', 'added', 'added-1'])
})
