import { fields } from './dictionary/fields.ts'
import { types } from './dictionary/types.ts'

/**
 * The data dictionary of the interface: what a type is, and what a field means wherever it appears.
 * A description in a schema wins over it, and an entry `Payment.status` over `status`.
 */
export function meaningOfType(name: string): string | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined
}

export function meaningOfField(type: string, field: string): string | undefined {
  const own = `${type}.${field}`
  if (Object.hasOwn(fields, own)) return fields[own]
  return Object.hasOwn(fields, field) ? fields[field] : undefined
}
