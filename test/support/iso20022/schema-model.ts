import { readFileSync } from 'node:fs'
import { XmlDocument, XmlElement } from 'libxml2-wasm'

/** A type of a published schema, in the terms of `description.ts`. */
export type SchemaType =
  | { kind: 'sequence' | 'choice'; members: { tag: string; type: string; min: number; max: number }[] }
  | { kind: 'anyElement' }
  | { kind: 'amount'; number: string }
  | { kind: 'simple'; base: string; facets: ReadonlyMap<string, string>; codes: string[] }

export interface SchemaModel {
  namespace: string
  types: ReadonlyMap<string, SchemaType>
  /** The types of its elements. Schemas of RTP have none, but types that its envelope holds. */
  roots: string[]
}

/** Reads a published schema. Throws for what no schema of ISO 20022 has. */
export function readSchema(file: string): SchemaModel {
  const document = XmlDocument.fromBuffer(readFileSync(file))
  try {
    const { root } = document
    const types = new Map<string, SchemaType>()
    const elements: string[] = []
    for (const part of childrenOf(root)) {
      if (part.name === 'complexType') types.set(attribute(part, 'name'), complexType(part))
      else if (part.name === 'simpleType') types.set(attribute(part, 'name'), simpleType(part))
      else if (part.name === 'element') elements.push(localName(attribute(part, 'type')))
    }
    const held = ['Document', 'Document_TCH', 'BusinessApplicationHeaderV01', 'BusinessApplicationHeaderV01_TCH']
    const roots = elements.length > 0 ? elements : held.filter((name) => types.has(name))
    return { namespace: attribute(root, 'targetNamespace'), types, roots }
  } finally {
    document.dispose()
  }
}

function complexType(type: XmlElement): SchemaType {
  const [content] = childrenOf(type)
  if (content?.name === 'simpleContent') {
    return { kind: 'amount', number: localName(attribute(childrenOf(content)[0]!, 'base')) }
  }
  if (content?.name !== 'sequence' && content?.name !== 'choice') throw new Error(`unknown content of ${type.name}`)
  const parts = childrenOf(content)
  if (parts.length === 1 && parts[0]!.name === 'any') return { kind: 'anyElement' }
  return { kind: content.name, members: parts.map(memberOf) }
}

function memberOf(part: XmlElement): { tag: string; type: string; min: number; max: number } {
  if (part.name !== 'element') throw new Error(`unknown part ${part.name}`)
  const max = part.attr('maxOccurs')?.value ?? '1'
  return {
    tag: attribute(part, 'name'),
    type: localName(attribute(part, 'type')),
    min: Number(part.attr('minOccurs')?.value ?? 1),
    max: max === 'unbounded' ? Number.POSITIVE_INFINITY : Number(max),
  }
}

function simpleType(type: XmlElement): SchemaType {
  const [restriction] = childrenOf(type)
  const facets = childrenOf(restriction!).map((facet) => [facet.name, attribute(facet, 'value')] as const)
  return {
    kind: 'simple',
    base: localName(attribute(restriction!, 'base')),
    facets: new Map(facets.filter(([name]) => name !== 'enumeration')),
    codes: facets.filter(([name]) => name === 'enumeration').map(([, value]) => value),
  }
}

function childrenOf(element: XmlElement): XmlElement[] {
  const children: XmlElement[] = []
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement && node.name !== 'annotation') children.push(node)
  }
  return children
}

function attribute(element: XmlElement, name: string): string {
  return element.attr(name)?.value ?? ''
}

function localName(name: string): string {
  return name.split(':').at(-1)!
}
