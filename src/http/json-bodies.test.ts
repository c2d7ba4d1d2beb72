import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AmbiguousJson, requireOneMeaning } from './json-bodies.ts'

const check = (text: string) => requireOneMeaning(text, JSON.parse(text))
const refused = (text: string, message: string) =>
  assert.throws(
    () => check(text),
    (error) => error instanceof AmbiguousJson && error.message === message,
  )

test('requireOneMeaning: a key twice in one object is named, at any depth and in any spelling', () => {
  refused('{"amount": 1, "amount": 2}', 'the key amount is in one object twice')
  refused('{"a": [{"b": {"c": 1, "d": ":", "c": 2}}]}', 'the key c is in one object twice')
  refused(String.raw`{"amount": 1, "\u0061mount": 2}`, 'the key amount is in one object twice')
  refused(String.raw`{"a\"b": 1, "a\"b": 2}`, 'the key a"b is in one object twice')
  refused('{"":1,"":2}', 'the key  is in one object twice')
})

test('requireOneMeaning: equal keys of different objects, and colons and braces in texts, are fine', () => {
  check('{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}], "c": "a: 1, \\"a\\": {", "d": "}{"}')
  check('"a text: alone"')
  check('[]')
  check(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
})

test('requireOneMeaning: a number that a double would change is refused, and not a text of digits', () => {
  refused(
    '{"a": 0.10000000000000001}',
    'the number 0.10000000000000001 has more digits than a JSON number keeps; send at most 15',
  )
  refused(
    '{"a": 90071992547409931}',
    'the number 90071992547409931 has more digits than a JSON number keeps; send at most 15',
  )
  refused(
    '[12345678901234567e2]',
    'the number 12345678901234567 has more digits than a JSON number keeps; send at most 15',
  )
  check(JSON.stringify([0.1 + 0.2, Number.MAX_VALUE, 2 ** 53, 1.0000000000000002, -1e21]))
  check('{"a": 9007199254740992, "b": 100.00000000000000000, "c": 0.1, "d": "12345678901234567890"}')
})

test('requireOneMeaning: the cost of a large body is in proportion to its size', () => {
  const keys = (n: number) => Array.from({ length: n / 20 }, (_, key) => `"k${key}": ":"`).join()
  for (const [kind, bodyOf, isAmbiguous] of [
    ['an escaped text', (n: number) => `{"a": "${'\\"x'.repeat(n)}", "b": "::", "c": ${'1'.repeat(15)}}`, false],
    ['a text of digits', (n: number) => `["${'0'.repeat(n)}1"]`, false],
    ['a number', (n: number) => `[0.${'0'.repeat(n)}1]`, true],
    ['keys', (n: number) => `{${keys(n)}}`, false],
  ] as const) {
    const cost = (n: number) => {
      const text = bodyOf(n)
      const value = JSON.parse(text)
      return leastCost(() => {
        if (isAmbiguous) assert.throws(() => requireOneMeaning(text, value), AmbiguousJson)
        else requireOneMeaning(text, value)
      })
    }
    const [one, eight] = [cost(50_000), cost(400_000)]
    // In proportion it is 8; by the square of the size, 64.
    assert.ok(eight < 32 * one, `${kind}: ${one} µs, and ${eight} µs for eight times the size`)
  }
})

/** The least processor time of some runs, in microseconds: the first ones also compile. */
function leastCost(run: () => void): number {
  const costs = Array.from({ length: 8 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...costs)
}
