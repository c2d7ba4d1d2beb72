/** Keys of an institution and of a network that signs, made for a test. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { withSignature } from '../../src/rails/signing/signed-text.ts'
import { createXmlSigner } from '../../src/rails/signing/xml-signer.ts'

export type KeyKind = 'RSA' | 'EC'

export function keyPair(kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } {
  if (kind === 'RSA') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

/** Signers of both sides, which trust each other, and what signs a message of the network. */
export function signersOf(kind: KeyKind) {
  const [institution, network] = [keyPair(kind), keyPair(kind)]
  const ours = createXmlSigner({ privateKey: institution.privateKey, trusted: [{ key: network.publicKey }] })
  const theirs = createXmlSigner({ privateKey: network.privateKey, trusted: [{ key: institution.publicKey }] })
  const signedByNetwork = (message: string) => withSignature(message, theirs.sign(message))
  return { institution, network, ours, theirs, signedByNetwork }
}
