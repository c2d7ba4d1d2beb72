import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import {
  CountryField,
  CurrencyField,
  dateField,
  decimal,
  EmailField,
  hasDigits,
  name,
  text,
  Uid,
  UidInBody,
} from './fields.ts'
import { pageFields } from './paging.ts'
import { tolerantReader } from './tolerance.ts'
import {
  compileSchema,
  describeValidation,
  knownPart,
  type RequestPart,
  refusalOfValidation,
  requestChecker,
} from './validation.ts'

const validate = (schema: TSchema, value: unknown, part: RequestPart = 'body') => {
  const check = compileSchema(schema)
  const read = tolerantReader(schema, { isUpdate: false, isQuery: part === 'query' })
  const given = part === 'query' ? read(value, { unknown: [] }, '') : value
  return check(given) ? undefined : describeValidation(check.errors ?? [])
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

test('describeValidation: a nested field is named with its path', () => {
  assert.equal(
    validate(Body, { ...valid, party: { names: ['abc', 'abcd'] } }),
    'party.accountUID is required; party.names.1 must NOT have more than 3 characters',
  )
})

test('describeValidation: a body that is not an object is named', () => {
  assert.equal(validate(Body, []), 'the body must be of type object')
  assert.equal(validate(Body, null), 'the body must be of type object')
})

test('describeValidation: an error found twice is named once', () => {
  const schema = Type.Object({
    a: Type.Union([Type.Object({ b: Type.String() }), Type.Object({ b: Type.String(), c: Type.String() })]),
  })
  assert.equal(validate(schema, { a: {} }), 'a.b is required; a.c is required')
})

test('describeValidation: the alternative with the value’s type explains the error; without one, all their types are listed', () => {
  const alternatives = Type.Union([Type.Null(), Type.Number({ minimum: 0 }), name(['Yes', 'No'])])
  const schema = Type.Object({ list: Type.Array(alternatives) })
  assert.equal(
    validate(schema, { list: [null, 1, 'No', -1, 'maybe', true] }),
    'list.3 must be >= 0; list.4 must be one of Yes, No; list.5 must be of type null or number or string',
  )
})

test('requestChecker: the refusal names all errors in path, query and body', () => {
  const check = requestChecker({
    invalid: 'invalidCustomer',
    params: Type.Object({ customerUID: Uid }),
    query: Type.Object(pageFields),
    body: Body,
  } as never)
  const request = { params: { customerUID: '1' }, query: { page: '2', limit: '10' }, body: valid }
  assert.equal(check(request), undefined)
  assert.deepEqual(request.query, { page: 2, limit: 10 })
  assert.deepEqual(check({ params: { customerUID: 'x' }, query: { page: '0' }, body: undefined }), {
    reason: 'invalidCustomer',
    detail: 'customerUID must be digits; limit is required; page must be >= 1; the body must be of type object',
  })
  assert.deepEqual(check({ params: { customerUID: 'x' }, query: request.query, body: { a: '\0' } }), {
    reason: 'invalidCustomer',
    detail: 'a must not contain the character U+0000',
  })
})

test('knownPart: removes fields unknown to the schema at any depth, and keeps values with an open schema', () => {
  const schema = Type.Object({
    known: Type.Array(Type.Object({ a: Type.Optional(Type.String()) })),
    open: Type.Unknown(),
    either: Type.Union([Type.Null(), Type.String()]),
  })
  const value = { known: [{ a: 'x', b: 1 }, {}], open: { c: [{ d: 1 }] }, either: null, unknown: 1, toString: 'x' }
  assert.deepEqual(knownPart(schema, value), { known: [{ a: 'x' }, {}], open: { c: [{ d: 1 }] }, either: null })
  assert.deepEqual(value.known[0], { a: 'x', b: 1 }, 'the value itself is left as it is')
  assert.equal(knownPart(schema, null), null)
  assert.equal(knownPart(undefined, undefined), undefined)
})

test('describeValidation: names each type once, also where several branches allow it', () => {
  const schema = Type.Object({
    a: Type.Union([Type.Null(), Type.Integer({ maximum: 1 }), Type.Integer({ minimum: 5 })]),
  })
  assert.equal(validate(schema, { a: 'x' }), 'a must be of type null or integer')
})

test('describeValidation: names at most twenty errors and counts the rest', () => {
  const names = Array.from({ length: 23 }, (_, n) => `field${n}`)
  const schema = Type.Object(Object.fromEntries(names.map((field) => [field, Type.String()])))
  const said = validate(schema, {}) ?? ''
  assert.equal(said.split('; ').length, 21)
  assert.match(said, /; and 3 more$/)
})

test('describeValidation: of more than fifty errors, the rest is counted as at least thirty more', () => {
  const schema = Type.Object({ list: Type.Array(Type.Object({ a: text(1), b: UidInBody })) })
  const said = validate(schema, { list: Array.from({ length: 5_000 }, () => ({ b: null })) }) ?? ''
  assert.match(said, /^list.0.a is required; list.0.b must be of type string or integer; list.1.a/)
  assert.match(said, /; and at least 30 more$/)
})

test('a body is not converted and nothing in it is dropped', () => {
  for (const amount of ['1', true, null, [1]])
    assert.equal(validate(Body, { ...valid, amount }), 'amount must be of type number')
  const given = { ...valid, party: { accountUID: 5, names: [], extra: 1 } }
  const before = structuredClone(given)
  assert.equal(validate(Body, given), undefined)
  assert.deepEqual(given, before)
})

test('a query is converted from text to the types of its schema', () => {
  assert.equal(validate(Type.Object(pageFields), { page: '2', limit: '1000' }, 'query'), undefined)
  assert.equal(validate(Type.Object(pageFields), { page: 'x', limit: '1' }, 'query'), 'page must be of type integer')
  for (const limit of ['0', '1001', '1.5', '0x1', ' 1', '1e2', '+1'])
    assert.ok(validate(Type.Object(pageFields), { page: '1', limit }, 'query'))
})

test('a length counts characters, not UTF-16 units', () => {
  assert.equal(validate(Body, { ...valid, reference: '😀😀😀😀😀' }), undefined)
  assert.ok(validate(Body, { ...valid, reference: '😀😀😀😀😀😀' }))
})

test('formats: a date must exist, an email address must have a domain', () => {
  assert.equal(validate(Body, { ...valid, date: '2028-02-29', email: 'a@example.com' }), undefined)
  assert.match(
    validate(Body, { ...valid, date: '2026-02-29' }) ?? '',
    /^date must be a date: yyyy-MM-dd, MM-dd-yyyy or MM\/dd\/yyyy$/,
  )
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

test('describeValidation: a pattern is explained by the first sentence of the description, or by itself without one', () => {
  const schema = Type.Object({
    uid: Uid,
    code: Type.String({ pattern: '^[A-Z]$' }),
    currency: CurrencyField,
    date: dateField('Default today.'),
    phone: Type.String({ pattern: '^[+]', description: 'E.164.' }),
  })
  assert.equal(
    validate(schema, { uid: 'x', code: 'x', currency: 'x', date: 'x', phone: 'x' }),
    'uid must be digits; code must be text that matches the pattern ^[A-Z]$; currency must be an ISO 4217 code; date must be yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy; phone must be E.164',
  )
})

test('CountryField: accepts only assigned ISO 3166-1 codes, and names an error once', () => {
  const schema = Type.Object({ country: CountryField })
  assert.equal(validate(schema, { country: 'US' }), undefined)
  for (const country of ['ZZ', 'us', 'USA', ''])
    assert.equal(validate(schema, { country }), 'country must be an ISO 3166-1 alpha-2 code', country)
})

test('decimal: counts digits in the decimal text of the number', () => {
  const schema = Type.Object({ limit: decimal([3, 2]) })
  for (const limit of [0, -0, 0.01, 1.1, 999.99]) assert.equal(validate(schema, { limit }), undefined, String(limit))
  for (const limit of [1000, 0.001, 0.1 + 0.2, 1e-7, 1e21])
    assert.equal(
      validate(schema, { limit }),
      'limit must have at most 3 digits before and 2 after the decimal point',
      String(limit),
    )
  assert.equal(hasDigits([30, 30], Number.NaN), false)
})

test('refusalOfValidation: without field reasons, one refusal names all errors', () => {
  assert.deepEqual(refusalOf({ invalid: 'invalidCustomer' }, {}), {
    reason: 'invalidCustomer',
    detail: 'fullName is required; party is required',
  })
})

test('refusalOfValidation: names the first stage that uses a failing field, and all errors', () => {
  const parts = [
    { name: 'first', fields: ['limit'] },
    { name: 'second', fields: ['party', 'fullName'] },
  ]
  const rules = { invalid: 'invalidCustomer', parts } as const
  assert.equal(refusalOf(rules, { fullName: 'x', party: {} }).part, 'second')
  const both = refusalOf(rules, { fullName: 'x', party: {}, limit: -1 })
  assert.deepEqual([both.part, both.detail], ['first', 'limit must be >= 0; party.fullName is required'])
})

test('refusalOfValidation: each field is refused once with its own reason, other fields with that of the operation', () => {
  const rules = {
    invalid: 'invalidSignatory',
    fieldReasons: {
      fullName: { missing: 'signatoryFullNameRequired' },
      limit: { tooSmall: 'signatoryApprovalLimitMin', invalid: 'signatoryApprovalLimitInvalid' },
    },
  } as const
  const missing = { reason: 'signatoryFullNameRequired', detail: undefined }
  const party = { fullName: 'x' }
  for (const fullName of [undefined, null, '', ' '])
    assert.deepEqual(refusalOf(rules, { fullName, party }), { ...missing, also: [] })
  assert.deepEqual(refusalOf(rules, { limit: -1, party: {} }), {
    ...missing,
    also: [
      { reason: 'signatoryApprovalLimitMin', detail: 'limit must be >= 0' },
      // A nested field of the same name is a different field.
      { reason: 'invalidSignatory', detail: 'party.fullName is required' },
    ],
  })
  assert.deepEqual(refusalOf(rules, { fullName: 'toolong', limit: '1', party }), {
    reason: 'invalidSignatory',
    detail: 'fullName must NOT have more than 5 characters',
    also: [{ reason: 'signatoryApprovalLimitInvalid', detail: 'limit must be of type number' }],
  })
  assert.deepEqual(refusalOf(rules, []), {
    reason: 'invalidSignatory',
    detail: 'the body must be of type object',
    also: [],
  })
})

function refusalOf(rules: Parameters<typeof refusalOfValidation>[0], value: unknown) {
  const schema = Type.Object({
    fullName: text(5, { pattern: '\\S' }),
    limit: Type.Optional(decimal([12, 2])),
    party: Type.Object({ fullName: text(5) }),
  })
  const check = compileSchema(schema)
  check(value)
  return refusalOfValidation(rules, check.errors ?? [])
}
