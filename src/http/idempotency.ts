import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'

/** A request that can be repeated: its key, and a digest of each field of its body. */
export interface IdempotencyClaim {
  key: string
  fingerprint: Fingerprint
}

/** The path of each field of a body, with a short digest of its value for comparison. */
export type Fingerprint = Record<string, string>

/** The reply to repeat: HTTP status, body and entity tag. */
export interface StoredAnswer {
  status: number
  response: unknown
  etag: string | null
}

export interface IdempotencyRecord extends StoredAnswer {
  fingerprint: Fingerprint
}

/** Visible ASCII characters, such as a UUID. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

/**
 * The maximum number of fields with their own digest; further fields share one. With the depth, it
 * bounds the size of a stored fingerprint.
 */
const MAX_FIELDS = 1_000
/** A value at this depth has one digest, whatever is in it. No schema is as deep. */
const MAX_DEPTH = 8
const FURTHER_FIELDS = 'further fields'

export function fingerprintOf(body: unknown): Fingerprint {
  const fingerprint: Fingerprint = {}
  const further: string[] = []
  let fields = 0
  const visit = (value: unknown, path: string, depth: number) => {
    const hasChildren = depth < MAX_DEPTH && value !== null && typeof value === 'object'
    const children = hasChildren ? Object.entries(value) : []
    for (const [name, child] of children) visit(child, path === '' ? name : `${path}.${name}`, depth + 1)
    // An empty list or object is a value: a body with it differs from one without.
    if (children.length > 0) return
    const json = depth < MAX_DEPTH ? (JSON.stringify(value) ?? '') : canonicalJson(value)
    if (++fields <= MAX_FIELDS) fingerprint[path || 'the body'] = digestOf(json)
    else further.push(digestOf(`${path}=${json}`))
  }
  visit(body, '', 0)
  if (further.length > 0) fingerprint[FURTHER_FIELDS] = digestOf(further.sort().join('\n'))
  return fingerprint
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}

/** The names of the fields in which two bodies differ, sorted. */
export function differingFields(first: Fingerprint, second: Fingerprint): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].filter((name) => first[name] !== second[name]).sort()
}

/** The refusal of a key that was used with another body; undefined if the bodies are equal. */
export function conflictOf(record: { fingerprint: Fingerprint }, claim: IdempotencyClaim): Refusal | undefined {
  const differing = differingFields(record.fingerprint, claim.fingerprint)
  if (differing.length === 0) return undefined
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
