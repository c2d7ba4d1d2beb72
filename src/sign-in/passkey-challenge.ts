import { hash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { useOnce } from '../tokens/use-once.ts'
import type { RelyingParty } from './person.ts'

/**
 * What a passkey is asked to sign. The browser carries it, sealed for the institution, so that
 * asking for one costs no row: strangers may ask.
 */
export interface Challenge {
  purpose: 'SignIn' | 'Enrolment'
  challenge: string
  /** The user who must answer; null for anyone. */
  userId: string | null
  rpId: string
  origin: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

export const CHALLENGE_MS = 300_000
const MAX_ID_CHARACTERS = 4_096
const KIND = 'PasskeyChallenge'

const contextOf = (tenantId: bigint) => `passkey_challenge:${tenantId}:`

export function sealChallenge(
  { sealer, tokenClock }: Pick<App, 'sealer' | 'tokenClock'>,
  tenantId: bigint,
  { purpose, challenge, userId }: Pick<Challenge, 'purpose' | 'challenge' | 'userId'>,
  rp: RelyingParty,
): string {
  const expiresAt = tokenClock.now().epochMilliseconds + CHALLENGE_MS
  const sealed: Challenge = { purpose, challenge, userId, rpId: rp.id, origin: rp.origin, expiresAt }
  return sealer.seal(JSON.stringify(sealed), contextOf(tenantId)).toString('base64url')
}

/** The challenge, unless it is not ours, of another institution or relying party, or too old. */
export function openChallenge(
  { sealer, tokenClock }: Pick<App, 'sealer' | 'tokenClock'>,
  tenantId: bigint,
  challengeId: string,
  asked: { purpose: Challenge['purpose']; rp: RelyingParty },
): Challenge | undefined {
  if (challengeId.length > MAX_ID_CHARACTERS) return undefined
  try {
    const opened = sealer.open(Buffer.from(challengeId, 'base64url'), contextOf(tenantId))
    const challenge = JSON.parse(opened.toString()) as Challenge
    const { purpose, rpId, origin, expiresAt } = challenge
    const isFresh = expiresAt > tokenClock.now().epochMilliseconds
    return isFresh && purpose === asked.purpose && rpId === asked.rp.id && origin === asked.rp.origin
      ? challenge
      : undefined
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/** Uses the challenge up. Of two answers to it, on any nodes, one gets true. */
export async function useChallenge(
  tx: Transaction,
  tenantId: bigint,
  { challenge, expiresAt }: Challenge,
  now: Temporal.Instant,
): Promise<boolean> {
  const id = hash('sha256', challenge, 'base64url')
  const end = Temporal.Instant.fromEpochMilliseconds(expiresAt)
  return useOnce(tx, { tenantId, kind: KIND, id, expiresAt: end }, now)
}
