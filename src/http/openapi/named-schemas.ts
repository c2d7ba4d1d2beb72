import type { TSchema } from 'typebox'
import { meaningOfField, meaningOfType } from './dictionary.ts'
import { isPublished, publishedForm, type Rules } from './published-form.ts'

/** A schema as the document shows it. */
export type Published = Record<string, unknown>

export interface NamedSchemas {
  /**
   * The schema, or a reference if it has a name: its `title`, or for an object without one, `name`.
   * `meaning` describes it if nothing else does.
   */
  publish(schema: TSchema, name: string, meaning?: string): Published
  /** The meaning of a field of a type, for a schema that does not describe it. */
  meaningOf(type: string, field: string): string | undefined
  /** Adds a schema whose members are published already. */
  add(name: string, schema: Published): Published
  /** Shows a value of a named schema, unless it has one. */
  showExample(name: string, example: unknown): void
  /** The named schemas, in the order of their names. */
  all(): Record<string, Published>
  /** Fields that neither their schema nor the dictionary describes: `Payment.speed`. */
  undescribed: ReadonlySet<string>
}

export const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/**
 * Collects the named schemas of the document. Two schemas with the same name must be the same but
 * for their descriptions: otherwise it throws and shows both.
 */
export function createNamedSchemas(): NamedSchemas {
  const named = new Map<string, Published>()
  const examples = new Map<string, unknown>()
  const undescribed = new Set<string>()

  function publish(schema: TSchema | Rules, name: string, meaning?: string): Published {
    const rules = publishedForm(schema)
    const isNamed = rules.title !== undefined || Object.keys(rules.properties ?? {}).length > 0
    if (!isNamed) {
      const { description = meaning, ...form } = inline(rules, name)
      return { ...(description !== undefined && { description }), ...form }
    }
    const { title = name, description, ...content } = rules
    const type = withoutNull(content)
    const says = meaningOfType(title) ?? description
    const reference = add(title, { ...(says !== undefined && { description: says }), ...inline(type, title) })
    const ofType = named.get(title)!['description']
    const ofPlace = description ?? (ofType === undefined ? meaning : undefined)
    const own = ofPlace !== undefined && ofPlace !== ofType ? { description: ofPlace } : {}
    return type === content ? { ...reference, ...own } : { ...own, anyOf: [reference, { type: 'null' }] }
  }

  /** The parts of a schema that has no name of its own. */
  function inline({ title: _title, ...rules }: Rules, name: string): Published {
    const { properties, required: _required, items, anyOf, ...plain } = rules
    return {
      ...plain,
      ...(properties && publishFields(rules, name)),
      ...(items && { items: publish(items, singular(name)) }),
      ...(anyOf && { anyOf: anyOf.map((one) => publish(one, name)) }),
    }
  }

  function publishFields({ properties = {}, required = [] }: Rules, parent: string): Published {
    const shown = Object.entries(properties).filter(([, rules]) => isPublished(rules))
    const needed = shown.map(([field]) => field).filter((field) => required.includes(field))
    const fields = shown.map(([field, rules]) => {
      const published = publish(rules, parent + capitalised(field), meaningOfField(parent, field))
      if (!isDescribed(published, named)) undescribed.add(`${parent}.${field}`)
      return [field, published]
    })
    return { ...(needed.length > 0 && { required: needed }), properties: Object.fromEntries(fields) }
  }

  function meaningOf(type: string, field: string): string | undefined {
    const meaning = meaningOfField(type, field)
    if (meaning === undefined) undescribed.add(`${type}.${field}`)
    return meaning
  }

  function add(name: string, schema: Published): Published {
    const before = named.get(name)
    if (before === undefined) named.set(name, schema)
    else if (contentOf(before) !== contentOf(schema)) throw new Error(differenceOf(name, before, schema))
    return referenceTo(name)
  }

  function showExample(name: string, example: unknown): void {
    if (!examples.has(name)) examples.set(name, example)
  }

  function all(): Record<string, Published> {
    const sorted = [...named].sort(([a], [b]) => (a < b ? -1 : 1))
    const shown = (name: string) => (examples.has(name) ? { examples: [examples.get(name)] } : {})
    return Object.fromEntries(sorted.map(([name, schema]) => [name, { ...schema, ...shown(name) }]))
  }

  return { publish, meaningOf, add, showExample, all, undescribed }
}

/** Whether the schema, or the one that it refers to, has a description. */
function isDescribed({ description, $ref, anyOf }: Published, named: ReadonlyMap<string, Published>): boolean {
  if (description !== undefined) return true
  if (Array.isArray(anyOf)) return anyOf.some((one) => isDescribed(one, named))
  return typeof $ref === 'string' && named.get($ref.slice($ref.lastIndexOf('/') + 1))?.['description'] !== undefined
}

function differenceOf(name: string, before: Published, schema: Published): string {
  const both = `${contentOf(before)}\n${contentOf(schema)}`
  return `two different schemas have the name ${name}: give one of them another with named('…', { … })\n${both}`
}

/** What makes a type: descriptions may differ with the place. */
function contentOf({ description: _description, ...content }: Published): string {
  return JSON.stringify(content)
}

/** The type itself, where null can be in its place. */
function withoutNull(rules: Rules): Rules {
  if (!Array.isArray(rules.type) || !rules.type.includes('null')) return rules
  const [type] = rules.type.filter((one) => one !== 'null')
  return { ...rules, type, ...(rules.enum && { enum: rules.enum.filter((value) => value !== null) }) } as Rules
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}
