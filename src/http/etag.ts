import { hash } from 'node:crypto'

/** The entity tag of a record (RFC 9110 section 8.8.3). It changes with each version. */
export function etagOf(record: { version: bigint }): string {
  return `"${record.version}"`
}

/** The entity tag of a record without versions, from its content. */
export function etagOfContent(shown: object): string {
  return `"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22)}"`
}

/**
 * Whether If-Match allows the change. The header is optional; `*` or any of its tags can match (RFC
 * 9110 section 13.1.1).
 */
export function isExpectedVersion(record: { version: bigint }, ifMatch: string | undefined): boolean {
  return isExpectedTag(etagOf(record), ifMatch)
}

export function isExpectedTag(etag: string, ifMatch: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true
  return hasTag(ifMatch, etag)
}

/**
 * Whether the client that sends If-None-Match has this reply already (RFC 9110 section 13.1.2). The
 * tag of a version never says so: beside its record, a reply shows balances and names, which change
 * without it.
 */
export function isUnchanged(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || /^"[0-9]+"$/.test(etag)) return false
  return ifNoneMatch.trim() === '*' || hasTag(ifNoneMatch, etag)
}

/** A proxy that compresses replies marks their tags as weak, and clients send them back so. */
function hasTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
