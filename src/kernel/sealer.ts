import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets stored in the database, so that the database alone reveals none of them. */
export interface Sealer {
  /**
   * `context` names the secret, such as `signing_key:1:abc`. It is not stored; opening needs the
   * same context, so a secret copied to another row does not open there.
   */
  seal(plain: Uint8Array | string, context: string): Buffer
  /** Throws `CannotOpen` for another key, another context, or altered bytes. */
  open(sealed: Uint8Array, context: string): Buffer
}

export class CannotOpen extends Error {}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 1

/**
 * AES-256-GCM with a random nonce, and the context as additional authenticated data. The format is,
 * in bytes: version (1), nonce (12), tag (16), ciphertext. Random nonces of 96 bits allow 2^32
 * seals under one key (NIST SP 800-38D section 8.3).
 */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== keyBytes)
    throw new RangeError(`An encryption key must have ${keyBytes} bytes, but this one has ${key.length}`)
  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, context) {
      if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version)
        throw new CannotOpen(`${context} cannot be opened: its format is unknown to this version of Giro`)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
      } catch (cause) {
        throw new CannotOpen(
          `${context} cannot be opened: GIRO_ENCRYPTION_KEY is not the key that sealed it, or its bytes were altered`,
          { cause },
        )
      }
    },
  }
}
