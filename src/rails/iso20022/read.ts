import { XmlCData, XmlComment, XmlElement, XmlText } from 'libxml2-wasm'
import { type ElementFault, quoted, whyNot, whyNotCurrency } from './check-text.ts'
import type { Amount, Description, Member } from './description.ts'
import { canonicalText } from './xml.ts'

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const HINTS = new Set(['schemaLocation', 'noNamespaceSchemaLocation'])

/** Thrown inside the reader, and turned into a refusal at its door. */
export class Unreadable extends Error {
  readonly fault: ElementFault
  constructor(path: string, why: string) {
    super(`${path}: ${why}`)
    this.fault = { path, why }
  }
}

/** What one message may still use of its bound. */
export interface ReadBudget {
  elements: number
}

/**
 * Reads an element of a type. Elements must have the namespace, the order and the number that the
 * description says; anything else is refused with its path. Comments between elements are skipped.
 */
export function readElement(
  type: Description,
  element: XmlElement,
  namespace: string,
  path: string,
  budget: ReadBudget,
): unknown {
  budget.elements -= 1
  if (budget.elements < 0) throw new Unreadable(path, 'the message has too many elements')
  const currency = attributesOf(element, path, type.kind === 'amount')
  switch (type.kind) {
    case 'sequence':
      return readSequence(type.members, element, namespace, path, budget)
    case 'choice':
      return readChoice(type.members, element, namespace, path, budget)
    case 'anyElement':
      return readAnyElement(element, path)
    case 'amount':
      return readAmount(type.number, currency, textOf(element, path), path)
    case 'flag':
      return readFlag(trimmed(textOf(element, path)), path)
    default:
      return readSimple(type, textOf(element, path), path)
  }
}

/** The elements in an element. White space and comments between them are skipped. */
export function elementsOf(element: XmlElement, path: string): XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
    else if (node instanceof XmlText || node instanceof XmlCData) {
      if (trimmed(node.content) !== '') throw new Unreadable(path, `it holds the text ${quoted(node.content)}`)
    } else if (!(node instanceof XmlComment)) {
      throw new Unreadable(path, 'it holds a processing instruction or an entity')
    }
  }
  return elements
}

function readSequence(
  members: readonly Member[],
  element: XmlElement,
  namespace: string,
  path: string,
  budget: ReadBudget,
): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  let at = 0
  for (const child of elementsOf(element, path)) {
    const next = positionOf(members, at, child, namespace, path)
    requireAll(members, at, next, value, path)
    at = next
    readMember(members[at]!, child, namespace, path, value, budget)
  }
  requireAll(members, at, members.length, value, path)
  return value
}

function positionOf(
  members: readonly Member[],
  at: number,
  child: XmlElement,
  namespace: string,
  path: string,
): number {
  const { name } = child
  if (child.namespaceUri === namespace) {
    for (let position = at; position < members.length; position += 1) {
      if (members[position]!.tag === name) return position
    }
    if (members.some(({ tag }) => tag === name)) throw new Unreadable(`${path}/${name}`, 'it comes too late')
  }
  throw unknownElement(child, path)
}

function requireAll(
  members: readonly Member[],
  from: number,
  to: number,
  value: Record<string, unknown>,
  path: string,
): void {
  for (let position = from; position < to; position += 1) {
    const { tag, min } = members[position]!
    if (min > 0 && value[tag] === undefined) throw new Unreadable(`${path}/${tag}`, 'it is missing')
  }
}

function readChoice(
  members: readonly Member[],
  element: XmlElement,
  namespace: string,
  path: string,
  budget: ReadBudget,
): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  const children = elementsOf(element, path)
  let chosen: Member | undefined
  for (const child of children) {
    const member = child.namespaceUri === namespace ? members.find(({ tag }) => tag === child.name) : undefined
    if (!member) throw unknownElement(child, path)
    if (chosen && member !== chosen) throw new Unreadable(`${path}/${member.tag}`, `${chosen.tag} excludes it`)
    chosen = member
    readMember(member, child, namespace, path, value, budget)
  }
  if (!chosen) throw new Unreadable(path, `it holds none of ${members.map(({ tag }) => tag).join(', ')}`)
  return value
}

