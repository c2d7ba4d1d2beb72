import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { thumbprintOf } from '../tokens/caller.ts'
import { OTHER_KEY, useDpopProof } from '../tokens/dpop-proof.ts'
import type { CertificateReader } from './client-certificate.ts'

/** An access token as a request presents it. */
export interface PresentedToken {
  scheme: 'bearer' | 'dpop'
  value: string
}

/** The last token of each connection, with its header. */
const lastOf = new WeakMap<Socket, { header: string; token: PresentedToken }>()

/**
 * Reads the header Authorization. Undefined if it is missing or malformed. Most requests of a
 * connection carry the same token: then it is the same string again, whose hash is known, so that
 * neither this nor the lookup of the token reads its thousand characters.
 */
export function presentedToken({ headers, raw: { socket } }: FastifyRequest): PresentedToken | undefined {
  const header = headers.authorization
  if (header === undefined) return undefined
  const last = lastOf.get(socket)
  if (last?.header === header) return last.token
  const [, scheme, value] = /^(Bearer|DPoP) +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header) ?? []
  if (value === undefined) return undefined
  const token = { scheme: scheme!.toLowerCase() as PresentedToken['scheme'], value }
  lastOf.set(socket, { header, token })
  return token
}

/** Why the holder of a valid token may not use it in this request. */
export interface Misuse {
  /** What the challenge says (RFC 6750 section 3.1, RFC 9449 section 7.1). */
  error: 'invalid_token' | 'invalid_dpop_proof'
  why: string
}

/** Undefined if the token may be used. Only one that is bound to a DPoP key needs a promise. */
export type TokenUseCheck = (
  request: FastifyRequest,
  principal: Principal,
  token: PresentedToken,
) => undefined | Misuse | Promise<Misuse | undefined>

const tokenFault = (why: string): Misuse => ({ error: 'invalid_token', why })
const proofFault = (why: string): Misuse => ({ error: 'invalid_dpop_proof', why })

export function createTokenUseCheck(
  { db, tokenClock: clock }: App,
  { publicUrl, certificateOf }: { publicUrl: string; certificateOf: CertificateReader },
): TokenUseCheck {
  const base = publicUrl.replace(/\/+$/, '')

  async function checkProof(
    { raw }: FastifyRequest,
    { tenantId }: Principal,
    token: { value: string; jkt: string },
  ): Promise<Misuse | undefined> {
    const proof = raw.headers['dpop']
    if (typeof proof !== 'string') return proofFault('it needs the header DPoP with a proof')
    const expected = { tenantId, method: raw.method!, url: base + raw.url!, token }
    const used = await useDpopProof(proof, expected, { db, clock })
    if (used.ok) return undefined
    const fault = used.refusal === OTHER_KEY ? tokenFault : proofFault
    return fault(`its DPoP proof was refused: ${used.refusal}`)
  }

  return (request, principal, { scheme, value }) => {
    const { allowedNetworks, confirmation } = principal
    if (allowedNetworks && !allowedNetworks.includes(request.callerAddress))
      return tokenFault('its client may not use it from this address')
    if (confirmation?.jkt === undefined) {
      if (scheme === 'dpop') return tokenFault('it is not bound to a DPoP key: send it as Bearer')
    } else if (scheme !== 'dpop') return tokenFault('it is bound to a DPoP key: send it as DPoP, with a proof')
    const bound = confirmation?.['x5t#S256']
    if (bound !== undefined) {
      const certificate = certificateOf(request.raw)
      if (!certificate || thumbprintOf(certificate) !== bound)
        return tokenFault('it is bound to another client certificate')
    }
    const jkt = confirmation?.jkt
    return jkt === undefined ? undefined : checkProof(request, principal, { value, jkt })
  }
}
