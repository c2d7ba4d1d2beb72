import { hash } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, type JWK, type JWTPayload } from 'jose'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { normalPath } from '../kernel/request-target.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { CLIENT_ALGORITHMS } from './access-rules.ts'
import { insertTokenRecordOnce } from './token-records.store.ts'
import { verifyTokenSignature } from './token-signature.ts'

/** What a proof must be for (RFC 9449 section 4.3). */
export interface DpopExpectation {
  tenantId: bigint
  method: string
  /** The URL of the request, as clients reach the service. Query and fragment do not count. */
  url: string
  /** The access token sent with the proof, and the key that it is bound to. */
  token?: { value: string; jkt: string }
}

/** How old a proof may be, and how far the clock of its client may be ahead. */
const MAX_AGE_SECONDS = 60
const MAX_CLOCK_SKEW_SECONDS = 10
const MAX_PROOF_CHARACTERS = 4_096
const MAX_JTI_CHARACTERS = 255

/** The one refusal that blames the token and not the proof (RFC 9449 section 7.1). */
export const OTHER_KEY = 'the token is bound to another key'
const NO_PROOF = 'it is not a JWT of type dpop+jwt signed by the key in its header'

/**
 * Verifies a DPoP proof and uses it up. Of two requests with the same proof, on any nodes, one
 * succeeds. Returns the thumbprint of the key, or why the proof is refused.
 */
export async function useDpopProof(
  proof: string,
  expected: DpopExpectation,
  { db, clock }: { db: Database; clock: Clock },
): Promise<Result<{ jkt: string }, string>> {
  if (proof.length > MAX_PROOF_CHARACTERS) return refuse('it is too long')
  const read = await readProof(proof, expected.token?.jkt)
  if (!read.ok) return read
  const { payload, jkt } = read.value
  const now = clock.now()
  const fault = faultOf(payload, expected, now.epochMilliseconds / 1_000)
  if (fault) return refuse(fault)
  const record = {
    tenantId: expected.tenantId,
    kind: 'DpopProof',
    id: hash('sha256', `${jkt} ${payload.jti}`, 'base64url'),
    payload: {},
    grantId: undefined,
    expiresAt: Temporal.Instant.fromEpochMilliseconds((Math.ceil(payload.iat!) + MAX_AGE_SECONDS + 1) * 1_000),
  }
  const isFirst = await db.transaction((tx) => insertTokenRecordOnce(tx, record, now))
  return isFirst ? accept({ jkt }) : refuse('it was used before')
}

/** Compares the key before it verifies the signature, which costs more. */
async function readProof(
  proof: string,
  boundTo: string | undefined,
): Promise<Result<{ payload: JWTPayload; jkt: string }, string>> {
  try {
    const { jwk } = decodeProtectedHeader(proof)
    const jkt = await calculateJwkThumbprint(jwk as JWK)
    if (boundTo !== undefined && boundTo !== jkt) return refuse(OTHER_KEY)
    const signed = await verifyTokenSignature(proof, EmbeddedJWK, {
      algorithms: CLIENT_ALGORITHMS,
      types: ['dpop+jwt'],
    })
    if (!signed.ok) return refuse(NO_PROOF)
    return accept({ payload: signed.value.payload, jkt })
  } catch {
    // A key in its header that is no key.
    return refuse(NO_PROOF)
  }
}

function faultOf(
  { htm, htu, iat, jti, ath }: JWTPayload,
  { method, url, token }: DpopExpectation,
  nowSeconds: number,
): string | undefined {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_CHARACTERS) return 'its jti is missing or too long'
  if (typeof iat !== 'number' || iat < nowSeconds - MAX_AGE_SECONDS || iat > nowSeconds + MAX_CLOCK_SKEW_SECONDS)
    return `its iat is not within the last ${MAX_AGE_SECONDS} s`
  if (htm !== method) return `its htm is not ${method}`
  if (typeof htu !== 'string' || !isSameTarget(htu, url)) return `its htu is not ${url.replace(/[?#].*$/s, '')}`
  if (token && ath !== hash('sha256', token.value, 'base64url')) return 'its ath is not the hash of the token'
  return undefined
}

function isSameTarget(one: string, other: string): boolean {
  const target = (text: string) => {
    const { origin, pathname } = new URL(text)
    return origin + normalPath(pathname).replace(/\/$/, '')
  }
  return URL.canParse(one) && URL.canParse(other) && target(one) === target(other)
}
