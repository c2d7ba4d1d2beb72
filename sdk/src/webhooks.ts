import type { components } from './api.ts'
import { webCrypto } from './platform.ts'

/** The message of a webhook. */
export type EventMessage = components['schemas']['EventMessage']

export interface WebhookMessage {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as it was received: parsed and written again, it may differ. */
  body: string | Uint8Array
  /** The secrets that may have signed it: while you change the secret, both. */
  secrets: readonly string[]
  /** How old, or how far ahead of your clock, a message may be; by default 300 seconds. */
  toleranceSeconds?: number | undefined
  /** Milliseconds since 1970; by default now. */
  now?: number | undefined
}

export interface WebhookError {
  /**
   * `unsigned`: a header of the signature is missing. `notRecent`: the message is too old, or from
   * the future. `badSignature`: none of the secrets signed it. `notJson`: signed, but not readable.
   */
  reason: 'unsigned' | 'notRecent' | 'badSignature' | 'notJson'
  message: string
}

/**
 * The verified message. `id` is the same in every try and every replay: store it with what you do,
 * and do nothing for an id that you have stored.
 */
export type Verified<Message> =
  | { data: Message; id: string; error?: undefined }
  | { data?: undefined; id?: undefined; error: WebhookError }

const PREFIX = 'whsec_'
const VERSION = 'v1,'

/**
 * Verifies and reads a message by Standard Webhooks: HMAC-SHA256 of `id.timestamp.body`. It never
 * rejects because of the message; it does if a secret is none.
 */
export async function verifyWebhook<Message = EventMessage>(message: WebhookMessage): Promise<Verified<Message>> {
  const { headers, body, secrets, toleranceSeconds = 300, now = Date.now() } = message
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) return refuse('unsigned', 'A header of the signature is missing.')
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1000 - Number(timestamp)) : Number.NaN
  if (!(ageSeconds <= toleranceSeconds)) return refuse('notRecent', 'The message is too old, or from the future.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, secrets))) {
    return refuse('badSignature', 'None of the secrets has signed the message.')
  }
  try {
    return { data: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Message, id }
  } catch {
    return refuse('notJson', 'The message is signed, but it is not JSON.')
  }
}

const refuse = (reason: WebhookError['reason'], message: string) => ({ error: { reason, message } })

/** Any secret and any signature of the message will do. WebCrypto compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secrets: readonly string[]) {
  const { subtle } = await webCrypto()
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith(VERSION) ? decode(one.slice(VERSION.length)) : []))
  for (const secret of secrets) {
    const [bytes] = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
    if (!bytes || bytes.length === 0) throw new TypeError('a secret of a webhook is whsec_ and base64')
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
    for (const signature of given) if (await subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** The bytes of base64, in a list; empty if it is none. */
function decode(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]
  } catch {
    return []
  }
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

/** A header by its name in lower case, of whichever form. */
function headerOf(headers: WebhookMessage['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([given]) => given.toLowerCase() === name)
  const value = entry?.[1]
  return typeof value === 'string' ? value : value?.[0]
}
