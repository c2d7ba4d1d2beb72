import { createCipheriv, createDecipheriv, createHmac, hash, type KeyObject, randomFillSync } from 'node:crypto'
import { CannotOpen } from './sealer.ts'

/**
 * A sealed value as a column stores it: `sealed:` and base64url of version (1 byte), institution
 * (8), place (15), key id (4), nonce (12), tag (16) and ciphertext. AES-256-GCM, with the
 * institution, the field and the place as additional authenticated data: a value copied to another
 * institution or field does not open there, and the reader of a row sees for which one it was
 * sealed. Version 2 has no place.
 */
const PREFIX = 'sealed:'
const INDEX_PREFIX = 'hmac:'
const ALGORITHM = 'aes-256-gcm'
const VERSION = { withoutPlace: 2, withPlace: 3 } as const
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PLACE = { at: 9, bytes: 15, text: 20 } as const

/** Names the data key that sealed a value. */
export interface KeyName {
  tenantId: bigint
  keyId: number
}

/** What a sealed value is bound to. */
export interface Binding {
  field: string
  /** Names one value of one row, such as `contacts.account_number:100001`. */
  place?: string | undefined
}

/**
 * How a sealed value names its place: 120 bits of SHA-256 in base64url. In the text they are the 20
 * characters from the 20th (in SQL: `sealed_for`), because both parts before them are whole groups
 * of three bytes.
 */
export function placeTag(place: string): string {
  return hash('sha256', place, 'base64url').slice(0, PLACE.text)
}

/** The tag of the place that a text was sealed for; undefined if it was sealed for none. */
export function placeTagOf(text: string): string | undefined {
  if (!text.startsWith(PREFIX_WITH_PLACE)) return undefined
  const at = PREFIX.length + (PLACE.at / 3) * 4
  return text.slice(at, at + PLACE.text)
}

/** How every text with a place begins: institutions have small positive ids. */
const PREFIX_WITH_PLACE = `${PREFIX}Aw`

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX)
}

/** The key that sealed these bytes; undefined if they are of another format. */
export function keyNameOf(sealed: Uint8Array): KeyName | undefined {
  const start = startOf(sealed)
  if (start === undefined || sealed.length < start + NONCE_BYTES + TAG_BYTES) return undefined
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  return { tenantId: bytes.readBigInt64BE(1), keyId: bytes.readUInt32BE(start - 4) }
}

/** Where the nonce begins, after the key id; undefined for another format. */
function startOf(sealed: Uint8Array): number | undefined {
  if (sealed[0] === VERSION.withPlace) return PLACE.at + PLACE.bytes + 4
  return sealed[0] === VERSION.withoutPlace ? PLACE.at + 4 : undefined
}

/** Version 3 with a place, version 2 without. */
export function sealBytes(
  plain: Uint8Array | string,
  { tenantId, keyId }: KeyName,
  key: KeyObject,
  { field, place }: Binding,
): Buffer {
  const tag = place === undefined ? Buffer.alloc(0) : Buffer.from(placeTag(place), 'base64url')
  const start = PLACE.at + tag.length + 4
  const sealed = Buffer.allocUnsafe(start + NONCE_BYTES + TAG_BYTES)
  sealed[0] = place === undefined ? VERSION.withoutPlace : VERSION.withPlace
  sealed.writeBigInt64BE(tenantId, 1)
  tag.copy(sealed, PLACE.at)
  sealed.writeUInt32BE(keyId, start - 4)
  const nonce = sealed.subarray(start, start + NONCE_BYTES)
  takeRandom(nonce)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(tenantId, field, tag))
  const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  cipher.getAuthTag().copy(sealed, start + NONCE_BYTES)
  return Buffer.concat([sealed, ciphertext])
}

function boundTo(tenantId: bigint, field: string, tag: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${tenantId}:${field}${tag.length > 0 ? ':' : ''}`), tag])
}

const random = Buffer.alloc(NONCE_BYTES * 256)
let taken = random.length

/**
 * Fills the bytes from a store of random ones, each used once: asking the system for twelve bytes
 * costs as much as to encrypt a name.
 */
function takeRandom(target: Buffer): void {
  if (taken + target.length > random.length) {
    randomFillSync(random)
    taken = 0
  }
  random.copy(target, 0, taken, taken + target.length)
  random.fill(0, taken, taken + target.length)
  taken += target.length
}

/** Throws `CannotOpen` for another key, another field or institution, or altered bytes. */
export function openBytes(sealed: Buffer, tenantId: bigint, key: KeyObject, field: string): Buffer {
  const start = startOf(sealed)!
  const nonce = sealed.subarray(start, start + NONCE_BYTES)
  const body = start + NONCE_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(tenantId, field, sealed.subarray(PLACE.at, start - 4)))
  decipher.setAuthTag(sealed.subarray(body, body + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(body + TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new CannotOpen(
      `${field} of institution ${tenantId} cannot be opened: its bytes were altered, or it was copied from another field or institution`,
      { cause },
    )
  }
}

export function toText(sealed: Buffer): string {
  return PREFIX + sealed.toString('base64url')
}

/** The bytes of a text; none if it has a character that is not of its alphabet. */
export function fromText(text: string): Buffer {
  const encoded = text.slice(PREFIX.length)
  return /^[\w-]*$/.test(encoded) ? Buffer.from(encoded, 'base64url') : Buffer.alloc(0)
}

/**
 * The blind index of a value: equal values of one institution and field have equal indexes, and
 * without the key nobody can compute one. 128 bits of HMAC-SHA256.
 */
export function blindIndex(value: string, key: KeyObject): string {
  return INDEX_PREFIX + createHmac('sha256', key).update(value).digest().subarray(0, 16).toString('base64url')
}

export function isBlindIndex(value: string): boolean {
  return value.startsWith(INDEX_PREFIX)
}
