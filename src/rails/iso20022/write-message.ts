import { accept, type Result, refuse } from '../../kernel/result.ts'
import type { ElementFault } from './check-text.ts'
import { ENVELOPES, type Envelope, type EnvelopeForm, elementsFor } from './envelopes.ts'
import { type DocumentOf, descriptionOf, type Header, type MessageType, namespaceOf } from './messages.ts'
import { writeElement } from './write.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * Writes a message: its document alone, or with its header in the envelope of a network. What is
 * written conforms to the schema of the message, else it is refused with the path of the element at
 * fault. The header must name the type of the document.
 */
export function writeMessage<Type extends MessageType>(
  type: Type,
  document: DocumentOf<Type>,
  wrapping?: { header: Header; envelope: Envelope },
): Result<string, ElementFault> {
  if (!wrapping) return declared(element(type, document, 'Document', `/Document`))
  const { header, envelope } = wrapping
  const form = ENVELOPES[envelope.name]
  const headerPath = `/${form.root}/AppHdr`
  if (header.content.MsgDefIdr !== type) {
    return refuse({ path: `${headerPath}/MsgDefIdr`, why: `it is ${header.content.MsgDefIdr}, not ${type}` })
  }
  if (form.headerType !== undefined && header.type !== form.headerType) {
    return refuse({ path: headerPath, why: `the header is ${header.type}; ${envelope.name} has ${form.headerType}` })
  }
  const tag = elementOf(form, type, envelope)
  if (!tag.ok) return tag
  return declared(
    form.isInline ? inline(form, header, type, document, tag.value) : wrapped(form, header, type, document, tag.value),
  )
}

/** The element of the envelope that carries the message. It must be named if there are several. */
function elementOf(
  form: EnvelopeForm,
  type: MessageType,
  envelope: Envelope,
): Result<string | undefined, ElementFault> {
  if (!form.elements) return accept(undefined)
  const possible = elementsFor(form, type)
  const chosen = envelope.element ?? (possible.length === 1 ? possible[0] : undefined)
  if (chosen !== undefined && possible.includes(chosen)) return accept(chosen)
  const carried = possible.length === 0 ? 'does not carry it' : `carries it as ${possible.join(', ')}`
  return refuse({ path: `/${form.root}`, why: `${envelope.name} ${carried}; not as ${chosen ?? 'nothing named'}` })
}

function wrapped(
  form: EnvelopeForm,
  header: Header,
  type: MessageType,
  document: unknown,
  tag: string | undefined,
): Result<string, ElementFault> {
  const tags = [form.body, tag].filter((part) => part !== undefined)
  const path = ['', form.root, ...tags].join('/')
  const head = element(header.type, header.content, 'AppHdr', `${path}/AppHdr`)
  if (!head.ok) return head
  const body = element(type, document, 'Document', `${path}/Document`)
  if (!body.ok) return body
  const open = tags.map((part) => `<${part}>`).join('')
  const close = tags
    .toReversed()
    .map((part) => `</${part}>`)
    .join('')
  return accept(`<${form.root} xmlns="${form.namespace}">${open}${head.value}${body.value}${close}</${form.root}>`)
}

/** Header and document are elements of the envelope's namespace, and hold those of their own. */
function inline(
  form: EnvelopeForm,
  header: Header,
  type: MessageType,
  document: unknown,
  tag: string | undefined,
): Result<string, ElementFault> {
  const head = element(header.type, header.content, 'e:AppHdr', `/${form.root}/AppHdr`)
  if (!head.ok) return head
  const body = element(type, document, `e:${tag}`, `/${form.root}/${tag}`)
  if (!body.ok) return body
  return accept(`<e:${form.root} xmlns:e="${form.namespace}">${head.value}${body.value}</e:${form.root}>`)
}

function element(
  type: MessageType | Header['type'],
  value: unknown,
  tag: string,
  path: string,
): Result<string, ElementFault> {
  return writeElement(descriptionOf(type), value, { tag, attributes: ` xmlns="${namespaceOf(type)}"`, path })
}

function declared(written: Result<string, ElementFault>): Result<string, ElementFault> {
  return written.ok ? accept(DECLARATION + written.value) : written
}
