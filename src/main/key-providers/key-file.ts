import type { KeyProvider } from '../../kernel/key-provider.ts'
import { createSealer } from '../../kernel/sealer.ts'

/**
 * The master key of 32 bytes from a file or the environment. While it is replaced, the previous one
 * still unwraps.
 */
export function keyFileProvider(key: Buffer, previous?: Buffer): KeyProvider {
  const current = createSealer(key)
  const opens = (wrapped: Uint8Array, context: string) => {
    try {
      return current.open(wrapped, context)
    } catch {
      return undefined
    }
  }
  return {
    wrap: async (plain, context) => current.seal(plain, context),
    async unwrap(wrapped, context) {
      const opened = opens(wrapped, context)
      if (opened) return opened
      return (previous ? createSealer(previous) : current).open(wrapped, context)
    },
    isOutdated: async (wrapped, context) => opens(wrapped, context) === undefined,
  }
}
