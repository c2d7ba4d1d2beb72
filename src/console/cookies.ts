import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long a person may take from opening the sign-in to coming back. */
export const START_SECONDS = 1_800
const MAX_COOKIE = 4_096

export interface Cookies {
  /** The cookie of the session: the code of the institution, a dot, and a secret. */
  session(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, value: string): void
  endSession(reply: FastifyReply): void
  /** What the browser keeps, sealed, while its person signs in. */
  start(request: FastifyRequest): string | undefined
  setStart(reply: FastifyReply, value: string): void
  endStart(reply: FastifyReply): void
}

/**
 * With TLS, the prefix makes browsers refuse the cookies from another host (RFC 6265bis section
 * 4.1.3). The loopback interface has no TLS, so there the names have none.
 */
export function cookiesFor(publicUrl: string): Cookies {
  const isSecured = publicUrl.startsWith('https:')
  const prefix = isSecured ? '__Host-' : ''
  const flags = `; Path=/; HttpOnly${isSecured ? '; Secure' : ''}`
  const [session, start] = [`${prefix}giro-console`, `${prefix}giro-console-start`]
  const set = (reply: FastifyReply, text: string) => void reply.header('set-cookie', text + flags)
  return {
    session: (request) => read(request, session),
    setSession: (reply, value) => set(reply, `${session}=${value}; SameSite=Strict`),
    endSession: (reply) => set(reply, `${session}=; SameSite=Strict; Max-Age=0`),
    start: (request) => read(request, start),
    setStart: (reply, value) => set(reply, `${start}=${value}; SameSite=Lax; Max-Age=${START_SECONDS}`),
    endStart: (reply) => set(reply, `${start}=; SameSite=Lax; Max-Age=0`),
  }
}

/** Undefined if it is missing, too long or sent twice: then one of the two is not ours. */
function read({ headers }: FastifyRequest, name: string): string | undefined {
  const found = (headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(`${name}=`))
  const value = found.length === 1 ? found[0]!.slice(name.length + 1) : ''
  return value.length > 0 && value.length <= MAX_COOKIE ? value : undefined
}

/** The page sends it in a header, which no other site can. It follows from the cookie. */
export const csrfTokenOf = (cookie: string) => hash('sha256', `csrf:${cookie}`, 'base64url')

export function isCsrfToken(sent: unknown, cookie: string): boolean {
  const expected = Buffer.from(csrfTokenOf(cookie))
  const given = Buffer.from(typeof sent === 'string' ? sent : '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether a page of the console itself sent the request. Old browsers say neither. */
export function isFromConsole({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return (site === undefined || site === 'same-origin') && (headers.origin === undefined || headers.origin === origin)
}
