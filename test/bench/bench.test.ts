import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { type Part, titles } from '../../bench/report.ts'
import { type BenchRun, runBench } from '../support/bench.ts'

// A short run of `npm run bench`: each part does its work once. The figures are not judged.

/** A short run has so many connections, and each sends at least one request. */
const CONNECTIONS = 20
const results = new URL('../../bench/results.json', import.meta.url)

let bench: BenchRun
let resultsBefore: string
before(async () => {
  resultsBefore = readFileSync(results, 'utf8')
  bench = await runBench('run.ts')
})

/** The cells of a part's row after its title. */
function rowOf(part: Part): string[] {
  const row = bench.stdout.split('\n').find((line) => line.startsWith(`(${part}) `))
  assert.ok(row, `no row of (${part}): ${bench.stdout}\n${bench.stderr}`)
  return row.split(/ {2,}/).slice(1)
}

const countOf = (part: Part) => Number(rowOf(part)[0]!.replaceAll(',', ''))

for (const part of Object.keys(titles) as Part[]) {
  if (part === 'q' || part === 'r') continue
  test(`${titles[part]}: a short run does the work of the part`, () => {
    assert.ok(countOf(part) >= CONNECTIONS, `${countOf(part)}`)
  })
}

test(`${titles.q}: a short run finds bytes in the log`, () => {
  const [, bytes] = /log ([\d,]+) B/.exec(rowOf('q').join(' '))!
  assert.ok(Number(bytes!.replaceAll(',', '')) > 0)
})

test(`${titles.r}: a short run reports its processors`, () => {
  assert.equal(rowOf('r').length, 2)
})

test('a short run of the bench finds each payment in the database, and its books balance', () => {
  assert.equal(bench.code, 0, bench.stderr)
  const [, found] = /^([\d,]+) payments were answered with Success and are in the database/m.exec(bench.stdout)!
  const parts: Part[] = ['b', 'c', 'n', 'p', 'd']
  const counted = parts.reduce((sum, part) => sum + countOf(part), 0)
  assert.ok(Number(found!.replaceAll(',', '')) > counted, `${found} payments, ${counted} in the table`)
  assert.match(bench.stdout, /^No differences\.$/m)
  assert.doesNotMatch(bench.stderr, /wrong answer/)
})

test('a short run of the bench judges no target and keeps the last results', () => {
  assert.doesNotMatch(bench.stdout, /^(met|missed) /m)
  assert.equal(readFileSync(results, 'utf8'), resultsBefore)
})

test('npm run bench:messages: a short run writes and reads messages', async () => {
  const { code, stdout, stderr } = await runBench('messages.ts')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^round 1: write \d+, read \d+$/m)
})

test('a bench refuses an option that is no number, and shows its options', async () => {
  const { code, stderr } = await runBench('messages.ts', ['--rounds', 'many'])
  assert.equal(code, 1)
  assert.match(stderr, /usage: npm run bench:messages -- \[--short\] \[--rounds 5\] \[--messages 2000\]/)
})

test('each bench command has a short run that is a test', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const tests = read('test/bench/bench.test.ts') + read('test/long/bench.test.ts')
  const files = Object.values(scripts).flatMap((script) => /^node bench\/(.+)$/.exec(script)?.[1] ?? [])
  assert.ok(files.includes('run.ts'))
  assert.deepEqual(
    files.filter((file) => !tests.includes(`runBench('${file}')`)),
    [],
  )
})
