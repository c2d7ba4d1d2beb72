import { createSign, createVerify, type KeyObject, sign, verify } from 'node:crypto'
import type { XmlElement } from 'libxml2-wasm'
import type { Temporal } from 'temporal-polyfill'
import { SignedXml } from 'xml-crypto'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { canonicalText, withXml } from '../iso20022/xml.ts'
import type { MessageRefusal } from '../messages/rail-message.ts'
import { MAX_MESSAGE_BYTES } from '../messages/received.store.ts'
import type { MessageSigner } from './message-signer.ts'
import { withoutSignature, withSignature } from './signed-text.ts'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${XMLDSIG}enveloped-signature`
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'

/** A key of the network, and until when it counts. */
export interface TrustedKey {
  key: KeyObject
  validFrom?: Temporal.Instant
  validTo?: Temporal.Instant
}

export interface SigningKeys {
  /** The institution's own: RSA, or EC on the curve P-256. */
  privateKey: KeyObject
  /** Those of the network: more than one while it changes its key. */
  trusted: readonly TrustedKey[]
}

/** The most elements deep at which a header stands in an envelope. */
const MAX_HEADER_DEPTH = 4

/**
 * XML signatures in AppHdr/Sgntr over the whole message (XMLDSig, enveloped, exclusive
 * canonicalization). Only this form is made and accepted, with two algorithms: what is signed is
 * everything, so that nothing else can be read. The key is never taken from the message.
 */
export function createXmlSigner({ privateKey, trusted }: SigningKeys): MessageSigner {
  const algorithm = algorithmOf(privateKey)
  if (trusted.length === 0) throw new Error('no key of the network is trusted')
  for (const { key } of trusted) algorithmOf(key)
  return {
    sign(message) {
      const signed = signedXml({ signatureAlgorithm: algorithm, canonicalizationAlgorithm: EXCLUSIVE })
      signed.privateKey = privateKey as never
      const reference = { xpath: '/*', isEmptyUri: true, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: SHA256 }
      signed.addReference(reference)
      const location = { reference: "//*[local-name(.)='Sgntr']", action: 'append' } as const
      signed.computeSignature(withSignature(message), { prefix: 'ds', location })
      return signed.getSignatureXml()
    },
    verify(message, now) {
      const found = findSignature(message)
      if (!found.ok) return refuse(found.refusal)
      const current = trusted.filter((one) => isCurrent(one, now))
      if (current.length === 0) return fault('every trusted certificate of the network has expired')
      for (const { key } of current) {
        const content = verified(message, found.value, key)
        if (content !== undefined) return accept(content)
      }
      return fault('its signature is wrong, or made with a key that is not trusted')
    },
  }
}

const fault = (why: string): Result<never, MessageRefusal> => refuse({ why, path: null })

/** Only the signature algorithm that fits the key, and no other algorithm at all. */
function algorithmOf(key: KeyObject): string {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return RSA_SHA256
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return ECDSA_SHA256
  throw new Error('messages are signed with RSA keys of at least 2048 bits, or with EC keys on P-256')
}

function isCurrent({ validFrom, validTo }: TrustedKey, now: Temporal.Instant): boolean {
  const at = now.epochMilliseconds
  return (validFrom?.epochMilliseconds ?? at) <= at && at <= (validTo?.epochMilliseconds ?? at)
}

/** The signature in the header of a message, in canonical form. */
function findSignature(message: string): Result<string, MessageRefusal> {
  const read = withXml(message, MAX_MESSAGE_BYTES, (root) => {
    const all = signaturesIn(root)
    const [signature, ...others] = all
    if (!signature) return refuse({ why: 'it has no signature', path: `/${root.name}` })
    if (others.length > 0) return refuse({ why: `it has ${all.length} signatures`, path: `/${root.name}` })
    return isInHeader(signature, root)
      ? shapeOf(signature)
      : refuse({ why: 'its signature is not in AppHdr/Sgntr', path: null })
  })
  return read.ok ? read.value : fault(read.refusal)
}

function signaturesIn(root: XmlElement): XmlElement[] {
  return root.find('//ds:Signature', { ds: XMLDSIG }) as XmlElement[]
}

function isInHeader(signature: XmlElement, root: XmlElement): boolean {
  const place = signature.parent
  const header = place?.parent
  if (place?.name !== 'Sgntr' || header?.name !== 'AppHdr') return false
  let above: XmlElement | null = header.parent
  for (let depth = 0; above && depth < MAX_HEADER_DEPTH; depth++, above = above.parent)
    if (above.parent === null) return above.name === root.name
  return false
}

/** One reference, to the whole message, by the algorithms of the list; anything else is refused. */
function shapeOf(signature: XmlElement): Result<string, MessageRefusal> {
  const texts = (path: string) => signature.find(path, { ds: XMLDSIG }).map(({ content }) => content)
  const is = (path: string, ...expected: string[]) => {
    const found = texts(path)
    return found.length === expected.length && found.every((one, at) => one === expected[at])
  }
  const reference = 'ds:SignedInfo/ds:Reference'
  if (!is(`${reference}/@URI`, '') || texts(reference).length !== 1)
    return fault('its signature has other references than one to the whole message')
  const [algorithm = ''] = texts('ds:SignedInfo/ds:SignatureMethod/@Algorithm')
  const isListed =
    [RSA_SHA256, ECDSA_SHA256].includes(algorithm) &&
    is('ds:SignedInfo/ds:SignatureMethod/@Algorithm', algorithm) &&
    is('ds:SignedInfo/ds:CanonicalizationMethod/@Algorithm', EXCLUSIVE) &&
    is(`${reference}/ds:Transforms/ds:Transform/@Algorithm`, ENVELOPED, EXCLUSIVE) &&
    is(`${reference}/ds:DigestMethod/@Algorithm`, SHA256) &&
    texts('.//*[local-name() = "InclusiveNamespaces"] | .//ds:Object').length === 0
  return isListed ? accept(canonicalText(signature)) : fault('its signature uses an algorithm that is not accepted')
}

/** What the signature covers, if the key made it. */
function verified(message: string, signature: string, key: KeyObject): string | undefined {
  const signed = signedXml({})
  signed.SignatureAlgorithms = { [algorithmOf(key)]: SIGNATURES[algorithmOf(key)]! }
  signed.publicCert = key as never
  try {
    signed.loadSignature(signature)
    if (!signed.checkSignature(message)) return undefined
  } catch {
    // The library throws at a digest that differs, and at algorithms that it does not have.
    return undefined
  }
  const [content, ...others] = signed.getSignedReferences()
  return content === undefined || others.length > 0 ? undefined : withoutSignature(content)
}

/** With the algorithms of the list alone, and no key from a message. */
function signedXml(options: ConstructorParameters<typeof SignedXml>[0]): SignedXml {
  const signed = new SignedXml({ ...options, getKeyInfoContent: () => null, getCertFromKeyInfo: () => null })
  signed.SignatureAlgorithms = SIGNATURES
  const { [EXCLUSIVE]: exclusive, [ENVELOPED]: enveloped } = signed.CanonicalizationAlgorithms
  signed.CanonicalizationAlgorithms = { [EXCLUSIVE]: exclusive!, [ENVELOPED]: enveloped! }
  signed.HashAlgorithms = { [SHA256]: signed.HashAlgorithms[SHA256]! }
  return signed
}

/** ECDSA signatures are the two numbers one after the other (RFC 6931, section 2.3.6), not DER. */
class EcdsaSha256 {
  getAlgorithmName = () => ECDSA_SHA256
  getSignature = (text: unknown, key: unknown) =>
    sign('sha256', Buffer.from(String(text)), { key: key as KeyObject, dsaEncoding: 'ieee-p1363' }).toString('base64')
  verifySignature = (text: string, key: unknown, value: string) => {
    const given = { key: key as KeyObject, dsaEncoding: 'ieee-p1363' } as const
    return verify('sha256', Buffer.from(text), given, Buffer.from(value, 'base64'))
  }
}

class RsaSha256 {
  getAlgorithmName = () => RSA_SHA256
  getSignature = (text: unknown, key: unknown) =>
    createSign('RSA-SHA256')
      .update(String(text))
      .sign(key as KeyObject, 'base64')
  verifySignature = (text: string, key: unknown, value: string) =>
    createVerify('RSA-SHA256')
      .update(text)
      .verify(key as KeyObject, value, 'base64')
}

const SIGNATURES: SignedXml['SignatureAlgorithms'] = { [RSA_SHA256]: RsaSha256, [ECDSA_SHA256]: EcdsaSha256 }
