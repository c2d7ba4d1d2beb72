import type { Description, MomentForm } from '../../../src/rails/iso20022/description.ts'
import fc from '../fast-check.ts'

/** Which optional members a value has, and which member of a choice: the one of this number. */
export interface Shape {
  optional: 'none' | 'all' | 'some'
  choice?: number
  /** How deep in the message it is, for a shape of `some`. */
  depth?: number
}

/** Letters, signs that XML escapes, letters and signs beyond ASCII, and white space. */
const CHARACTERS = [...'abcXYZ019 -/&<>"\'\t\n\réßЖ李€😀']

const SIGNATURE =
  '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>a &amp; b</ds:Object></ds:Signature>'

/** Values of a description, of the shape. All of them can be written. */
export function valuesOf(type: Description, shape: Shape): fc.Arbitrary<unknown> {
  return arbitraryOf(type, shape, new Map())
}

type Known = Map<Description, fc.Arbitrary<unknown>>

/** Types occur many times in a message, and are made once. */
function arbitraryOf(type: Description, shape: Shape, known: Known): fc.Arbitrary<unknown> {
  const found = known.get(type) ?? newArbitrary(type, shape, known)
  known.set(type, found)
  return found
}

function newArbitrary(type: Description, shape: Shape, known: Known): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'sequence':
    case 'choice':
      return shape.optional === 'some' ? anyOf(type, shape.depth) : membersOf(type, shape, known)
    case 'text':
      return textOf(type)
    case 'code':
      return fc.constantFrom(...type.codes)
    case 'decimal':
      return decimalOf(type)
    case 'moment':
      return momentOf(type.form)
    case 'flag':
      return fc.boolean()
    case 'binary':
      return fc
        .uint8Array({ minLength: type.min, maxLength: Math.min(type.max, 40) })
        .map((bytes) => Buffer.from(bytes).toString('base64'))
    case 'amount':
      return fc.record(
        { Ccy: fc.constantFrom('USD', 'EUR', 'JPY'), value: decimalOf(type.number) },
        { noNullPrototype: true },
      )
    case 'anyElement':
      return fc.constant(SIGNATURE)
  }
}

type Structure = Extract<Description, { kind: 'sequence' | 'choice' }>

/** Of a random shape at every level. Lower levels are sparser, so that messages stay small. */
function anyOf(type: Structure, depth = 0): fc.Arbitrary<unknown> {
  return fc
    .record({ sparse: fc.integer({ min: 0, max: depth }), choice: fc.nat({ max: 20 }) })
    .chain(({ sparse, choice }) =>
      membersOf(type, { optional: sparse === 0 ? 'some' : 'none', choice, depth: depth + 1 }, new Map()),
    )
}

function membersOf(type: Structure, shape: Shape, known: Known): fc.Arbitrary<unknown> {
  const chosen = type.kind === 'choice' ? [type.members[(shape.choice ?? 0) % type.members.length]!] : type.members
  const present = chosen.filter(({ min }) => min > 0 || type.kind === 'choice' || shape.optional !== 'none')
  const parts = Object.fromEntries(
    present.map((member) => {
      const value = arbitraryOf(member.type, shape, known)
      const longest = shape.optional === 'some' ? Math.min(member.max, 2) : 1
      return [
        member.tag,
        member.isList ? fc.array(value, { minLength: Math.max(member.min, 1), maxLength: longest }) : value,
      ]
    }),
  )
  const required = present.filter(({ min }) => min > 0 || type.kind === 'choice').map(({ tag }) => tag)
  return fc.record(
    parts,
    shape.optional === 'some' ? { requiredKeys: required, noNullPrototype: true } : { noNullPrototype: true },
  )
}

type Text = Extract<Description, { kind: 'text' }>

/** In any shape, a type of text has the same values. A pattern takes long to make them of. */
const texts = new WeakMap<Text, fc.Arbitrary<string>>()

function textOf(type: Text): fc.Arbitrary<string> {
  const text = texts.get(type) ?? newText(type)
  texts.set(type, text)
  return text
}

function newText({ min, max, pattern }: Text): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(pattern)
  const unit = fc.constantFrom(...CHARACTERS)
  const short = fc.string({ unit, minLength: min, maxLength: Math.min(max, 12) })
  return Number.isFinite(max)
    ? fc.oneof(
        { weight: 9, arbitrary: short },
        { weight: 1, arbitrary: fc.string({ unit, minLength: max, maxLength: max }) },
      )
    : short
}

function decimalOf({ digits, fraction, min }: Extract<Description, { kind: 'decimal' }>): fc.Arbitrary<string> {
  return fc
    .record({
      whole: fc.bigInt({ min: 0n, max: 10n ** BigInt(digits - fraction) - 1n }),
      decimals: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: fraction }),
      isNegative: fc.boolean(),
    })
    .map(({ whole, decimals, isNegative }) => {
      const sign = isNegative && min === undefined ? '-' : ''
      return `${sign}${whole}${decimals.length > 0 ? `.${decimals.join('')}` : ''}`
    })
}

function momentOf(form: MomentForm): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString())
    .chain((utc) => {
      if (form === 'date') return fc.constant(utc.slice(0, 10))
      if (form === 'yearMonth') return fc.constant(utc.slice(0, 7))
      const from = form === 'time' ? 11 : 0
      return fc.constantFrom('', 'Z', '-05:00', '+14:00').map((zone) => `${utc.slice(from, 19)}${zone}`)
    })
}
