import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a browser would hand to the page: the JSON forms of WebAuthn level 3. */
export interface PasskeyResponse {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, unknown>
  clientExtensionResults: object
}

interface Asked {
  challenge: string
  origin: string
  rpId: string
}

/** What an authenticator does otherwise than a good one. */
export interface Flaws {
  /** Does not verify the user: no PIN and no fingerprint. */
  unverified?: boolean
  /** The counter that it sends; by default, one more each time. */
  counter?: number
  /** The type in the client data. */
  type?: string
  /** Breaks the signature. */
  forged?: boolean
  userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

/** A security key in software, with one ES256 passkey. */
export class VirtualAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** navigator.credentials.create, with attestation `none`. */
  create({ challenge, origin, rpId }: Asked, flaws: Flaws = {}): PasskeyResponse {
    const clientData = clientDataOf(flaws.type ?? 'webauthn.create', challenge, origin)
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.credentialId.length)
    const attested = [Buffer.alloc(16), idLength, this.credentialId, this.#coseKey()]
    const authData = Buffer.concat([this.#authData(rpId, ATTESTED, flaws), ...attested])
    const attestation = cbor(
      new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#response({
      clientDataJSON: base64(clientData),
      attestationObject: base64(attestation),
      transports: ['usb'],
    })
  }

  /** navigator.credentials.get. */
  get({ challenge, origin, rpId }: Asked, flaws: Flaws = {}): PasskeyResponse {
    const clientData = clientDataOf(flaws.type ?? 'webauthn.get', challenge, origin)
    const authData = this.#authData(rpId, 0, flaws)
    const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')])
    const signature = sign('sha256', signed, this.#privateKey)
    if (flaws.forged) signature[signature.length - 1]! ^= 1
    return this.#response({
      clientDataJSON: base64(clientData),
      authenticatorData: base64(authData),
      signature: base64(signature),
      ...(flaws.userHandle !== undefined && { userHandle: flaws.userHandle }),
    })
  }

  #authData(rpId: string, more: number, { unverified, counter }: Flaws): Buffer {
    this.#counter = counter ?? this.#counter + 1
    const data = Buffer.alloc(37)
    hash('sha256', rpId, 'buffer').copy(data)
    data[32] = USER_PRESENT | (unverified ? 0 : USER_VERIFIED) | more
    data.writeUInt32BE(this.#counter, 33)
    return data
  }

  /** RFC 9053 section 7.1: EC2, ES256, P-256. */
  #coseKey(): Buffer {
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }

  #response(response: Record<string, unknown>): PasskeyResponse {
    const id = base64(this.credentialId)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** CBOR (RFC 8949) of what authenticators send: integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new TypeError(`no CBOR for ${typeof value}`)
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function head(major: number, argument: number): Buffer {
  const first = major << 5
  if (argument < 24) return Buffer.of(first | argument)
  if (argument < 256) return Buffer.of(first | 24, argument)
  return Buffer.of(first | 25, argument >> 8, argument & 255)
}
