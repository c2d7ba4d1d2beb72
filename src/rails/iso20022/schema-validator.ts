import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlElement,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'
import { withXml } from './xml.ts'

/** Checks XML against the schemas of a folder, such as those that a network publishes. */
export interface SchemaValidator {
  /** Why the XML does not conform to its schema; undefined if it does. */
  whyInvalid(xml: string): string | undefined
}

/** A schema of the folder. Several can describe one element: a network has one for each use. */
interface Schema {
  file: string
  namespace: string
  elements: ReadonlySet<string>
  validator?: XsdValidator
}

const MAX_BYTES = 16 * 1024 * 1024
const XSD = 'http://www.w3.org/2001/XMLSchema'

/**
 * Reads the schemas of a folder (`*.xsd`). What they import may be in folders below; nothing else
 * is read, from no network either. XML is checked by the schema of its root element. If the root
 * has none, as an envelope whose schema is not published, the elements in it are checked by theirs.
 */
export function createSchemaValidator(folder: string): SchemaValidator {
  const files: Record<string, Uint8Array> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && entry.name.endsWith('.xsd')) files[urlOf(relative(folder, path))] = readFileSync(path)
  }
  const schemas = Object.keys(files)
    .filter((url) => !url.slice(URL_BASE.length).includes('/'))
    .map((url) => schemaOf(url, files[url]!))
  return {
    whyInvalid(xml) {
      const checked = withXml(xml, MAX_BYTES, (root) => whyInvalidTree(root, schemas, files))
      return checked.ok ? checked.value : checked.refusal
    },
  }
}

const URL_BASE = 'schema:/'

function urlOf(path: string): string {
  return URL_BASE + path.split(sep).join('/')
}

function schemaOf(file: string, content: Uint8Array): Schema {
  const document = XmlDocument.fromBuffer(content)
  try {
    const { root } = document
    const elements = new Set<string>()
    for (let node = root.firstChild; node; node = node.next) {
      if (!(node instanceof XmlElement) || node.namespaceUri !== XSD || node.name !== 'element') continue
      elements.add(node.attr('name')?.value ?? '')
    }
    return { file, namespace: root.attr('targetNamespace')?.value ?? '', elements }
  } finally {
    document.dispose()
  }
}

function whyInvalidTree(
  root: XmlElement,
  schemas: readonly Schema[],
  files: Record<string, Uint8Array>,
): string | undefined {
  const checked = outermost(root, schemas)
  if (checked.length === 0) return `no schema describes the element ${root.name} of the namespace ${root.namespaceUri}`
  for (const { element, by } of checked) {
    const reasons = by.map((schema) => whyInvalidElement(element, schema, files))
    if (!reasons.includes(undefined)) return reasons[0]
  }
  return undefined
}

/** The outermost elements that schemas describe, each with its schemas. */
function outermost(element: XmlElement, schemas: readonly Schema[]): { element: XmlElement; by: Schema[] }[] {
  const { name, namespaceUri } = element
  const by = schemas.filter(({ namespace, elements }) => namespace === namespaceUri && elements.has(name))
  if (by.length > 0) return [{ element, by }]
  const found: { element: XmlElement; by: Schema[] }[] = []
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) found.push(...outermost(node, schemas))
  }
  return found
}

function whyInvalidElement(element: XmlElement, schema: Schema, files: Record<string, Uint8Array>): string | undefined {
  schema.validator ??= compile(schema.file, files)
  try {
    schema.validator.validate(element)
    return undefined
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.message.trim()
  }
}

/** Compiled schemas stay: there are as many as files. */
function compile(file: string, files: Record<string, Uint8Array>): XsdValidator {
  xmlRegisterInputProvider(new XmlBufferInputProvider(files))
  const document = XmlDocument.fromBuffer(files[file]!, { url: file, option: ParseOption.XML_PARSE_NONET })
  try {
    return XsdValidator.fromDoc(document)
  } finally {
    document.dispose()
    xmlCleanupInputProvider()
  }
}
