import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { boundsErrors } from './bounds.ts'
import { multiline, optionalText, text, UidInBody } from './fields.ts'

const Body = Type.Object({
  name: optionalText(50),
  note: optionalText(5_000, multiline),
  id: Type.Optional(UidInBody),
  list: Type.Optional(Type.Array(Type.Object({ key: text(10) }), { maxItems: 3 })),
})

const errorsOf = (value: unknown, schema: TSchema | undefined = Body) =>
  boundsErrors(value, schema).map(({ instancePath, message }) => `${instancePath} ${message}`)

test('boundsErrors: nothing to object to in a body within all bounds', () => {
  const list = Array.from({ length: 3 }, () => ({ key: 'é😀' }))
  assert.deepEqual(errorsOf({ name: 'Åsa', note: 'one\ntwo', id: 5, list, unknown: { a: ['\n', null, true] } }), [])
  for (const value of [null, undefined, 1, 'text', [], {}]) assert.deepEqual(errorsOf(value), [])
})

test('boundsErrors: a list at its maximum is looked into, one element more refuses the whole list', () => {
  const bad = { key: '\u202e' }
  const lists = (length: number) => errorsOf({ list: Array.from({ length }, () => bad) })
  assert.equal(lists(3).length, 3)
  assert.deepEqual(lists(4), ['/list must NOT have more than 3 items'])
})

test('boundsErrors: thirty-two levels are allowed, one more is refused', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
  assert.deepEqual(errorsOf(nested(32)), [])
  assert.match(errorsOf(nested(33))[0]!, /\/a is nested deeper than 32 levels$/)
})

test('boundsErrors: an object has at most 250 fields, and a name at most 100 characters', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 0]))
  assert.deepEqual(errorsOf(fields(250)), [])
  assert.deepEqual(errorsOf({ name: fields(251) }), ['/name must not have more than 250 fields'])
  assert.deepEqual(errorsOf({ ['n'.repeat(100)]: 1 }), [])
  assert.deepEqual(errorsOf({ ['n'.repeat(101)]: 1 }), [' must not have a field name longer than 100 characters'])
})

test('boundsErrors: a request has at most 10,000 fields and elements', () => {
  const values = (count: number) => Array.from({ length: count / 100 }, () => Array(99).fill(0))
  assert.deepEqual(errorsOf(values(10_000), undefined), [])
  assert.deepEqual(errorsOf([...values(10_000), 0], undefined), [' must not have more than 10,000 fields and elements'])
})

test('boundsErrors: a text far above its maximum is refused before its pattern is tried', () => {
  assert.deepEqual(errorsOf({ name: 'x'.repeat(4_096) }), [], 'left to the schema')
  assert.deepEqual(errorsOf({ name: 'x'.repeat(4_097) }), ['/name must NOT have more than 50 characters'])
  assert.deepEqual(errorsOf({ note: '😀'.repeat(5_000) }), [])
  assert.deepEqual(errorsOf({ note: '😀'.repeat(5_001) }), ['/note must NOT have more than 5000 characters'])
  assert.equal(errorsOf({ id: '9'.repeat(5_000) }).length, 1)
})

test('boundsErrors: stops after fifty errors', () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, '\0']))
  assert.equal(errorsOf(fields).length, 50)
})

test('boundsErrors: a forbidden character is named; only a multi-line field may contain a line feed', () => {
  assert.deepEqual(errorsOf({ name: 'a\nb', note: 'a\nb' }), ['/name must not contain the character U+000A'])
  assert.deepEqual(errorsOf({ note: 'a\r\nb' }), ['/note must not contain the character U+000D'])
  assert.deepEqual(errorsOf({ list: [{ key: 'x\ud800' }] }), ['/list/0/key must not contain the character U+D800'])
  assert.deepEqual(errorsOf({ 'a\u200b': 1 }), [' must not have the character U+200B in a field name'])
})

test('boundsErrors: text in an ignored field may be anything that can be stored', () => {
  assert.deepEqual(errorsOf({ extra: 'a\r\n\u202e' }), [])
  assert.deepEqual(errorsOf({ extra: ['a\0'] }), ['/extra/0 must not contain the character U+0000'])
})
