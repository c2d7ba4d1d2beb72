import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeApi } from '../../src/http/openapi.ts'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { sentEvents } from '../../src/webhooks/webhooks.ts'
import { assertNone, filesBelow, root } from './sources.ts'

/**
 * The types that clients get from openapi.json. `named('PaymentRequest', { … })` gives an object
 * its name, and `words('Speed', [ … ])` gives one to a list of words.
 */
const text = await readFile(join(root, 'openapi.json'), 'utf8')
const document = JSON.parse(text)
const schemas: Record<string, { properties?: object }> = document.components.schemas

interface Titled {
  title?: string
  type?: unknown
  properties?: object
  items?: Titled
}

test('every body and every reply has a name of its own', () => {
  const unnamed = operations.flatMap(({ id, method, body, reply }: Operation) => [
    ...(body && method !== 'GET' && isNameless(body as Titled) ? [`${id}: body`] : []),
    ...(reply.status !== 204 && isNameless(reply.data as Titled) ? [`${id}: reply.data`] : []),
  ])
  assert.deepEqual(unnamed, [], "define each with named('…', { … })")
})

function isNameless({ title, properties, items }: Titled): boolean {
  if (items) return isNameless(items)
  return title === undefined && Object.keys(properties ?? {}).length > 0
}

test('every field and every parameter is described', () => {
  const { schemas } = describeApi(operations, { sentEvents })
  assert.deepEqual([...schemas.undescribed], [], 'describe each in its schema, or in src/http/openapi/dictionary/')
})

/** Classes that generators write into every client: a type of the name would hide one. */
const OWN_CLASSES = ['ApiClient', 'ApiException', 'ApiResponse', 'Configuration', 'Pair', 'ServerConfiguration']

test('no name has a digit, ends in Inner, or is that of a class of each client', () => {
  const isBad = (name: string) => !/^[A-Z][A-Za-z]+$/.test(name) || name.endsWith('Inner') || OWN_CLASSES.includes(name)
  const names = Object.keys(schemas).filter(isBad)
  assert.deepEqual(names, [])
})

/** Methods of the models in Python clients: a field of the name would hide one. */
const OWN_METHODS = ['construct', 'copy', 'dict', 'fields', 'json', 'schema', 'validate']

test('no field has the name of a method of generated models', () => {
  const fields = Object.entries(schemas).flatMap(([type, { properties = {} }]) =>
    Object.keys(properties).map((field) => ({ field, path: `${type}.${field}` })),
  )
  const hiding = fields.filter(({ field }) => OWN_METHODS.includes(field)).map(({ path }) => path)
  assert.deepEqual(hiding, [])
})

test('a list of words that appears in several places is one type', () => {
  const places = Map.groupBy(inlineEnums(document, ''), ({ words }) => words)
  const several = [...places].filter(([, found]) => found.length > 1)
  assert.deepEqual(
    several.map(([words, found]) => `${words}: ${found.map(({ path }) => path).join(', ')}`),
    [],
    "define the list with words('…', [ … ])",
  )
})

interface InlineEnum {
  path: string
  words: string
}

/** The lists of two words and more that are not a named schema themselves. */
function inlineEnums(value: unknown, path: string): InlineEnum[] {
  if (value === null || typeof value !== 'object') return []
  const { enum: words } = value as { enum?: unknown }
  const isNamed = /^\.components\.schemas\.\w+$/.test(path)
  const own = Array.isArray(words) && words.length > 1 && !isNamed ? [{ path, words: words.join(', ') }] : []
  const below = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples')
  return [...own, ...below.flatMap(([name, one]) => inlineEnums(one, `${path}.${name}`))]
}

test('a pattern uses only what every language knows, and no own keyword is published in a schema', () => {
  assert.doesNotMatch(text, /\\\\p\{/)
  assert.doesNotMatch(JSON.stringify(schemas), /"x-/)
})

test('a value has one type beside null, and a date has no pattern: languages read it into a type of theirs', () => {
  const values = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, Value>).map(([field, value]) => ({ place: `${name}.${field}`, value })),
  )
  const typed = values.filter(({ value }) => [value.type].flat().filter((type) => type !== 'null').length > 1)
  assert.doesNotMatch(text, /"format": ?"uuid"/, 'an identifier is text, in requests and in replies')
  const dated = values.filter(({ value }) => value.format?.startsWith('date') && value.pattern !== undefined)
  assert.deepEqual(
    [...typed, ...dated].map(({ place }) => place),
    [],
  )
})

interface Value {
  type?: string | string[]
  format?: string
  pattern?: string
}

test('two spellings of one property are never both in a type', () => {
  const twice = Object.entries(schemas).flatMap(([name, schema]) => {
    const properties = Object.keys(schema.properties ?? {})
    const bySound = Map.groupBy(properties, (property) => property.toLowerCase().replaceAll(/[_-]/g, ''))
    return [...bySound.values()]
      .filter((spellings) => spellings.length > 1)
      .map((list) => `${name}: ${list.join(', ')}`)
  })
  assert.deepEqual(twice, [], 'mark all but one with otherSpelling')
})

/** As it is served, before compression. */
const MAX_BYTES = 900_000

test(`the served document has at most ${MAX_BYTES} bytes`, () => {
  const bytes = Buffer.byteLength(JSON.stringify(document))
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
})

test('what a person can choose in the console is a word of the document', async () => {
  const choices = wordsByName(document)
  const offences: string[] = []
  let checked = 0
  for (const path of await filesBelow('console/src/rooms')) {
    const code = await readFile(join(root, path), 'utf8')
    for (const [, name = '', list = ''] of code.matchAll(/name: '(\w+)',[^{}]*?options: \[([^\]]*)\]/g)) {
      const options = [...list.matchAll(/'([^']+)'/g)].map(([, word]) => word!)
      const isKnown = (choices.get(name) ?? []).some((known) => options.every((word) => known.includes(word)))
      if (!isKnown) offences.push(`${path}: ${name}: ${options.join(', ')}`)
      checked++
    }
  }
  assert.ok(checked > 15, `${checked} lists found`)
  assertNone(offences, 'Offer the words that the operation takes.')
})

/** The lists of words in the document, by the name of the parameter or property that has them. */
function wordsByName(part: object, found = new Map<string, string[][]>()): Map<string, string[][]> {
  const add = (name: string, value: unknown) => {
    const { enum: given, $ref, items } = (value ?? {}) as { enum?: string[]; $ref?: string; items?: unknown }
    const words = given ?? ($ref && (schemas[$ref.split('/').at(-1)!] as { enum?: string[] })?.enum)
    if (words) found.set(name, [...(found.get(name) ?? []), words])
    else if (items) add(name, items)
  }
  const { properties, in: place, name, schema } = part as Record<string, object | string | undefined>
  if (properties) for (const [key, value] of Object.entries(properties)) add(key, value)
  if (place && typeof name === 'string') add(name, schema)
  for (const value of Object.values(part)) if (typeof value === 'object' && value !== null) wordsByName(value, found)
  return found
}
