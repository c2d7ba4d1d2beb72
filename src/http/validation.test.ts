import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { CurrencyField, EmailField, name, text, Uid, UidInBody } from './fields.ts'
import { pageQuery } from './paging.ts'
import { describeValidation, unstorable, validatorCompiler } from './validation.ts'

const validate = (schema: TSchema, value: unknown, httpPart: 'body' | 'querystring' = 'body') => {
  const check = validatorCompiler({ schema, httpPart, method: 'POST', url: '/' } as never) as ((
    value: unknown,
  ) => boolean) & { errors?: never[] }
  return check(value) ? undefined : describeValidation(check.errors ?? [])
}

const Body = Type.Object(
  {
    reference: text(5),
    amount: Type.Number({ minimum: 1 }),
    speed: name(['Economy', 'Economy Plus']),
    currency: CurrencyField,
    email: Type.Optional(EmailField),
    party: Type.Optional(Type.Object({ accountUID: UidInBody, names: Type.Array(text(3)) })),
    date: Type.Optional(Type.String({ format: 'date' })),
  },
  { additionalProperties: false },
)
const valid = { reference: 'r', amount: 1, speed: 'Economy', currency: 'USD' }

test('describeValidation: all failing fields are named at once', () => {
  assert.equal(
    validate(Body, { reference: '', amount: '10', speed: 'fast', colour: 'red' }),
    'currency is required; colour is not a field of this request; reference must NOT have fewer than 1 characters; amount must be of type number; speed must be one of Economy, Economy Plus',
  )
})

test('describeValidation: a field within another one is named with its path', () => {
  assert.equal(
    validate(Body, { ...valid, party: { names: ['abc', 'abcd'] } }),
    'party.accountUID is required; party.names.1 must NOT have more than 3 characters',
  )
})

test('describeValidation: a body that is no object says so', () => {
  assert.equal(validate(Body, []), 'the body must be of type object')
  assert.equal(validate(Body, null), 'the body must be of type object')
})

test('describeValidation: what failed twice is said once', () => {
  const schema = Type.Object({
    a: Type.Union([Type.Object({ b: Type.String() }), Type.Object({ b: Type.String(), c: Type.String() })]),
  })
  assert.equal(validate(schema, { a: {} }), 'a.b is required; a.c is required')
})

test('describeValidation: at most twenty are named, and the rest counted', () => {
  const names = Array.from({ length: 23 }, (_, n) => `field${n}`)
  const schema = Type.Object(Object.fromEntries(names.map((field) => [field, Type.String()])))
  const said = validate(schema, {}) ?? ''
  assert.equal(said.split('; ').length, 21)
  assert.match(said, /; and 3 more$/)
})

test('a body is taken as it is: nothing is converted and nothing dropped', () => {
  for (const amount of ['1', true, null, [1]])
    assert.equal(validate(Body, { ...valid, amount }), 'amount must be of type number')
  const given = { ...valid, party: { accountUID: 5, names: [], extra: 1 } }
  const before = structuredClone(given)
  assert.equal(validate(Body, given), undefined)
  assert.deepEqual(given, before)
})

test('a query is text, and becomes what its schema says', () => {
  const query = { page: '2', limit: '1000' }
  assert.equal(validate(Type.Object(pageQuery), query, 'querystring'), undefined)
  assert.deepEqual(query, { page: 2, limit: 1000 })
  assert.equal(
    validate(Type.Object(pageQuery), { page: 'x', limit: '1' }, 'querystring'),
    'page must be of type integer',
  )
  for (const limit of ['0', '1001', '1.5'])
    assert.ok(validate(Type.Object(pageQuery), { page: '1', limit }, 'querystring'))
})

test('a length counts characters, not UTF-16 units', () => {
  assert.equal(validate(Body, { ...valid, reference: '😀😀😀😀😀' }), undefined)
  assert.ok(validate(Body, { ...valid, reference: '😀😀😀😀😀😀' }))
})

test('formats: a date is a day of the calendar, an e-mail address has a domain', () => {
  assert.equal(validate(Body, { ...valid, date: '2028-02-29', email: 'a@example.com' }), undefined)
  assert.match(validate(Body, { ...valid, date: '2026-02-29' }) ?? '', /^date must match format "date"$/)
  assert.match(validate(Body, { ...valid, email: 'a.example.com' }) ?? '', /^email must match format "email"$/)
})

test('Uid: digits without a leading zero, at most eighteen', () => {
  const check = (value: unknown) => validate(Type.Object({ id: Uid }), { id: value }) === undefined
  assert.deepEqual(['1', '100001', '9'.repeat(18)].map(check), [true, true, true])
  assert.deepEqual(['0', '01', '', '1x', '-1', '1'.repeat(19), 5].map(check), Array(7).fill(false))
})

test('UidInBody: digits or a whole number', () => {
  const check = (value: unknown) => validate(Type.Object({ id: UidInBody }), { id: value }) === undefined
  assert.deepEqual(['100001', 100001, Number.MAX_SAFE_INTEGER].map(check), [true, true, true])
  assert.deepEqual([0, -1, 1.5, 2 ** 53, true, null].map(check), Array(6).fill(false))
})

test('unstorable: text that can not be kept is named by its path', () => {
  assert.equal(unstorable({ a: { b: ['x', 'y\0'] } }), 'a.b.1 has a character that is not allowed')
  assert.equal(unstorable({ a: '\ud800' }), 'a has a character that is not allowed')
  assert.equal(unstorable({ 'a\0': 1 }), 'a field name has a character that is not allowed')
  assert.equal(unstorable({ a: ['😀', 'ok', 1, null, true] }), undefined)
})

test('unstorable: thirty-two levels are allowed, one more is refused', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
  assert.equal(unstorable(nested(32)), undefined)
  assert.match(unstorable(nested(33)) ?? '', /is nested deeper than 32 levels$/)
})
