import { test } from 'node:test'
import { assertNone, isTest, readSources, type SourceFile } from './sources.ts'

/** What tells or compares how long something took. */
const MEASURES =
  /\bperformance\.now\b|\bhrtime\b|\bDate\.now\(\)\s*-|-\s*Date\.now\(\)|\b(?:tookMs|\w*elapsed\w*|p99|outageMs|\w*latenc(?:y|ies)\w*)\b|\bfirst-contentful-paint\b/i

/** Test files that look at the machine's time, with the reason. None of them asserts how long. */
const ALLOWED: Readonly<Record<string, string>> = {
  'test/support/eventually.ts': 'ends a wait for work that never comes',
  'test/support/redis-server.ts': 'ends a wait for a server that never starts',
  'test/tidy/machine-time.test.ts': 'names what it looks for',
}
/** The slow tests may measure. Benches are not tests, and the mutation run ends what hangs. */
const MEASURED = ['test/long/', 'test/mutants/']

const offencesOf = ({ path, code }: SourceFile) =>
  code.split('\n').flatMap((line) => (MEASURES.test(line) ? [`${path}: ${line.trim()}`] : []))

test('no test asserts how long something took, outside of test/long', async () => {
  const sources = [...(await readSources()).values()]
  assertNone(
    sources
      .filter(({ path }) => isTest(path) && !(path in ALLOWED) && !MEASURED.some((folder) => path.startsWith(folder)))
      .flatMap(offencesOf),
    'Show the order, or what is answered while something hangs; set the time by test/support/manual-time.ts; compare costs by test/support/growth.ts; or measure in test/long or bench/.',
  )
})

test('each exception to the rule about time still looks at it', async () => {
  const sources = await readSources()
  assertNone(
    Object.keys(ALLOWED).filter((path) => !sources.has(path) || offencesOf(sources.get(path)!).length === 0),
    'Remove these from ALLOWED.',
  )
})
