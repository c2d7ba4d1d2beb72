import { words } from '../../kernel/words.ts'
/** The forms of messages to a webhook. */
export const WEBHOOK_FORMATS = words('WebhookFormat', ['standard', 'flat'])
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

type Json = unknown

/**
 * An event with one level of fields, for receivers that read no others. The fields of its data
 * stand beside its own, and those of an object have its name before theirs: `occurrences.frequency`
 * becomes `occurrencesFrequency`. Lists stay lists. A field of the event itself wins over one of
 * its data that has the same name.
 */
export function flatEvent({ data, ...event }: Readonly<Record<string, Json>>): Record<string, Json> {
  return { ...flatten('', data), ...event }
}

function flatten(prefix: string, value: Json): Record<string, Json> {
  if (!isObject(value)) return prefix === '' ? {} : { [prefix]: value }
  return Object.assign({}, ...Object.entries(value).map(([name, part]) => flatten(nameIn(prefix, name), part)))
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameIn(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
