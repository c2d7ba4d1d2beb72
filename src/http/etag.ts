import { hash } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'

/** A record with versions: with the time of its last change, or with what can be changed. */
export type Versioned = { version: bigint } & ({ updatedAt: Temporal.Instant } | { changeable: object })

/**
 * The entity tag of a record (RFC 9110 section 8.8.3). It changes with each version: `"3-9f3ac2d1"`
 * is the third, with a hash of when or of what was written. After a restore of the database, what
 * is written then has the version of what was lost, and the hash tells them apart.
 */
export function etagOf(record: Versioned): string {
  const written = 'updatedAt' in record ? record.updatedAt.toString() : jsonOf(record.changeable)
  return `"${record.version}-${hash('sha256', written, 'hex').slice(0, 8)}"`
}

const jsonOf = (value: object) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))

/** The entity tag of a record without versions, from its content. */
export function etagOfContent(shown: object): string {
  return `"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22)}"`
}

/**
 * Whether If-Match allows the change. The header is optional; `*` or any of its tags can match (RFC
 * 9110 section 13.1.1).
 */
export function isExpectedVersion(record: Versioned, ifMatch: string | undefined): boolean {
  return isExpectedTag(etagOf(record), ifMatch)
}

/** The number of a version alone is its tag of before. */
export function isExpectedTag(etag: string, ifMatch: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return hasTag(ifMatch, etag) || (VERSION.test(etag) && hasTag(ifMatch, etag.replace(/-.*/, '"')))
}

const VERSION = /^"[0-9]+-[0-9a-f]{8}"$/

/**
 * Whether the client that sends If-None-Match has this reply already (RFC 9110 section 13.1.2). The
 * tag of a version never says so: beside its record, a reply shows balances and names, which change
 * without it.
 */
export function isUnchanged(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || VERSION.test(etag)) return false
  return ifNoneMatch.trim() === '*' || hasTag(ifNoneMatch, etag)
}

/** A proxy that compresses replies marks their tags as weak, and clients send them back so. */
function hasTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
