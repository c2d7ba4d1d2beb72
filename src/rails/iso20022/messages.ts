import type { Description, Value } from './description.ts'
import { Admi002_01, Admi004_02, Admi006_01, Admi007_01, Admi011_01, Admi998_02 } from './messages/admi.ts'
import {
  Admn001_01,
  Admn002_01,
  Admn003_01,
  Admn004_01,
  Admn005_01,
  Admn006_01,
  Admn007_01,
  Admn008_01,
} from './messages/admn.ts'
import { Camt026_07 } from './messages/camt.026.ts'
import { Camt028_09 } from './messages/camt.028.ts'
import { Camt029_09 } from './messages/camt.029.ts'
import { Camt035_05 } from './messages/camt.035.ts'
import { Camt052_08 } from './messages/camt.052.ts'
import { Camt053_08 } from './messages/camt.053.ts'
import { Camt054_08 } from './messages/camt.054.ts'
import { Camt055_09 } from './messages/camt.055.ts'
import { Camt056_08 } from './messages/camt.056.ts'
import { Camt060_05 } from './messages/camt.060.ts'
import { Camt110_01 } from './messages/camt.110.ts'
import { Camt111_01 } from './messages/camt.111.ts'
import { Head001_01, Head001_02, Head001_03 } from './messages/head.ts'
import { Pacs002_10 } from './messages/pacs.002.ts'
import { Pacs004_09, Pacs004_10 } from './messages/pacs.004.ts'
import { Pacs008_08 } from './messages/pacs.008.ts'
import { Pacs009_08 } from './messages/pacs.009.ts'
import { Pacs028_03 } from './messages/pacs.028.ts'
import { Pain013_07 } from './messages/pain.013.ts'
import { Pain014_07 } from './messages/pain.014.ts'
import { Remt001_04 } from './messages/remt.001.ts'

/** The messages that are read and written, by their definition identifiers. */
const DOCUMENTS = {
  'admi.002.001.01': Admi002_01,
  'admi.004.001.02': Admi004_02,
  'admi.006.001.01': Admi006_01,
  'admi.007.001.01': Admi007_01,
  'admi.011.001.01': Admi011_01,
  'admi.998.001.02': Admi998_02,
  'admn.001.001.01': Admn001_01,
  'admn.002.001.01': Admn002_01,
  'admn.003.001.01': Admn003_01,
  'admn.004.001.01': Admn004_01,
  'admn.005.001.01': Admn005_01,
  'admn.006.001.01': Admn006_01,
  'admn.007.001.01': Admn007_01,
  'admn.008.001.01': Admn008_01,
  'camt.026.001.07': Camt026_07,
  'camt.028.001.09': Camt028_09,
  'camt.029.001.09': Camt029_09,
  'camt.035.001.05': Camt035_05,
  'camt.052.001.08': Camt052_08,
  'camt.053.001.08': Camt053_08,
  'camt.054.001.08': Camt054_08,
  'camt.055.001.09': Camt055_09,
  'camt.056.001.08': Camt056_08,
  'camt.060.001.05': Camt060_05,
  'camt.110.001.01': Camt110_01,
  'camt.111.001.01': Camt111_01,
  'pacs.002.001.10': Pacs002_10,
  'pacs.004.001.09': Pacs004_09,
  'pacs.004.001.10': Pacs004_10,
  'pacs.008.001.08': Pacs008_08,
  'pacs.009.001.08': Pacs009_08,
  'pacs.028.001.03': Pacs028_03,
  'pain.013.001.07': Pain013_07,
  'pain.014.001.07': Pain014_07,
  'remt.001.001.04': Remt001_04,
}

/** The versions of the business application header. */
const HEADERS = {
  'head.001.001.01': Head001_01,
  'head.001.001.02': Head001_02,
  'head.001.001.03': Head001_03,
}

export type MessageType = keyof typeof DOCUMENTS
export type HeaderType = keyof typeof HEADERS

/** What stands in the element `Document` of a message: one element, such as `FIToFICstmrCdtTrf`. */
export type DocumentOf<Type extends MessageType> = Value<(typeof DOCUMENTS)[Type]>

/** A business application header (head.001), by its version. */
export type Header = { [Type in HeaderType]: HeaderOf<Type> }[HeaderType]
export interface HeaderOf<Type extends HeaderType> {
  type: Type
  content: Value<(typeof HEADERS)[Type]>
}

/** Messages whose namespace is not of ISO 20022 itself. */
const OTHER_NAMESPACES: { readonly [Type in MessageType]?: string } = {
  'admi.998.001.02': 'urn:swift:xsd:admi.998.001.02',
  'admn.007.001.01': 'urn:iso:std:ma:20022:tech:xsd:admn.007.001.01',
  'admn.008.001.01': 'urn:iso:std:ma:20022:tech:xsd:admn.008.001.01',
}

export const MESSAGE_TYPES = Object.keys(DOCUMENTS) as MessageType[]
const HEADER_TYPES = Object.keys(HEADERS) as HeaderType[]
const BY_NAMESPACE = new Map<string, MessageType | HeaderType>(
  [...MESSAGE_TYPES, ...HEADER_TYPES].map((type) => [namespaceOf(type), type]),
)

export function namespaceOf(type: MessageType | HeaderType): string {
  return OTHER_NAMESPACES[type as MessageType] ?? `urn:iso:std:iso:20022:tech:xsd:${type}`
}

export function descriptionOf(type: MessageType | HeaderType): Description {
  return isHeaderType(type) ? HEADERS[type] : DOCUMENTS[type]
}

export function typeOfNamespace(namespace: string): MessageType | HeaderType | undefined {
  return BY_NAMESPACE.get(namespace)
}

export function isHeaderType(type: string): type is HeaderType {
  return Object.hasOwn(HEADERS, type)
}

export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(DOCUMENTS, type)
}

/** The other versions of a message that are read, to name them in a refusal. */
export function versionsOf(type: string): string[] {
  const message = /[a-z]{4}\.\d{3}(?=\.\d{3}\.\d{2}$)/.exec(type)?.[0]
  return [...MESSAGE_TYPES, ...HEADER_TYPES].filter((known) => message !== undefined && known.startsWith(message))
}
