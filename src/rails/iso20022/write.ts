import { accept, type Result, refuse } from '../../kernel/result.ts'
import { type ElementFault, quoted, whyNot, whyNotCurrency } from './check-text.ts'
import type { Amount, Description, Member } from './description.ts'
import { readElementText } from './xml.ts'

class Unwritable extends Error {
  readonly fault: ElementFault
  constructor(path: string, why: string) {
    super(`${path}: ${why}`)
    this.fault = { path, why }
  }
}

/**
 * Writes a value as an element of a type. The value is checked as strictly as what is read: a
 * member that the type does not have, a missing one, and text of the wrong form are refused.
 */
export function writeElement(
  type: Description,
  value: unknown,
  element: { tag: string; attributes: string; path: string },
): Result<string, ElementFault> {
  try {
    return accept(elementText(type, value, element.tag, element.attributes, element.path))
  } catch (error) {
    if (error instanceof Unwritable) return refuse(error.fault)
    throw error
  }
}

function elementText(type: Description, value: unknown, tag: string, attributes: string, path: string): string {
  if (type.kind === 'amount') {
    const { Ccy, value: number } = amountParts(value, path)
    const why = whyNotCurrency(Ccy) ?? whyNot(type.number, number)
    if (why !== undefined) throw new Unwritable(path, why)
    return `<${tag}${attributes} Ccy="${Ccy}">${number}</${tag}>`
  }
  return `<${tag}${attributes}>${content(type, value, path)}</${tag}>`
}

function content(type: Exclude<Description, { kind: 'amount' }>, value: unknown, path: string): string {
  if (type.kind === 'sequence') return sequenceText(type.members, objectOf(value, path), path)
  if (type.kind === 'choice') return choiceText(type.members, objectOf(value, path), path)
  if (type.kind === 'flag') {
    if (typeof value !== 'boolean') throw new Unwritable(path, 'it is not true or false')
    return String(value)
  }
  if (typeof value !== 'string') throw new Unwritable(path, 'it is not text')
  if (type.kind === 'anyElement') {
    const read = readElementText(value)
    if (!read.ok) throw new Unwritable(path, read.refusal)
    return read.value
  }
  const why = whyNot(type, value)
  if (why !== undefined) throw new Unwritable(path, why)
  return escaped(value)
}

function sequenceText(members: readonly Member[], value: Readonly<Record<string, unknown>>, path: string): string {
  let text = ''
  let present = 0
  for (const member of members) {
    const held = value[member.tag]
    if (held === undefined) {
      if (member.min > 0) throw new Unwritable(`${path}/${member.tag}`, 'it is missing')
    } else {
      present += 1
      text += memberText(member, held, path)
    }
  }
  if (present < definedKeys(value).length) refuseUnknown(members, value, path)
  return text
}

function choiceText(members: readonly Member[], value: Readonly<Record<string, unknown>>, path: string): string {
  const chosen = definedKeys(value)
  refuseUnknown(members, value, path)
  if (chosen.length !== 1) {
    throw new Unwritable(path, `it has ${chosen.length} of ${members.map(({ tag }) => tag).join(', ')}; it needs one`)
  }
  const member = members.find(({ tag }) => tag === chosen[0])!
  return memberText(member, value[member.tag], path)
}

function memberText({ tag, type, min, max, isList }: Member, held: unknown, path: string): string {
  const at = `${path}/${tag}`
  if (!isList) return elementText(type, held, tag, '', at)
  if (!Array.isArray(held)) throw new Unwritable(at, 'it is not a list')
  if (held.length < min) throw new Unwritable(at, 'it is missing')
  if (held.length > max) throw new Unwritable(at, `it occurs ${held.length} times; at most ${max} are allowed`)
  return held.map((item, index) => elementText(type, item, tag, '', `${at}[${index + 1}]`)).join('')
}

function refuseUnknown(members: readonly Member[], value: Readonly<Record<string, unknown>>, path: string): void {
  const unknown = definedKeys(value).find((key) => !members.some(({ tag }) => tag === key))
  if (unknown !== undefined) throw new Unwritable(path, `it has no element ${quoted(unknown)}`)
}

function definedKeys(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

function objectOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unwritable(path, 'it does not hold elements')
  }
  return value as Readonly<Record<string, unknown>>
}

function amountParts(value: unknown, path: string): Amount {
  const { Ccy, value: number } = objectOf(value, path)
  if (typeof Ccy !== 'string' || typeof number !== 'string') {
    throw new Unwritable(path, 'it is not an amount with a currency')
  }
  return { Ccy, value: number }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

function escaped(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => ESCAPES[character]!) : text
}
