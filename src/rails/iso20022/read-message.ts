import type { XmlElement } from 'libxml2-wasm'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { type ElementFault, quoted } from './check-text.ts'
import { ENVELOPES, type Envelope, type EnvelopeForm, type EnvelopeName } from './envelopes.ts'
import {
  type DocumentOf,
  descriptionOf,
  type Header,
  type HeaderType,
  isHeaderType,
  isMessageType,
  type MessageType,
  namespaceOf,
  typeOfNamespace,
  versionsOf,
} from './messages.ts'
import { elementsOf, type ReadBudget, readElement, Unreadable } from './read.ts'
import { withXml } from './xml.ts'

/** A message that was read. Its type tells the form of its document. */
export type Message = { [Type in MessageType]: MessageOf<Type> }[MessageType]

export interface MessageOf<Type extends MessageType> {
  type: Type
  document: DocumentOf<Type>
  /** Undefined if the document came without one. */
  header: Header | undefined
  /** Undefined if the document came alone. */
  envelope: Envelope | undefined
}

/** Why a message cannot be read. What of it could be read serves to answer its sender. */
export interface UnreadableMessage extends ElementFault {
  type: MessageType | undefined
  header: Header | undefined
}

export interface ReadLimits {
  /** 1 MiB unless told otherwise. */
  maxBytes?: number
  /** 50,000 unless told otherwise. */
  maxElements?: number
}

const MAX_BYTES = 1024 * 1024
const MAX_ELEMENTS = 50_000

/** What is known of a message while it is read. */
type Progress = Omit<UnreadableMessage, keyof ElementFault>

/**
 * Reads a message from its bytes: a document alone, or a header and a document in the envelope of a
 * network. It must conform to the schema of its type in everything. The header must name that type.
 */
export function readMessage(input: Uint8Array | string, limits: ReadLimits = {}): Result<Message, UnreadableMessage> {
  const known: Progress = { type: undefined, header: undefined }
  const budget = { elements: limits.maxElements ?? MAX_ELEMENTS }
  const read = withXml(input, limits.maxBytes ?? MAX_BYTES, (root) => attempt(() => readRoot(root, known, budget)))
  if (!read.ok) return refuse({ path: '/', why: read.refusal, ...known })
  return read.value.ok ? read.value : refuse({ ...read.value.refusal, ...known })
}

/** Reads a header that comes alone, outside any envelope. */
export function readHeader(input: Uint8Array | string): Result<Header, ElementFault> {
  const budget = { elements: MAX_ELEMENTS }
  const read = withXml(input, MAX_BYTES, (root) =>
    attempt(() => readContent(root, '/AppHdr', 'AppHdr', isHeaderType, budget) as Header),
  )
  return read.ok ? read.value : refuse({ path: '/', why: read.refusal })
}

function attempt<T>(read: () => T): Result<T, ElementFault> {
  try {
    return accept(read())
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.fault)
    throw error
  }
}

function readRoot(root: XmlElement, known: Progress, budget: ReadBudget): Message {
  const found = Object.entries(ENVELOPES).find(([, { namespace }]) => namespace === root.namespaceUri)
  if (!found) {
    known.type = typeIn(root, '/Document', 'Document', isMessageType)
    return readDocument(root, '/Document', known, undefined, budget)
  }
  const [name, form] = found as [EnvelopeName, EnvelopeForm]
  if (root.name !== form.root) throw new Unreadable(`/${root.name}`, `the envelope begins with ${form.root}`)
  return form.isInline ? readInline(root, form, name, known, budget) : readWrapped(root, form, name, known, budget)
}

