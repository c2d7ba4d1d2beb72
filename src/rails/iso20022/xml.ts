import { ParseOption, XmlC14NMode, XmlDocument, type XmlElement, XmlParseError } from 'libxml2-wasm'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { quoted } from './check-text.ts'

/** No document type, no entities, no network, no files. libxml2 itself stops at a depth of 256. */
const OPTIONS = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NOWARNING

const DECLARATION = /^<\?xml\s+version\s*=\s*["']([^"']*)["'](?:\s+encoding\s*=\s*["']([^"']*)["'])?[^?]*\?>/

/**
 * Parses XML, and frees it when `use` is done. Only UTF-8 is read. A document type is refused, and
 * with it every entity: nothing is expanded, and nothing outside the text is read.
 */
export function withXml<T>(
  input: Uint8Array | string,
  maxBytes: number,
  use: (root: XmlElement) => T,
): Result<T, string> {
  const text = textOf(input, maxBytes)
  if (!text.ok) return text
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(text.value, { option: OPTIONS })
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const [detail] = error.details
    const place = detail ? `line ${detail.line}: ` : ''
    return refuse(`it is not well-formed XML: ${place}${(detail?.message ?? error.message).trim().slice(0, 200)}`)
  }
  try {
    return accept(use(document.root))
  } finally {
    document.dispose()
  }
}

/** The element in exclusive canonical form, which declares every namespace that it uses. */
export function canonicalText(element: XmlElement): string {
  return element.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0, withComments: false })
}

/** Text that is one element in a namespace, in canonical form. */
export function readElementText(text: string): Result<string, string> {
  const read = withXml(text, Number.POSITIVE_INFINITY, (root) =>
    root.namespaceUri === '' ? refuse('its element has no namespace') : accept(canonicalText(root)),
  )
  return read.ok ? read.value : read
}

function textOf(input: Uint8Array | string, maxBytes: number): Result<string, string> {
  const size = typeof input === 'string' ? Buffer.byteLength(input) : input.length
  if (size > maxBytes) return refuse(`it has ${size} bytes; at most ${maxBytes} are read`)
  const decoded = typeof input === 'string' ? input : decode(input)
  if (decoded === undefined) return refuse('it is not UTF-8')
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded
  if (text.includes('\0')) return refuse('it holds the character U+0000')
  const declaration = DECLARATION.exec(text)
  const [, version = '1.0', encoding = 'UTF-8'] = declaration ?? []
  if (version !== '1.0') return refuse(`it is XML ${quoted(version)}; only 1.0 is read`)
  if (encoding.toUpperCase() !== 'UTF-8')
    return refuse(`it declares the encoding ${quoted(encoding)}; only UTF-8 is read`)
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return refuse('it has a document type, which is not allowed')
  return accept(text)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
