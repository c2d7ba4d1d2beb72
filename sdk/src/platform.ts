/** What tests replace: the time, waiting, and chance. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after the milliseconds, or as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** At least 0, less than 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    }),
  random: () => Math.random(),
}

/** The part of WebCrypto that the client uses. */
type WebCrypto = Pick<typeof globalThis.crypto, 'subtle' | 'getRandomValues'>

/**
 * WebCrypto. Node.js 18 has it only in a module; the name of the module is not a literal, so that
 * bundlers for browsers do not look for it.
 */
export async function webCrypto(): Promise<WebCrypto> {
  const here = (globalThis as { crypto?: WebCrypto }).crypto
  if (here) return here
  const module = 'node:crypto'
  return ((await import(module)) as { webcrypto: WebCrypto }).webcrypto
}

/** 128 random bits in hexadecimal digits. Pages without TLS have no `randomUUID`. */
export async function randomKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
