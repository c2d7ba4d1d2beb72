import type { Published } from './named-schemas.ts'

/** A part of the document that is the same in several places, such as a parameter. */
export interface Shared {
  /** The part, as a reference to it if it is the same as an earlier one of its name. */
  share(name: string, part: Published): Published
  /** The parts with several places. A part with one is put there. Call it last, once. */
  all(): Record<string, Published>
}

/**
 * Gives the parts of a kind one place each. Of parts with one name that differ, the first has the
 * name, and each other one the name with a number.
 */
export function createSharedParts(kind: 'parameters' | 'responses' | 'links'): Shared {
  const parts = new Map<string, { part: Published; text: string; references: Published[] }>()
  return {
    share(wanted, part) {
      const text = JSON.stringify(part)
      let name = wanted
      for (let place = 2; (parts.get(name)?.text ?? text) !== text; place++) name = `${wanted}.${place}`
      const shared = parts.get(name) ?? { part, text, references: [] }
      parts.set(name, shared)
      const reference = { $ref: `#/components/${kind}/${name}` }
      shared.references.push(reference)
      return reference
    },
    all() {
      for (const [name, { part, references }] of parts) {
        const [only, ...others] = references
        if (others.length > 0) continue
        delete only!['$ref']
        Object.assign(only!, part)
        parts.delete(name)
      }
      return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { part }]) => [name, part]))
    },
  }
}
