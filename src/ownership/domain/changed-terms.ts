import { canonicalJson } from '../../kernel/canonical-json.ts'
import { composed } from '../../kernel/one-form.ts'
import type { FieldOwner } from '../field-owners.ts'

/**
 * The paths of the institution's fields that differ between two states of a record. Without
 * `before`, the record is new: a field counts if it has another value than a new record of a
 * customer's client may have.
 *
 * Values are compared by what they mean: `Yes` is true, `10.50` is 10.5, a text is its NFC, a list
 * of codes has no order, and null, an empty text and an absent field are the same. `offers` has
 * what the institution offers for fields of new records.
 */
export function changedTerms(
  fields: Readonly<Record<string, FieldOwner>>,
  { before, after, offers = {} }: { before?: object; after: object; offers?: Offers },
): string[] {
  return Object.entries(fields)
    .filter(([path, { owner, ifAbsent = false, atCreation = ifAbsent }]) => {
      if (owner !== 'Institution') return false
      const steps = path.split('.')
      if (before) return !isSame(valueAt(before, steps, ifAbsent), valueAt(after, steps, ifAbsent))
      if (typeof atCreation === 'boolean') return valueAt(after, steps, atCreation) !== atCreation
      if (atCreation !== 'offered') return false
      const value = valueAt(after, steps, false)
      const isAbsent = value === false && valueAt(after, steps, true) === true
      return !isAbsent && !offers[path]?.some((offer) => isSame(meaningOf(offer), value))
    })
    .map(([path]) => path)
}

/** Values of fields of new records, by path. */
export type Offers = Readonly<Record<string, readonly string[]>>

/**
 * The paths of the institution's fields that differ from those of a record that the institution
 * creates without them. Fields that every new record states do not count.
 */
export function termsOfNew(fields: Readonly<Record<string, FieldOwner>>, record: object): string[] {
  const terms = Object.entries(fields).filter(([, { atCreation }]) => typeof atCreation !== 'string')
  return changedTerms(Object.fromEntries(terms), { before: {}, after: record })
}

/**
 * The paths that do more than turn off a switch that is on unless the institution turns it off. To
 * turn one off only protects.
 */
export function loosenedTerms(
  fields: Readonly<Record<string, FieldOwner>>,
  paths: readonly string[],
  after: object,
): string[] {
  return paths.filter((path) => !fields[path]!.ifAbsent || valueAt(after, path.split('.'), true) !== false)
}

/**
 * A change without the fields of the institution that mean what they mean already. Otherwise a
 * client could not change what such a field says, but could change how it reads: `Yes` in place of
 * true, or a list in another order.
 */
export function withoutSameTerms<Change extends object>(
  fields: Readonly<Record<string, FieldOwner>>,
  before: object,
  change: Change,
): Change {
  const left = structuredClone(change)
  for (const [path, { owner, ifAbsent = false }] of Object.entries(fields))
    if (owner === 'Institution') dropSame(left, before, { steps: path.split('.'), ifAbsent })
  return left
}

/** Drops the field at the path, in each item if the path has a list, where it means the same. */
function dropSame(change: unknown, before: unknown, at: { steps: readonly string[]; ifAbsent: boolean }): void {
  const [step, ...rest] = at.steps
  if (!isObject(change) || step === undefined) return
  const known = (key: string) => (isObject(before) && Object.hasOwn(before, key) ? before[key] : undefined)
  if (Array.isArray(change)) for (const index of change.keys()) dropSame(change[index], known(String(index)), at)
  else if (!Object.hasOwn(change, step)) return
  else if (rest.length > 0) dropSame(change[step], known(step), { ...at, steps: rest })
  else if (isSame(valueAt(known(step), [], at.ifAbsent), valueAt(change[step], [], at.ifAbsent))) delete change[step]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

/** The meaning of the value at the path. A path through a list gives the value of each item. */
function valueAt(value: unknown, [step, ...rest]: readonly string[], ifAbsent: boolean): unknown {
  if (value === undefined || value === null || value === '') return ifAbsent
  if (step === undefined) return Array.isArray(value) ? listed(value, ifAbsent) : meaningOf(value)
  if (!Array.isArray(value)) return valueAt((value as Record<string, unknown>)[step], rest, ifAbsent)
  const items = value.map((item) => valueAt(item, [step, ...rest], ifAbsent))
  while (items.at(-1) === ifAbsent) items.pop()
  return items.length === 0 ? ifAbsent : items
}

function listed(value: readonly unknown[], ifAbsent: boolean): unknown {
  if (value.length === 0) return ifAbsent
  const texts = value.every((item) => typeof item === 'string')
  return texts ? value.map((item) => composed(item.toUpperCase())).sort() : value
}

function meaningOf(value: unknown): unknown {
  const text = composed(String(value))
  if (/^(yes|true)$/i.test(text)) return true
  if (/^(no|false)$/i.test(text)) return false
  return /^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text
}
