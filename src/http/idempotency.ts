import { hash } from 'node:crypto'
import { violatedConstraint } from '../db/client.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'

/** A request that can be repeated: its key, and the fingerprint of its body and path. */
export interface IdempotencyClaim {
  key: string
  fingerprint: Fingerprint
  /** Of the body as it was sent, which is what releases up to 0.2.0 stored. */
  fingerprintAsSent?: () => Fingerprint
}

/** What tells a request from another one with the same key. */
export interface Fingerprint {
  /**
   * As it is stored: a digest of the whole request, which decides whether two are equal, and the
   * path of each field with a mark of 24 bits, which tells which fields differ.
   */
  text: string
  /** The fields themselves, for comparison with a fingerprint of an older form. */
  fields: readonly Field[]
}

/** The path of a field, without spaces and equals signs, and its value as JSON. */
type Field = readonly [path: string, json: string]

/** The text of a fingerprint. In the older form, the path and a digest of each field. */
export type StoredFingerprint = string | Record<string, string>

/** The reply to repeat: HTTP status, body and entity tag. */
export interface StoredAnswer {
  status: number
  response: unknown
  etag: string | null
}

export interface IdempotencyRecord extends StoredAnswer {
  fingerprint: StoredFingerprint
}

/** Visible ASCII characters, such as a UUID. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

/**
 * The maximum number of fields with their own mark; further fields share the digest of the request.
 * With the depth, it bounds the size of a stored fingerprint.
 */
const MAX_FIELDS = 1_000
/** A value at this depth is one field, whatever is in it. No schema is as deep. */
const MAX_DEPTH = 8
const FURTHER_FIELDS = 'further fields'
/** The first word of a stored fingerprint: its form. */
const FORM = 'v2'

/**
 * The fingerprint of a request. Path parameters are part of it: the same body for another customer
 * is another request. The order of members does not matter.
 */
export function fingerprintOf(body: unknown, params: object = {}): Fingerprint {
  const fields: Field[] = []
  collectFields(fields, body, '', 0)
  for (const [name, value] of Object.entries(params)) collectFields(fields, value, `{${name}}`, 1)
  const lines = fields.map(([path, json]) => `${path}=${json}`)
  let text = `${FORM} ${hash('sha256', lines.sort().join('\n'), 'base64url').slice(0, 24)}`
  const marked = Math.min(fields.length, MAX_FIELDS)
  for (let at = 0; at < marked; at++) text += ` ${fields[at]![0]}=${markOf(fields[at]![1])}`
  return { text, fields }
}

function collectFields(fields: Field[], value: unknown, path: string, depth: number): void {
  if (depth < MAX_DEPTH && value !== null && typeof value === 'object') {
    const before = fields.length
    for (const [name, child] of Object.entries(value))
      collectFields(fields, child, path === '' ? encoded(name) : `${path}.${encoded(name)}`, depth + 1)
    // An empty list or object is a value: a body with it differs from one without.
    if (fields.length > before) return
  }
  const json = depth < MAX_DEPTH ? (JSON.stringify(value) ?? '') : canonicalJson(value)
  fields.push([path || encoded('the body'), json])
}

const SEPARATORS = /[\s=%]/

function encoded(name: string): string {
  return SEPARATORS.test(name) ? name.replaceAll(/[\s=%]/g, encodeURIComponent) : name
}

/** 24 bits of FNV-1a, a fast hash: too few to tell what the value was. */
function markOf(json: string): string {
  let mark = 0x811c9dc5
  for (let at = 0; at < json.length; at++) mark = Math.imul(mark ^ json.charCodeAt(at), 0x01000193)
  return (mark >>> 8).toString(36)
}

/** The digest of each field, as the older form of fingerprints has them. */
function digestsOf(fields: readonly Field[]): Record<string, string> {
  const digests: Record<string, string> = {}
  const further: string[] = []
  for (const [at, [path, json]] of fields.entries()) {
    const name = decodeURIComponent(path)
    if (at < MAX_FIELDS) digests[name] = digestOf(json)
    else further.push(digestOf(`${name}=${json}`))
  }
  if (further.length > 0) digests[FURTHER_FIELDS] = digestOf(further.sort().join('\n'))
  return digests
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}

/** The names of the fields in which a request differs from an earlier one, sorted. */
export function differingFields(earlier: StoredFingerprint, { text, fields }: Fingerprint): string[] {
  if (typeof earlier !== 'string') return namesOfDifferent(earlier, digestsOf(fields))
  const [first, second] = [earlier.split(' '), text.split(' ')]
  if (first[1] === second[1]) return []
  const names = namesOfDifferent(marksIn(first), marksIn(second))
  return names.length > 0 ? names : [FURTHER_FIELDS]
}

function marksIn([, , ...marks]: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    marks.map((mark) => {
      const end = mark.lastIndexOf('=')
      return [decodeURIComponent(mark.slice(0, end)), mark.slice(end)]
    }),
  )
}

function namesOfDifferent(first: Record<string, string>, second: Record<string, string>): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].filter((name) => first[name] !== second[name]).sort()
}

/** The refusal of a key that was used with another body; undefined if the bodies are equal. */
export function conflictOf(record: { fingerprint: StoredFingerprint }, claim: IdempotencyClaim): Refusal | undefined {
  const differing = differingFields(record.fingerprint, claim.fingerprint)
  if (differing.length === 0) return undefined
  const asSent = claim.fingerprintAsSent?.()
  if (asSent && differingFields(record.fingerprint, asSent).length === 0) return undefined
  const names = differing.slice(0, 10).join(', ') + (differing.length > 10 ? ` and ${differing.length - 10} more` : '')
  return refusal('idempotencyConflict', `the idempotency key was used for another request, which differs in ${names}`)
    .refusal
}

/** The scope of a key: one client and one operation. */
export interface IdempotencyScope {
  tenantId: bigint
  clientId: string
  operation: string
}

/** Another node used one of the keys after this batch read them. The batch must be tried again. */
export class SecondUseOfKey extends Error {}

/** The same, if the database refused the key. */
export function isSecondUseOfKey(error: unknown): boolean {
  return error instanceof SecondUseOfKey || violatedConstraint(error) === 'idempotency_keys_pkey'
}
