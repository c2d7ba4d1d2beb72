/**
 * Keeps the master key, which wraps the data keys of institutions: a file, or a program of the bank
 * that asks its KMS or HSM. The master key itself never enters the database.
 */
export interface KeyProvider {
  /** `context` names the data key; `unwrap` needs the same one. */
  wrap(key: Uint8Array, context: string): Promise<Buffer>
  /** Rejects for another master key, another context, or altered bytes. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Buffer>
  /**
   * Whether a key was wrapped by an earlier master key, so that `rewrap` must wrap it again. A
   * program rotates its own master key, and always returns false.
   */
  isOutdated(wrapped: Uint8Array, context: string): Promise<boolean>
}
