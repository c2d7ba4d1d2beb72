import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomFillSync } from 'node:crypto'
import { CannotOpen } from './sealer.ts'

/**
 * A sealed value as a column stores it: `sealed:` and base64url of version (1 byte), institution
 * (8), key id (4), nonce (12), tag (16) and ciphertext. AES-256-GCM, with the institution and the
 * field as additional authenticated data, so a value copied to another institution or another field
 * does not open there.
 */
const PREFIX = 'sealed:'
const INDEX_PREFIX = 'hmac:'
const ALGORITHM = 'aes-256-gcm'
const VERSION = 2
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 13

/** Names the data key that sealed a value. */
export interface KeyName {
  tenantId: bigint
  keyId: number
}

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX)
}

/** The key that sealed these bytes; undefined if they are of another format. */
export function keyNameOf(sealed: Uint8Array): KeyName | undefined {
  if (sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) return undefined
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  return { tenantId: bytes.readBigInt64BE(1), keyId: bytes.readUInt32BE(9) }
}

export function sealBytes(
  plain: Uint8Array | string,
  { tenantId, keyId }: KeyName,
  key: KeyObject,
  field: string,
): Buffer {
  const sealed = Buffer.allocUnsafe(HEADER_BYTES + NONCE_BYTES + TAG_BYTES)
  sealed[0] = VERSION
  sealed.writeBigInt64BE(tenantId, 1)
  sealed.writeUInt32BE(keyId, 9)
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  takeRandom(nonce)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(`${tenantId}:${field}`))
  const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  cipher.getAuthTag().copy(sealed, HEADER_BYTES + NONCE_BYTES)
  return Buffer.concat([sealed, ciphertext])
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
  const body = HEADER_BYTES + NONCE_BYTES
  const nonce = sealed.subarray(HEADER_BYTES, body)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(`${tenantId}:${field}`))
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

export function fromText(text: string): Buffer {
  return Buffer.from(text.slice(PREFIX.length), 'base64url')
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
