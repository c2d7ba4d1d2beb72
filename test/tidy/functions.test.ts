import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { assertNone, ofProduction, readSources } from './sources.ts'

/** A function reads in one look. */
const MAX_LINES = 70

test(`no function is longer than ${MAX_LINES} lines`, async () => {
  assertNone(
    ofProduction(await readSources()).flatMap(({ path, text }) =>
      longFunctionsOf(path, text).map(({ line, lines }) => `${path}:${line} has ${lines} lines`),
    ),
    'Divide these functions into steps with names.',
  )
})

test('a planted long function is found, by its first line and its length', () => {
  const body = '  step()\n'.repeat(MAX_LINES - 1)
  assert.deepEqual(longFunctionsOf('x.ts', `\nfunction long() {\n${body}}\n`), [{ line: 2, lines: MAX_LINES + 1 }])
  assert.deepEqual(longFunctionsOf('x.ts', `const short = () => {\n${body.slice('  step()\n'.length)}}\n`), [])
})

function longFunctionsOf(path: string, text: string): { line: number; lines: number }[] {
  const found: { line: number; lines: number }[] = []
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const measure = ({ start, end }: { start: number; end: number }) => {
    const [line, last] = [lineOf(start), lineOf(end)]
    if (last - line + 1 > MAX_LINES) found.push({ line, lines: last - line + 1 })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program)
  return found
}
