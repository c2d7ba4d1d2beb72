import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyLength = 22
const secretBytes = 32

/** `giro_` and 22 characters of base62: 131 random bits, so that no two institutions ever share a key. */
export function generateApiKey(): string {
  return 'giro_' + Array.from({ length: keyLength }, () => base62[randomInt(base62.length)]).join('')
}

/** Whether a key could be one of ours; what could not need not be looked for. */
export function isApiKey(text: string): boolean {
  return /^giro_[0-9A-Za-z]{22}$/.test(text)
}

/** 256 random bits in base64url: 43 characters that mean themselves in a URL, a form and HTTP Basic. */
export function generateApiSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/**
 * What is kept of a secret. A fast hash is right here: slow ones (argon2, bcrypt) make guessing of what people choose
 * costly, and 256 random bits can not be guessed at any speed. A slow one would only tax each token request.
 */
export function digestOfSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** What an unknown key is compared with, so that it takes as long as a known one: nobody has a secret of this digest. */
export const NOBODYS_DIGEST = randomBytes(32).toString('hex')

/** True when the secret is one of those whose digests are given, in hex. Takes as long for each. */
export function secretMatches(secret: string, hexDigests: readonly string[]): boolean {
  const presented = digestOfSecret(secret)
  const matches = hexDigests.map((digest) => timingSafeEqual(presented, Buffer.from(digest, 'hex')))
  return matches.includes(true)
}
