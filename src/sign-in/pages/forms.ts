import type { IncomingMessage } from 'node:http'

/** An answer of a passkey is the largest field. */
const MAX_FORM_BYTES = 32 * 1_024

/**
 * The fields of a form that a page of this service sent; undefined for any other body. Browsers
 * name the origin of the page with every form, so no page of another site can fill one in.
 */
export async function readForm(request: IncomingMessage, origin: string): Promise<URLSearchParams | undefined> {
  const { origin: from, 'sec-fetch-site': site = 'same-origin', 'content-type': type } = request.headers
  if (from !== origin || site !== 'same-origin') return undefined
  if (!type?.startsWith('application/x-www-form-urlencoded')) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_FORM_BYTES) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

/** The value of a cookie of the request. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** A cookie of this host only, kept until the browser closes. An empty value deletes it. */
export function setCookie(name: string, value: string, { isSecured }: { isSecured: boolean }): string {
  const flags = [
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecured ? ['Secure'] : []),
    ...(value ? [] : ['Max-Age=0']),
  ]
  return [`${name}=${value}`, ...flags].join('; ')
}
