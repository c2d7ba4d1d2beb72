import { type CompactVerifyGetKey, compactVerify, errors } from 'jose'
import { accept, type Result, refuse } from '../kernel/result.ts'

export type SignatureRefusal = 'malformed' | 'type' | 'algorithm' | 'unknownKey' | 'signature'

export interface SignedToken {
  kid: string | undefined
  payload: Record<string, unknown>
}

/**
 * Verifies the signature of a JWT; the caller checks its claims. `getKey` throws jose's
 * JWKSNoMatchingKey for an unknown key. Rejects if the keys cannot be read, which is not the
 * token's fault.
 */
export async function verifyTokenSignature(
  token: string,
  getKey: CompactVerifyGetKey,
  { algorithms, types }: { algorithms: readonly string[]; types: readonly string[] },
): Promise<Result<SignedToken, SignatureRefusal>> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, getKey, { algorithms: [...algorithms] })
    // A media type; its prefix is optional (RFC 7515 section 4.1.9).
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '')
    if (!types.includes(type ?? '')) return refuse('type')
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return refuse('malformed')
    return accept({ kid: protectedHeader.kid, payload: claims as Record<string, unknown> })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return refuse(refusal)
  }
}

function refusalOf(error: unknown): SignatureRefusal | undefined {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return 'unknownKey'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JOSENotSupported) return 'malformed'
  if (error instanceof SyntaxError) return 'malformed'
  return undefined
}
