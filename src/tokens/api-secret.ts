import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_CHARACTERS = 22
const SECRET_BYTES = 32

/**
 * `giro_` and 22 characters of base62: 131 random bits, so that no two institutions share a key.
 */
export function generateApiKey(): string {
  return 'giro_' + Array.from({ length: KEY_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]).join('')
}

/** Whether the text has the form of an API key, so that it is worth a lookup. */
export function isApiKey(text: string): boolean {
  return /^giro_[0-9A-Za-z]{22}$/.test(text)
}

/**
 * 256 random bits in base64url: 43 characters that need no encoding in a URL, a form or HTTP Basic.
 */
export function generateApiSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * The stored form of a secret. A fast hash is the right one: slow hashes (argon2, bcrypt) protect
 * passwords that people choose, but 256 random bits cannot be guessed at any speed. A slow hash
 * would only delay each token request.
 */
export function digestOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/**
 * The digest compared for an unknown key, so that the check takes as long as for a known one. No
 * secret has this digest.
 */
export const NOBODYS_DIGEST = randomBytes(32).toString('hex')

/**
 * Whether the secret matches one of the digests, given in hex. Takes the same time for any secret.
 */
export function secretMatches(secret: string, hexDigests: readonly string[]): boolean {
  const presented = digestOfSecret(secret)
  const matches = hexDigests.map((digest) => timingSafeEqual(presented, Buffer.from(digest, 'hex')))
  return matches.includes(true)
}