function readMember(
  { tag, type, max, isList }: Member,
  child: XmlElement,
  namespace: string,
  path: string,
  value: Record<string, unknown>,
  budget: ReadBudget,
): void {
  if (!isList) {
    if (value[tag] !== undefined) throw new Unreadable(`${path}/${tag}`, 'it occurs more than once')
    value[tag] = readElement(type, child, namespace, `${path}/${tag}`, budget)
    return
  }
  value[tag] ??= []
  const list = value[tag] as unknown[]
  if (list.length === max) throw new Unreadable(`${path}/${tag}`, `it occurs more than ${max} times`)
  list.push(readElement(type, child, namespace, `${path}/${tag}[${list.length + 1}]`, budget))
}

function unknownElement(child: XmlElement, path: string): Unreadable {
  const { name, namespaceUri } = child
  return new Unreadable(
    `${path}/${name.slice(0, 60)}`,
    `the element is not allowed here (namespace ${quoted(namespaceUri)})`,
  )
}

/** The currency, if the element is an amount. Hints of where a schema is are ignored. */
function attributesOf(element: XmlElement, path: string, isAmount: boolean): string | undefined {
  let currency: string | undefined
  for (const attribute of element.attrs) {
    const { name, namespaceUri } = attribute
    if (isAmount && name === 'Ccy' && namespaceUri === '') currency = attribute.value
    else if (namespaceUri !== XSI || !HINTS.has(name)) {
      throw new Unreadable(path, `the attribute ${quoted(name)} is not allowed`)
    }
  }
  return currency
}

/** The text of an element that holds nothing else. A comment could hide a part of it. */
function textOf(element: XmlElement, path: string): string {
  let text = ''
  for (let node = element.firstChild; node; node = node.next) {
    if (!(node instanceof XmlText || node instanceof XmlCData)) {
      throw new Unreadable(path, node instanceof XmlElement ? 'it holds an element' : 'it holds more than text')
    }
    text += node.content
  }
  return text
}

function readAnyElement(element: XmlElement, path: string): string {
  const [only, ...others] = elementsOf(element, path)
  if (!only || others.length > 0) throw new Unreadable(path, 'it does not hold exactly one element')
  return canonicalText(only)
}

function readAmount(
  type: Extract<Description, { kind: 'decimal' }>,
  currency: string | undefined,
  text: string,
  path: string,
): Amount {
  if (currency === undefined) throw new Unreadable(path, 'it has no currency')
  const why = whyNotCurrency(currency)
  if (why !== undefined) throw new Unreadable(path, why)
  return { Ccy: currency, value: readSimple(type, text, path) }
}

function readFlag(text: string, path: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new Unreadable(path, `${quoted(text)} is not true or false`)
}

function readSimple(
  type: Exclude<Description, { kind: 'amount' | 'flag' | 'anyElement' | 'sequence' | 'choice' }>,
  text: string,
  path: string,
): string {
  const value = normal(type, text)
  const why = whyNot(type, value)
  if (why !== undefined) throw new Unreadable(path, why)
  return value
}

/**
 * One form for what XML Schema writes in several: numbers lose a plus sign and zeros at the start
 * (`+05.` is `5`), and dates their zone, which names no other day.
 */
function normal(type: Parameters<typeof readSimple>[0], text: string): string {
  if (type.kind === 'text' || type.kind === 'code') return text
  const bare = trimmed(text)
  if (type.kind === 'binary') return bare.replace(/[ \t\r\n]+/g, '')
  if (type.kind === 'decimal') {
    const [, sign = '', whole = '', decimals = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(bare) ?? []
    if (whole + decimals === '') return bare
    return `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals && `.${decimals}`}`
  }
  return type.form === 'date' || type.form === 'yearMonth'
    ? bare.replace(/(?<=^\d{4}-\d\d(?:-\d\d)?)(?:Z|[+-]\d\d:\d\d)$/, '')
    : bare
}

function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}
