import type { KeyProvider } from '../../kernel/key-provider.ts'
import { createSealer, type Sealer } from '../../kernel/sealer.ts'
import type { Environment } from '../config.ts'
import { loadEncryptionKey } from '../encryption-key.ts'
import { keyCommandProvider } from './key-command.ts'
import { keyFileProvider } from './key-file.ts'

/** How a database is opened: what unwraps its data keys, and what opens older secrets. */
export interface MasterKey {
  keys: KeyProvider
  /** Opens secrets from before data keys; undefined if only a program has a master key. */
  legacySealer: Sealer | undefined
}

/** The master key that GIRO_KEY_PROVIDER names: of a file or the environment, or of a program. */
export async function masterKeyOf(
  environment: Environment,
  dataDir: string,
  { mayCreate = true }: { mayCreate?: boolean } = {},
): Promise<MasterKey> {
  const { encryptionKey, previousEncryptionKey, keyCommand } = environment
  if (keyCommand !== undefined) {
    const program = keyCommandProvider(keyCommand)
    if (!encryptionKey) return { keys: program, legacySealer: undefined }
    return { keys: movingTo(program, keyFileProvider(encryptionKey)), legacySealer: createSealer(encryptionKey) }
  }
  try {
    return masterKeyFrom(await loadEncryptionKey(dataDir, encryptionKey, { mayCreate }), previousEncryptionKey)
  } catch (error) {
    if (mayCreate) throw error
    // A command that opens nothing, such as a verification, works without the key.
    return { keys: failing(error), legacySealer: undefined }
  }
}

/** While a bank moves to a program, the key of the environment unwraps what it wrapped. */
function movingTo(program: KeyProvider, file: KeyProvider): KeyProvider {
  return {
    wrap: program.wrap,
    unwrap: async (wrapped, context) =>
      (await file.isOutdated(wrapped, context)) ? program.unwrap(wrapped, context) : file.unwrap(wrapped, context),
    isOutdated: async (wrapped, context) => !(await file.isOutdated(wrapped, context)),
  }
}

function failing(error: unknown): KeyProvider {
  const fail = () => Promise.reject(error)
  return { wrap: fail, unwrap: fail, isOutdated: fail }
}

export function masterKeyFrom(key: Buffer, previous?: Buffer): MasterKey {
  const current = createSealer(key)
  if (!previous) return { keys: keyFileProvider(key), legacySealer: current }
  const earlier = createSealer(previous)
  const legacySealer: Sealer = {
    seal: current.seal,
    open(sealed, context) {
      try {
        return current.open(sealed, context)
      } catch {
        return earlier.open(sealed, context)
      }
    },
  }
  return { keys: keyFileProvider(key, previous), legacySealer }
}
