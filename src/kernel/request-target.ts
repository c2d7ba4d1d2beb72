/** The authority of a request target in absolute form: http://bank.example/v2/customers. */
const AUTHORITY = /^https?:\/\/[^/?#]*/i
const UNRESERVED = /^[\w.~-]$/

/**
 * A request target as a path with its query. A server must take the absolute form too (RFC 9112
 * section 3.2.2); what reads a path knows only the other.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = target.replace(AUTHORITY, '')
  return path.startsWith('?') || path === '' ? `/${path}` : path
}

/** A path in the one form of those that are equal (RFC 3986 section 6.2.2). */
export function normalPath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })
}

/**
 * The path of the base URL by which clients reach the service, without a slash at its end: `/api`
 * of https://bank.example/api, and nothing of https://bank.example. A proxy takes it off, so it is
 * missing in requests, and every address that the service tells begins with it.
 */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '').replaceAll("'", '%27')
}

/** A page whose links to this service begin with the base path. */
export function linkedBelow(basePath: string, page: string): string {
  return basePath === '' ? page : page.replaceAll(/\b(href|src)="\/(?!\/)/g, `$1="${basePath.replaceAll('$', '$$$$')}/`)
}
