import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { conflictOf, differingFields, fingerprintOf, isIdempotencyKey } from './idempotency.ts'

const body = { amount: 10, sender: { accountUID: '1' }, notes: ['a', 'b'], empty: {}, none: null }

/** A fingerprint as older rows have it: a digest of each field. */
const older = (body: object) =>
  Object.fromEntries(
    fingerprintOf(body).fields.map(([path, json]) => [path, hash('sha256', json, 'base64url').slice(0, 12)]),
  )

const differing = (first: unknown, second: unknown) => differingFields(fingerprintOf(first).text, fingerprintOf(second))

test('fingerprintOf: the order of fields does not matter, the order of a list does', () => {
  const turned = { none: null, empty: {}, notes: ['a', 'b'], sender: { accountUID: '1' }, amount: 10 }
  assert.deepEqual(differing(body, turned), [])
  assert.deepEqual(differing(body, { ...body, notes: ['b', 'a'] }), ['notes.0', 'notes.1'])
})

test('fingerprintOf: a body equals itself and no other, at any depth', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 2 })
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(null, true, 1, '1', 'x', ''),
      fc.dictionary(key, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }))
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([name, child]) => [name, sorted(child)]),
        )
      : value
  fc.assert(
    fc.property(tree, tree, (one, two) => {
      const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(two))
      assert.equal(differing(one, two).length === 0, same)
    }),
    { numRuns: 500 },
  )
})

const changes: [what: string, changed: unknown, fields: string[]][] = [
  ['another value', { ...body, amount: 11 }, ['amount']],
  ['a text instead of a number', { ...body, amount: '10' }, ['amount']],
  ['a value further down', { ...body, sender: { accountUID: '2' } }, ['sender.accountUID']],
  ['a field more', { ...body, speed: 'Economy' }, ['speed']],
  ['a field less', { ...body, none: undefined }, ['none']],
  ['an empty object less', { ...body, empty: undefined }, ['empty']],
  ['an empty list in place of an empty object', { ...body, empty: [] }, ['empty']],
  ['an element more', { ...body, notes: ['a', 'b', 'c'] }, ['notes.2']],
  ['a list that became empty', { ...body, notes: [] }, ['notes', 'notes.0', 'notes.1']],
  ['several, in the order of their names', { ...body, speed: 'x', amount: 1 }, ['amount', 'speed']],
]
for (const [what, changed, fields] of changes)
  test(`differingFields: ${what} is named, and compared with an older fingerprint, too`, () => {
    const second = JSON.parse(JSON.stringify(changed))
    assert.deepEqual(differing(body, second), fields)
    assert.deepEqual(differingFields(older(body), fingerprintOf(second)), fields)
  })

test('differingFields: an older fingerprint equals that of the same body in another order', () => {
  const older = {
    amount: 'SkTcFTZCBKgP',
    'sender.accountUID': 'ORVSwJnBAbEx',
  }
  assert.deepEqual(differingFields(older, fingerprintOf({ sender: { accountUID: '1' }, amount: 10 })), [])
})

test('fingerprintOf: the parameters of the path are part of the request', () => {
  const first = fingerprintOf(body, { customerUID: '1' })
  assert.deepEqual(differingFields(first.text, fingerprintOf(body, { customerUID: '1' })), [])
  assert.deepEqual(differingFields(first.text, fingerprintOf(body, { customerUID: '2' })), ['{customerUID}'])
  assert.deepEqual(differingFields(first.text, fingerprintOf(undefined, { customerUID: '1' })).slice(0, 2), [
    'amount',
    'empty',
  ])
})

test('fingerprintOf: names with spaces, equals signs and per cent signs are told apart', () => {
  assert.deepEqual(differing({ 'a b': 1, 'c=d': 2, '%20': 3 }, { 'a b': 2, 'c=d': 3, '%20': 4 }), ['%20', 'a b', 'c=d'])
  assert.deepEqual(differing({ 'a=1 b': 2 }, { a: 1, b: 2 }), ['a', 'a=1 b', 'b'])
})

test('fingerprintOf: a request without a body equals another one without, and no other', () => {
  assert.deepEqual(differing(undefined, undefined), [])
  assert.deepEqual(differing(undefined, {}), ['the body'])
  assert.deepEqual(differing(undefined, null), ['the body'])
})

test('fingerprintOf: does not reveal the values', () => {
  const { text } = fingerprintOf({ taxId: '842345678', name: 'Harbor Coffee' })
  assert.ok(!text.includes('842345678') && !text.includes('Harbor'))
})

test('fingerprintOf: a difference beyond the thousandth field is found', () => {
  const many = Array.from({ length: 1_050 }, (_, n) => n)
  assert.deepEqual(differing(many, many), [])
  assert.deepEqual(differing(many, many.with(1_049, -1)), ['further fields'])
  assert.deepEqual(differing(many, many.slice(0, 1_000)), ['further fields'])
})

test('fingerprintOf: below the eighth level, a difference is found and the order of fields does not matter', () => {
  const nested = (value: unknown, levels = 8): unknown => (levels === 0 ? value : { a: nested(value, levels - 1) })
  assert.deepEqual(differing(nested({ x: 1, y: { z: 2 } }), nested({ y: { z: 2 }, x: 1 })), [])
  assert.deepEqual(differing(nested({ x: 1, y: { z: 2 } }), nested({ x: 1, y: { z: 3 } })), ['a.a.a.a.a.a.a.a'])
  assert.deepEqual(differing(nested({}), nested([])), ['a.a.a.a.a.a.a.a'])
})

test('conflictOf: the same body is not a conflict, another one names at most ten differing fields', () => {
  const claim = (value: unknown) => ({ key: 'k', fingerprint: fingerprintOf(value) })
  const stored = (value: unknown) => ({ fingerprint: fingerprintOf(value).text })
  assert.equal(conflictOf(stored(body), claim(structuredClone(body))), undefined)
  assert.deepEqual(conflictOf(stored(body), claim({ ...body, amount: 1 })), {
    reason: 'idempotencyConflict',
    detail: 'the idempotency key was used for another request, which differs in amount',
  })
  const wide = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}`, n]))
  assert.match(conflictOf(stored(wide), claim({}))?.detail ?? '', /differs in f0, f1, f10, f11, .*, f7 and 3 more$/)
})

test('isIdempotencyKey: 1 to 255 visible ASCII characters', () => {
  const good = ['x', '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', '~!', 'x'.repeat(255)]
  const bad = ['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\n', '\x7f']
  assert.deepEqual(
    good.map(isIdempotencyKey),
    good.map(() => true),
  )
  assert.deepEqual(
    bad.map(isIdempotencyKey),
    bad.map(() => false),
  )
})
