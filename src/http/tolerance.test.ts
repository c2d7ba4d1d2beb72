import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import {
  AddressBody,
  blanksAreAbsent,
  CountryField,
  CurrencyField,
  dateField,
  decimal,
  EmailField,
  exactText,
  explained,
  fileText,
  instruction,
  name,
  optionalText,
  PhoneNumberField,
  removable,
  text,
  UidInBody,
  uniqueName,
} from './fields.ts'
import { tolerantReader } from './tolerance.ts'

const read = (schema: TSchema, value: unknown, options = { isUpdate: false }) => {
  const found = { unknown: [] }
  return { value: tolerantReader(schema, options)(value, found, ''), unknown: found.unknown as string[] }
}
/** Reads one field of a body. */
const field = (schema: TSchema, value: unknown, options?: { isUpdate: boolean }) =>
  (read(Type.Object({ it: Type.Optional(schema) }), { it: value }, options).value as { it?: unknown }).it

test('null in an optional field is left out; in a required field it stays, to be reported', () => {
  const Body = Type.Object({
    name: text(10),
    notes: optionalText(10),
    nickname: Type.Optional(text(10)),
    amount: Type.Optional(Type.Number()),
    day: Type.Optional(dateField('The day.')),
    end: Type.Optional(Type.Union([Type.Null(), dateField('The end.')])),
  })
  const nulls = { name: null, notes: null, nickname: null, amount: null, day: null, end: null }
  assert.deepEqual(read(Body, nulls).value, { name: null, end: null })
  const blanks = { name: '', notes: '', nickname: '', amount: '', day: '', end: '' }
  const { day: _day, end: _end, ...others } = blanks
  assert.deepEqual(read(Body, blanks).value, others, 'only a date without text is none')
})

test('in a change, null clears a text that may be empty, and leaves everything else as it was', () => {
  const Body = Type.Object({
    notes: optionalText(10),
    nickname: Type.Optional(text(10)),
    amount: Type.Optional(Type.Number()),
  })
  assert.deepEqual(read(Body, { notes: null, nickname: null, amount: null }, { isUpdate: true }).value, { notes: '' })
  assert.deepEqual(read(Body, { nickname: '' }, { isUpdate: true }).value, { nickname: '' }, 'to be refused by name')
})

test('where a record says so, an empty text that must not be empty is absent, and in a change removes', () => {
  const fields = {
    title: text(10),
    notes: optionalText(10),
    email: Type.Optional(EmailField),
    phone: removable(PhoneNumberField),
    kind: Type.Optional(name(['A', 'B'])),
    speed: Type.Optional(name(['Fast', 'Slow'], instruction)),
    id: Type.Optional(UidInBody),
    limit: Type.Optional(Type.Union([Type.Number(), Type.String()])),
    expiresAt: Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()])),
    country: Type.Optional(CountryField),
    below: Type.Optional(Type.Object({ email: Type.Optional(EmailField) })),
  }
  const sent = Object.fromEntries(Object.keys(fields).map((field) => [field, field === 'below' ? { email: '' } : '']))
  const kept = { title: '', notes: '', speed: '', limit: '', expiresAt: '', below: {} }
  assert.deepEqual(read(Type.Object(fields, blanksAreAbsent()), sent).value, kept)
  assert.deepEqual(read(Type.Object(fields), sent).value, sent, 'elsewhere, it is a mistake to report')
  const Change = Type.Partial(Type.Object(fields), blanksAreAbsent(['title']))
  assert.deepEqual(read(Change, sent, { isUpdate: true }).value, { ...kept, phone: null })
})

test('a number that can be text, and an id in place of a word, have one form', () => {
  const Count = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })])
  const Limit = Type.Union([Type.Null(), Type.Number(), Type.String()])
  for (const [schema, given, one] of [
    [Count, '12', 12],
    [Count, 12, 12],
    [Count, 'twelve', 'twelve'],
    [Count, '12.0', '12.0'],
    [Limit, '100.50', 100.5],
    [Limit, '1234567890123456.78', '1234567890123456.78'],
    [Type.Union([text(140), UidInBody]), 12, '12'],
    [Type.Union([text(140), UidInBody]), '0012', '0012'],
  ] as const)
    assert.equal(field(schema, given), one)
})

test('amounts are numbers or decimal text, and text of more than fifteen digits stays, to be refused', () => {
  for (const schema of [Type.Number(), decimal([12, 2])]) {
    for (const [given, amount] of [
      ['100.10', 100.1],
      ['0', 0],
      ['00012.50', 12.5],
      ['-1', -1],
      [7, 7],
    ] as const)
      assert.equal(field(schema, given), amount)
    for (const given of ['1e3', '0x10', '1,000.00', ' 1', '1.', '.5', 'NaN', '1234567890123456', '0.1234567890123456'])
      assert.equal(field(schema, given), given)
  }
  assert.equal(field(Type.Integer(), '12'), 12)
  for (const given of ['1.0', '0x1', '-1', '1234567890123456']) assert.equal(field(Type.Integer(), given), given)
})

