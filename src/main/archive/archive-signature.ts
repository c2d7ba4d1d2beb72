import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, type FlattenedJWS, FlattenedSign, flattenedVerify } from 'jose'
import type { Keyring } from '../../db/keyring.ts'
import { StartupError } from '../startup-error.ts'

const SIGNATURE = 'manifest.json.jws'
const ALGORITHM = 'EdDSA'
/** RFC 8410: what precedes the 32 bytes of an Ed25519 private key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs the archives of an institution, as an auditor keeps it: an Ed25519 JWK. */
export interface ArchiveKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** Its thumbprint (RFC 7638). */
  kid: string
}

/**
 * The institution's key for archives. It follows from the institution's index key, so it stays the
 * same when data keys and the master key are replaced, and is stored nowhere.
 */
export async function archiveKeyOf(
  keyring: Pick<Keyring, 'derive'>,
  tenantId: bigint,
): Promise<{ privateKey: KeyObject; publicKey: ArchiveKey }> {
  const seed = keyring.derive(tenantId, 'archive signature')
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as JsonWebKey & { x: string }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { privateKey, publicKey: { ...jwk, kid: await calculateJwkThumbprint(jwk) } }
}

/** Signs a manifest: a detached JWS (RFC 7797) in a file beside it. */
export async function writeSignature(
  directory: string,
  manifest: string,
  { privateKey, publicKey: { kid } }: Awaited<ReturnType<typeof archiveKeyOf>>,
): Promise<void> {
  const { payload: _detached, ...jws } = await new FlattenedSign(Buffer.from(manifest))
    .setProtectedHeader({ alg: ALGORITHM, kid, b64: false, crit: ['b64'] })
    .sign(privateKey)
  await writeFile(join(directory, SIGNATURE), `${JSON.stringify(jws)}\n`, { flag: 'wx', mode: 0o600, flush: true })
}

/** Why the key did not sign the manifest; undefined if it did. */
export async function objectionToSignature(
  directory: string,
  bytes: Uint8Array,
  key: ArchiveKey,
): Promise<string | undefined> {
  const text = await readFile(join(directory, SIGNATURE), 'utf8').catch(() => undefined)
  if (text === undefined) return `the archive has no signature: ${SIGNATURE} is missing`
  try {
    const jws = { ...(JSON.parse(text) as FlattenedJWS), payload: bytes }
    await flattenedVerify(jws, createPublicKey({ key: { ...key }, format: 'jwk' }), {
      algorithms: [ALGORITHM],
      crit: { b64: true },
    })
    return undefined
  } catch {
    return `the manifest was not signed by the key ${key.kid}`
  }
}

/** Reads a key as `giro archive key` prints it. */
export async function readArchiveKey(path: string): Promise<ArchiveKey> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartupError(`${path} cannot be read: ${error.message}`)
  })
  const { kty, crv, x } = parsed(text)
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[\w-]{43}$/.test(x))
    throw new StartupError(`${path} is not a key for archives: keep what giro archive key prints`)
  return { kty, crv, x, kid: await calculateJwkThumbprint({ kty, crv, x }) }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
