import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { operations } from '../../src/main/operations.ts'
import { effectOf, FIELD_EFFECTS } from '../../src/ownership/field-effects.ts'
import { isChange } from '../support/operation-samples.ts'

const SRC = new URL('../../src/', import.meta.url)

/** The paths of all fields of a schema, each with the objects above it. */
function pathsOf(schema: TSchema, prefix = ''): { leaf: boolean; path: string }[] {
  const { type, properties, items } = schema as { type?: string; properties?: Record<string, TSchema>; items?: TSchema }
  if (type === 'array' && items) return pathsOf(items, prefix)
  const own = prefix ? [{ leaf: !properties, path: prefix }] : []
  const below = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    pathsOf(field, prefix ? `${prefix}.${name}` : name),
  )
  return [...own, ...below]
}

const bodiesOf = (ids: readonly string[]) => operations.filter(({ id }) => ids.includes(id)).map(({ body }) => body!)

test('every operation that writes a record is in the table of effects', () => {
  const listed = FIELD_EFFECTS.flatMap(({ operations: ids }) => ids)
  const missing = operations.filter((one) => isChange(one) && one.body && !listed.includes(one.id)).map(({ id }) => id)
  assert.deepEqual(missing, [], 'add these operations to src/ownership/field-effects.ts')
})

for (const { record, operations: ids, effects } of FIELD_EFFECTS) {
  const paths = bodiesOf(ids).flatMap((body) => pathsOf(body))

  test(`every field of ${record} has an effect`, () => {
    const missing = paths.filter(({ leaf, path }) => leaf && !effectOf(effects, path)).map(({ path }) => path)
    const said = `add what reads these fields of ${record} to src/ownership/field-effects.ts, or refuse them`
    assert.deepEqual([...new Set(missing)], [], said)
  })

  test(`the table of effects names no field that ${record} does not have`, () => {
    const known = new Set(paths.map(({ path }) => path))
    const unknown = Object.keys(effects).filter((path) => !known.has(path))
    assert.deepEqual(unknown, [])
  })

  test(`the file that acts on a field of ${record} names it`, () => {
    const wrong = Object.entries(effects).flatMap(([path, effect]) => {
      if ('shown' in effect) return []
      const file = 'readBy' in effect ? effect.readBy : effect.refusedBy
      const name = ('readBy' in effect && effect.as) || path.split('.').at(-1)!
      const url = new URL(file, SRC)
      const isNamed = existsSync(url) && new RegExp(`\\b${name}\\b`).test(withoutComments(readFileSync(url, 'utf8')))
      return isNamed ? [] : [`${path}: ${file} has no ${name}`]
    })
    assert.deepEqual(wrong, [])
  })
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

test('a new field without an effect is found', () => {
  const [{ effects }] = FIELD_EFFECTS as [(typeof FIELD_EFFECTS)[number]]
  assert.equal(effectOf(effects, 'sendsWithoutFunds'), undefined)
  assert.equal(effectOf(effects, 'legalEntityAccessSettings.newSwitch'), undefined)
  assert.ok(effectOf(effects, 'legalAddress.city'))
})