test('dates have three forms, and a day that does not exist stays, to be refused', () => {
  for (const schema of [dateField('The day.'), Type.String({ format: 'date' })]) {
    for (const given of ['2026-07-04', '07-04-2026', '07/04/2026']) assert.equal(field(schema, given), '2026-07-04')
    for (const given of [
      '2026-02-30',
      '13/01/2026',
      '04.07.2026',
      '2026/07/04',
      '7/4/2026',
      '20260704',
      '2026-07-04T10:00:00-05:00',
    ])
      assert.equal(field(schema, given), given)
  }
})

test('switches, words, currencies, countries and ids have the forms that clients use', () => {
  for (const given of ['true', 'Y', 'y', 'Yes', true]) assert.equal(field(Type.Boolean(), given), true)
  for (const given of ['false', 'N', 'NO', false]) assert.equal(field(Type.Boolean(), given), false)
  assert.equal(field(Type.Boolean(), 'on'), 'on')
  const Product = name(['HSA', 'Time Deposit'], explained)
  for (const given of ['hsa', 'HSA (Health Saving Account)', 'HSA']) assert.equal(field(Product, given), 'HSA')
  assert.equal(field(Product, 'TIME_DEPOSIT'), 'Time Deposit')
  for (const given of ['Economy (Plus)', `HSA${' '.repeat(200)}(x)`])
    assert.equal(field(name(['Economy', 'HSA']), given), given)
  const YesOrNo = Type.Union([Type.Boolean(), name(['Yes', 'No'])])
  for (const [given, one] of [
    ['yes', 'Yes'],
    ['true', true],
    ['Y', true],
    ['N', false],
    [true, true],
  ] as const)
    assert.equal(field(YesOrNo, given), one)
  assert.equal(field(CurrencyField, 'usd'), 'USD')
  for (const given of ['us', 'USA', 'United States', 'US']) assert.equal(field(CountryField, given), 'US')
  assert.equal(field(CountryField, 'Atlantis'), 'Atlantis')
  assert.equal(field(UidInBody, 12), '12')
  assert.equal(field(UidInBody, '12'), '12')
})

test('a field says if null is a mistake, or left out also in a change', () => {
  const refused = Type.String({ 'x-null': 'refused' })
  const leftOut = Type.String({ 'x-null': 'leftOut' })
  assert.equal(field(refused, null), null)
  assert.deepEqual(read(Type.Object({ it: Type.Optional(leftOut) }), { it: null }, { isUpdate: true }).value, {})
})

test('nested objects and lists are read alike, and unknown fields are named with their paths', () => {
  const Body = Type.Object({ address: AddressBody, codes: Type.Array(name(['PPD', 'CCD'])) })
  const given = { address: { countryCode: 'deu', town: 'x' }, codes: ['ppd'], colour: { red: 1 }, __proto__: null }
  const { value, unknown } = read(Body, given)
  assert.deepEqual(value, { address: { countryCode: 'DE', town: 'x' }, codes: ['PPD'], colour: { red: 1 } })
  assert.deepEqual(unknown, ['address.town', 'colour'])
  const poisoned = JSON.parse('{"address": {}, "codes": [], "constructor": 1, "toString": 2}')
  assert.deepEqual(read(Body, poisoned).unknown, ['constructor', 'toString'])
  const repeated = { address: {}, codes: [], lines: 1 }
  assert.deepEqual(read(Body, { ...repeated }).unknown, ['lines'])
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, 1]))
  assert.equal(read(Body, many).unknown.length, 20, 'a bounded number is named')
})

test('a value of another type than the schema says stays as it is', () => {
  const Body = Type.Object({ address: AddressBody, codes: Type.Array(text(3)) })
  for (const given of [null, undefined, [], 'x', 7, true]) assert.deepEqual(read(Body, given).value, given)
  assert.deepEqual(read(Body, { address: [], codes: {} }).value, { address: [], codes: {} })
})

test('texts become NFC at every depth, but for exact texts and files', () => {
  const plain = Type.String()
  const schema = Type.Object({
    plain,
    list: Type.Array(plain),
    below: Type.Object({ removable: removable(plain) }),
    either: Type.Union([plain, Type.Boolean()]),
    token: Type.String(exactText),
    file: Type.String(fileText),
  })
  const sent = (form: string) => ({ plain: form, list: [form], below: { removable: form }, either: form })
  const exact = { token: 'e\u0301', file: 'e\u0301' }
  assert.deepEqual(read(schema, { ...sent('e\u0301'), ...exact }).value, { ...sent('\u00e9'), ...exact })
})

test('a unique name has one space for white space of any kind, and a UUID is in lower case', () => {
  for (const sent of [' A\u0301  B ', '\u00c1\u00a0B', '\u00c1\u3000\u2003B'])
    assert.equal(field(Type.String(uniqueName), sent), '\u00c1 B')
  const id = '019f4207-4300-701d-bb22-7c824ef32334'
  const uuid = Type.String({ format: 'uuid' })
  for (const sent of [id, id.toUpperCase(), `urn:uuid:${id}`, `URN:UUID:${id.toUpperCase()}`])
    assert.equal(field(uuid, sent), id)
  assert.equal(field(uuid, `{${id}}`), `{${id}}`)
})
