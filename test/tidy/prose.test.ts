import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { describeCommands } from '../../src/main/commands/run.ts'
import { type Document, readDocument, readDocuments } from './documents.ts'
import { bannedTurns, commentLines, helpOf, longComments, longProse } from './prose.ts'
import { assertNone, readSources } from './sources.ts'

/** Checks the width of prose and comments, and the words of every text that users read. */

let documents: Document[]
let published: Document[]
before(async () => {
  documents = await readDocuments()
  published = [...documents, await readDocument('openapi.json'), ...helpOf(await describeCommands())]
})

test('no line of prose in the documentation is longer than 100 columns', () => {
  assertNone(documents.flatMap(longProse), 'Break these lines at 100 columns. The text of a generated page is in src/.')
})

test('no comment line is longer than 100 columns', async () => {
  const files = [...(await readSources()).values()].filter(
    ({ path }) => /^(src|test|bench|scripts|sdk)\//.test(path) && path !== 'sdk/src/api.ts',
  )
  assertNone(files.flatMap(longComments), 'Break these comments at 100 columns.')
})

test('no text that users read has a banned turn: the documentation, openapi.json and the help of every command', () => {
  assertNone(
    published.flatMap(bannedTurns).map(({ place, found, more, instead }) => `${place}${more}: "${found}" → ${instead}`),
    'Write these in the words after the arrow. The text of a generated file is in src/.',
  )
})

test('every command has a help page that is checked', () => {
  const commands = published.filter(({ path }) => path.endsWith(' --help')).map(({ path }) => path)
  for (const path of ['giro --help', 'giro serve --help', 'giro ledger verify --help'])
    assert.ok(commands.includes(path), `${path} is in ${commands.join(', ')}`)
})

test('planted turns are found with their line, over the end of a line too, and in any case', () => {
  const text = 'Whoever sends it.\nIt can\nnot be read.\nThat is no code of a bank.\nCannot, at most, again.'
  assert.deepEqual(
    bannedTurns({ path: 'a.md', text }).map(({ place, found, instead }) => [place, found, instead]),
    [
      ['a.md:1', 'Whoever', 'name the actor: a client that, the user who'],
      ['a.md:2', 'can not', 'cannot'],
      ['a.md:4', 'is no code of', 'is not a …, or: does not exist'],
    ],
  )
})

test('a sentence that a document repeats is listed once, with the number of its other places', () => {
  const text = 'Two can not.\nThree can not.\nTwo can not.\nTwo can not.'
  assert.deepEqual(
    bannedTurns({ path: 'a.md', text }).map(({ place, more }) => place + more),
    ['a.md:1 and 2 more', 'a.md:2'],
  )
})

test('prose of 101 columns is found, one of 100 is not; tables, code and a link alone may be longer', () => {
  const long = 'x'.repeat(101)
  const text = ['x'.repeat(100), long, `| ${long} |`, `[${long}](a.md)`, '```', long, '```', `- ${long}`].join('\n')
  assert.deepEqual(longProse({ path: 'a.md', text }), ['a.md:2: 101 columns', 'a.md:8: 103 columns'])
})

test('a comment line of 101 columns is found; code, a URL and a note for the linter may be longer', () => {
  const filled = (start: string) => start.padEnd(101, 'x')
  const text = [
    filled('// '),
    filled('const a = '),
    '/**',
    filled(' * '),
    ' */',
    filled('// https://a.example/'),
    filled('// biome-ignore lint: '),
    filled('  /** ').slice(0, 100),
    ' */',
    filled('call() // '),
  ].join('\n')
  assert.deepEqual(longComments({ path: 'a.ts', text }), ['a.ts:1: 101 columns', 'a.ts:4: 101 columns'])
  assert.equal(commentLines(text).length, 8)
})
