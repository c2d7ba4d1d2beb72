import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals secrets that have to be kept in the database, so that the database alone gives none of them away. */
export interface Sealer {
  /** `context` says what is sealed, `signing_key:1:abc`. It is not kept, and opening asks for the same: what was sealed for one row does not open in another. */
  seal(plain: Uint8Array | string, context: string): Buffer
  /** Throws `CannotOpen` for another key, another context, or anything that was changed. */
  open(sealed: Uint8Array, context: string): Buffer
}

export class CannotOpen extends Error {}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 1

/**
 * AES-256-GCM with a random nonce, the context as additional authenticated data. Sealed is, in bytes: version (1), nonce
 * (12), tag (16), ciphertext. Random nonces of 96 bits are good for 2^32 seals under one key (NIST SP 800-38D section 8.3).
 */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== keyBytes) throw new RangeError(`An encryption key has ${keyBytes} bytes, this one ${key.length}`)
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
        throw new CannotOpen(`${context} can not be opened: it is not in the format of this version of Giro`)
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
      } catch (cause) {
        throw new CannotOpen(
          `${context} can not be opened: GIRO_ENCRYPTION_KEY is not the key it was sealed with, or it was changed since`,
          { cause },
        )
      }
    },
  }
}