function readWrapped(
  root: XmlElement,
  form: EnvelopeForm,
  name: EnvelopeName,
  known: Progress,
  budget: ReadBudget,
): Message {
  let path = `/${form.root}`
  let within = root
  let element: string | undefined
  if (form.body !== undefined) {
    const parts = elementsOf(root, path).filter((part) => !isIn(part, form, form.technicalHeader))
    within = onlyElement(parts, path, (part) => isIn(part, form, form.body))
    path += `/${form.body}`
    within = onlyElement(elementsOf(within, path), path, (part) => isIn(part, form, part.name))
    element = carried(form, within, path)
    path += `/${element}`
  }
  const [head, body, ...others] = elementsOf(within, path)
  if (!head || !body || others.length > 0) throw new Unreadable(path, 'it does not hold AppHdr and Document')
  const header = readContent(head, `${path}/AppHdr`, 'AppHdr', isHeaderType, budget) as Header
  known.header = header
  known.type = typeIn(body, `${path}/Document`, 'Document', isMessageType)
  checkHeader(form, name, header, known.type, `${path}/AppHdr`)
  if (element !== undefined && form.elements![element] !== known.type) {
    throw new Unreadable(`${path}/Document`, `it is ${known.type}; ${element} carries ${form.elements![element]}`)
  }
  return readDocument(body, `${path}/Document`, known, element === undefined ? { name } : { name, element }, budget)
}

function readInline(
  root: XmlElement,
  form: EnvelopeForm,
  name: EnvelopeName,
  known: Progress,
  budget: ReadBudget,
): Message {
  const path = `/${form.root}`
  const [head, body, ...others] = elementsOf(root, path)
  if (!head || !isIn(head, form, 'AppHdr') || !body || others.length > 0) {
    throw new Unreadable(path, 'it does not hold AppHdr and one message')
  }
  const headerType = form.headerType!
  const content = readElement(descriptionOf(headerType), head, namespaceOf(headerType), `${path}/AppHdr`, budget)
  known.header = { type: headerType, content } as Header
  const element = carried(form, body, path)
  known.type = form.elements![element]!
  checkHeader(form, name, known.header, known.type, `${path}/AppHdr`)
  return readDocument(body, `${path}/${element}`, known, { name, element }, budget)
}

function isIn(element: XmlElement, form: EnvelopeForm, tag: string | undefined): boolean {
  return element.namespaceUri === form.namespace && element.name === tag
}

function onlyElement(elements: XmlElement[], path: string, isExpected: (element: XmlElement) => boolean): XmlElement {
  const [only, ...others] = elements
  if (!only || others.length > 0 || !isExpected(only))
    throw new Unreadable(path, 'it does not hold exactly one message')
  return only
}

function carried(form: EnvelopeForm, element: XmlElement, path: string): string {
  const { name } = element
  if (!isIn(element, form, name) || !Object.hasOwn(form.elements!, name)) {
    throw new Unreadable(path, `${quoted(name)} is not a message that is read`)
  }
  return name
}

function checkHeader(form: EnvelopeForm, name: EnvelopeName, header: Header, type: MessageType, path: string): void {
  if (form.headerType !== undefined && header.type !== form.headerType) {
    throw new Unreadable(path, `the header is ${header.type}; ${name} has ${form.headerType}`)
  }
  const { MsgDefIdr } = header.content
  if (MsgDefIdr !== type)
    throw new Unreadable(`${path}/MsgDefIdr`, `it is ${quoted(MsgDefIdr)}, but the document is ${type}`)
}

function readDocument(
  element: XmlElement,
  path: string,
  known: Progress,
  envelope: Envelope | undefined,
  budget: ReadBudget,
): Message {
  const type = known.type!
  const document = readElement(descriptionOf(type), element, namespaceOf(type), path, budget)
  return { type, document, header: known.header, envelope } as Message
}

function readContent(
  element: XmlElement,
  path: string,
  tag: string,
  isExpected: (type: string) => type is HeaderType,
  budget: ReadBudget,
): { type: HeaderType; content: unknown } {
  const type = typeIn(element, path, tag, isExpected)
  return { type, content: readElement(descriptionOf(type), element, namespaceOf(type), path, budget) }
}

/** The type that the namespace of an element says. */
function typeIn<Type extends string>(
  element: XmlElement,
  path: string,
  tag: string,
  isExpected: (type: string) => type is Type,
): Type {
  const { name, namespaceUri } = element
  const type = typeOfNamespace(namespaceUri)
  if (name === tag && type !== undefined && isExpected(type)) return type
  const versions = versionsOf(namespaceUri)
  const hint = type === undefined && versions.length > 0 ? `; ${versions.join(', ')} is read` : ''
  throw new Unreadable(path, `the element ${quoted(name)} of the namespace ${quoted(namespaceUri)} is not read${hint}`)
}
