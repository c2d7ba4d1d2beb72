import { masterKeyFrom } from '../../src/main/key-providers/key-provider-of.ts'

/** How a test opens a database that it seals in. */
export const testKeys = { ...masterKeyFrom(Buffer.alloc(32)), mayCreateKeys: true }
