import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { readSchema, type SchemaModel, type SchemaType } from '../../../test/support/iso20022/schema-model.ts'
import { schemaFolder, withSchemas } from '../../../test/support/iso20022/schemas.ts'
import { whyNot } from './check-text.ts'
import type { Description, Member, MomentForm } from './description.ts'
import { descriptionOf, isMessageType, typeOfNamespace } from './messages.ts'

/** A schema is described exactly, or allows no more than the description. */
type Comparison = 'exact' | 'within'

/** Not RTP's envelope, and not XML signatures. */
function isOfOneMessage(file: string): boolean {
  return file.endsWith('.xsd') && file !== 'messages.xsd' && !file.startsWith('xmldsig')
}

const FORMS: Readonly<Record<string, MomentForm>> = {
  date: 'date',
  dateTime: 'dateTime',
  time: 'time',
  gYearMonth: 'yearMonth',
}

/** Networks give some texts a form that ISO 20022 leaves open. */
const SAMPLES: Readonly<Record<string, string>> = { date: '2026-11-23', decimal: '000001' }

/** Compares a schema with a description, each pair of types once. */
class Compared {
  readonly #schema: SchemaModel
  readonly #comparison: Comparison
  readonly #file: string
  readonly #seen = new Map<string, Set<Description>>()

  constructor(schema: SchemaModel, comparison: Comparison, file: string) {
    this.#schema = schema
    this.#comparison = comparison
    this.#file = file
  }

  compare(name: string, description: Description, path: string): void {
    const seen = this.#seen.get(name) ?? new Set()
    if (seen.has(description)) return
    this.#seen.set(name, seen.add(description))
    const type = this.#schema.types.get(name) ?? plain(name)
    const at = `${this.#file} ${path}`
    if (type.kind === 'simple') this.#simple(type, description, at)
    else if (type.kind === 'amount') {
      assert.ok(description.kind === 'amount', at)
      this.compare(type.number, description.number, path)
    } else if (type.kind === 'anyElement') assert.equal(description.kind, 'anyElement', at)
    else this.#members(type, description, path)
  }

  #members(type: Extract<SchemaType, { members: unknown }>, description: Description, path: string): void {
    const at = `${this.#file} ${path}`
    assert.ok(description.kind === type.kind, `${at}: ${description.kind}, not ${type.kind}`)
    const tags = type.members.map(({ tag }) => tag)
    const described = description.members.filter(({ tag, min }) => tags.includes(tag) || min > 0)
    const expected =
      this.#comparison === 'exact' || type.kind === 'sequence'
        ? described
        : described.filter(({ tag }) => tags.includes(tag))
    assert.deepEqual(
      tags,
      expected.map(({ tag }) => tag),
      at,
    )
    if (this.#comparison === 'exact') assert.equal(description.members.length, tags.length, at)
    for (const { tag, type: name, min, max } of type.members) {
      const member: Member = description.members.find((candidate) => candidate.tag === tag)!
      const where = `${at}/${tag}`
      if (this.#comparison === 'exact') assert.deepEqual([member.min, member.max], [min, max], where)
      else assert.ok(member.min <= min && member.max >= max, where)
      this.compare(name, member.type, `${path}/${tag}`)
    }
  }

  #simple(type: Extract<SchemaType, { kind: 'simple' }>, description: Description, at: string): void {
    const { base, facets, codes } = type
    const number = (name: string) => (facets.has(name) ? Number(facets.get(name)) : undefined)
    if (base !== 'string' && this.#comparison === 'within' && description.kind === 'text') {
      assert.equal(whyNot(description, SAMPLES[base]!), undefined, at)
    } else if (base === 'boolean') assert.equal(description.kind, 'flag', at)
    else if (base === 'decimal' || base === 'integer') {
      assert.ok(description.kind === 'decimal', at)
      const bounds = { digits: number('totalDigits'), fraction: number('fractionDigits'), min: number('minInclusive') }
      const { digits, fraction, min } = description
      if (this.#comparison === 'exact') assert.deepEqual({ digits, fraction, min }, bounds, at)
      else
        assert.ok(digits >= bounds.digits! && fraction >= (bounds.fraction ?? 0) && (min ?? 0) <= (bounds.min ?? 0), at)
    } else if (base === 'base64Binary') {
      assert.ok(description.kind === 'binary', at)
      assert.deepEqual([description.min, description.max], [number('minLength'), number('maxLength')], at)
    } else if (base !== 'string') {
      const form = FORMS[base]
      assert.equal(description.kind === 'moment' && description.form, form, `${at}: ${base}`)
    } else this.#text({ facets, codes }, description, at)
  }

  #text(
    { facets, codes }: { facets: ReadonlyMap<string, string>; codes: readonly string[] },
    description: Description,
    at: string,
  ): void {
    assert.ok(description.kind === 'text' || description.kind === 'code', `${at}: ${description.kind}`)
    for (const text of allowedTexts(facets, codes)) assert.equal(whyNot(description, text), undefined, at)
    if (this.#comparison === 'within') return
    if (codes.length > 0) {
      assert.deepEqual(description.kind === 'code' && description.codes, codes, at)
      return
    }
    assert.ok(description.kind === 'text', at)
    const length = facets.get('length')
    assert.equal(description.min, Number(length ?? facets.get('minLength') ?? 0), at)
    assert.equal(description.max, Number(length ?? facets.get('maxLength') ?? Number.POSITIVE_INFINITY), at)
    assert.equal(description.pattern !== undefined, facets.has('pattern'), at)
  }
}

/** A built-in type of XML Schema, which a member can have without a name of its own. */
function plain(name: string): SchemaType {
  return { kind: 'simple', base: name, facets: new Map(), codes: [] }
}

/** Texts that the schema allows: every code, the bounds of the length, samples of the pattern. */
function allowedTexts(facets: ReadonlyMap<string, string>, codes: readonly string[]): readonly string[] {
  if (codes.length > 0) return codes
  const [min, max] = [Number(facets.get('minLength') ?? 0), Number(facets.get('maxLength') ?? 100)]
  const pattern = facets.get('pattern')
  if (pattern === undefined) return ['x'.repeat(min), 'x'.repeat(Number(facets.get('length') ?? max))]
  const samples = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 10 })
  return samples
    .map((text) => text.slice(0, max))
    .filter((text) => text.length >= min && new RegExp(`^(?:${pattern})$`).test(text))
}

// At the end: a test may start at once, and needs the class.
const SETS = { base: 'exact', fednowBase: 'exact', fedwire: 'within', rtp: 'within' } as const

for (const [set, comparison] of Object.entries(SETS) as [keyof typeof SETS, Comparison][]) {
  const promise = comparison === 'exact' ? 'are described exactly' : 'allow nothing that is not described'
  test(`the schemas of ${set} ${promise}`, withSchemas, () => {
    let compared = 0
    for (const file of readdirSync(schemaFolder(set)).filter(isOfOneMessage)) {
      const schema = readSchema(join(schemaFolder(set), file))
      const type = typeOfNamespace(schema.namespace)
      if (type === undefined) continue
      for (const root of schema.roots) new Compared(schema, comparison, file).compare(root, descriptionOf(type), '')
      compared += 1
    }
    assert.ok(compared >= 14, `${compared} schemas`)
  })
}

test('no message has two descriptions of one namespace, and headers are no messages', () => {
  assert.equal(typeOfNamespace('urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08'), 'pacs.008.001.08')
  assert.equal(typeOfNamespace('urn:iso:std:iso:20022:tech:xsd:pacs.008.001.09'), undefined)
  assert.equal(isMessageType('head.001.001.02'), false)
})
