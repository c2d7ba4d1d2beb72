import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { MESSAGE_RAILS } from '../kernel/rail.ts'
import { createXmlSigner, type MessageRailName, type MessageSigner, type TrustedKey } from '../rails/rails.ts'
import { secretIn } from './sftp-settings.ts'
import { StartupError } from './startup-error.ts'

const SETTING = 'GIRO_MESSAGE_KEYS_DIR'
/** A network has one key, and two while it changes it. */
const MAX_TRUSTED = 8

/**
 * Reads the keys for signed messages, in a folder for each institution and network:
 * `CODE/RAIL/sign.pem` is the institution's private key, and `CODE/RAIL/trusted/*.pem` are
 * certificates or public keys of the network. Throws if a folder lacks one of them.
 */
export function readMessageKeys(
  root: string,
): (institution: string, rail: MessageRailName) => MessageSigner | undefined {
  const signers = new Map<string, MessageSigner>()
  for (const institution of foldersIn(root))
    for (const rail of MESSAGE_RAILS) {
      const folder = join(root, institution, rail)
      if (existsSync(folder)) signers.set(`${institution} ${rail}`, signerIn(folder))
    }
  return (institution, rail) => signers.get(`${institution} ${rail}`)
}

function signerIn(folder: string): MessageSigner {
  const privateKey = keyIn(join(folder, 'sign.pem'), (path) => createPrivateKey(secretIn(SETTING, path)))
  const trustedIn = join(folder, 'trusted')
  const names = filesIn(trustedIn).filter((name) => name.endsWith('.pem'))
  if (names.length > MAX_TRUSTED)
    throw new StartupError(`${SETTING}: ${trustedIn} has ${names.length} files; at most ${MAX_TRUSTED} are read`)
  const trusted = names.map((name) => keyIn(join(trustedIn, name), (path) => trustedKey(readFileSync(path, 'utf8'))))
  try {
    return createXmlSigner({ privateKey, trusted })
  } catch (error) {
    throw new StartupError(`${SETTING}: ${folder}: ${(error as Error).message}`, { cause: error })
  }
}

/** A certificate counts while it is valid; a public key until its file is taken away. */
function trustedKey(pem: string): TrustedKey {
  if (!pem.includes('BEGIN CERTIFICATE')) return { key: createPublicKey(pem) }
  const { publicKey: key, validFrom, validTo } = new X509Certificate(pem)
  return { key, validFrom: instantOf(validFrom), validTo: instantOf(validTo) }
}

const instantOf = (text: string) => Temporal.Instant.fromEpochMilliseconds(Date.parse(text))

/** The error names the file, and nothing of what is in it. */
function keyIn<Key extends KeyObject | TrustedKey>(path: string, read: (path: string) => Key): Key {
  try {
    return read(path)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${SETTING}: ${path} is not a key or certificate in PEM`)
  }
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch (error) {
    throw new StartupError(`${SETTING} ${root} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
