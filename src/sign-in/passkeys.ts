import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { App } from '../app.ts'
import { type Enrolling, findPerson, lockEnrolling, withoutPassword } from './credentials.store.ts'
import {
  countRecoveryCodes,
  insertPasskey,
  lockPasskey,
  type PasskeyFactor,
  readPasskeys,
  replaceRecoveryCodes,
  usePasskey,
} from './factors.store.ts'
import { countPasskey, originOf } from './lock-out.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { CHALLENGE_MS, type Challenge, openChallenge, sealChallenge, useChallenge } from './passkey-challenge.ts'
import type { PersonCheck, RelyingParty, SignInInstitution } from './person.ts'
import { auditSignIn, recordOwnChange } from './record.ts'

/** The answer of a browser to options. */
export interface PasskeyAnswer {
  challengeId: string
  response: unknown
  rp: RelyingParty
}

interface Options {
  challengeId: string
  options: unknown
}

const MAX_PASSKEYS = 10
const MAX_TEXT_CHARACTERS = 2_048
/** ES256, EdDSA and RS256 (RFC 9053). */
const ALGORITHMS = [-7, -8, -257]
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

const newChallenge = () => new Uint8Array(randomBytes(32))

/**
 * Options for navigator.credentials.get: the passkeys of a user whose password the caller has
 * checked or, without a user, any passkey of the service.
 */
export async function passkeyOptions(
  app: App,
  { tenantId }: SignInInstitution,
  userId: string | undefined,
  rp: RelyingParty,
): Promise<Options> {
  const known = userId === undefined ? [] : await app.db.read((db) => readPasskeys(db, { tenantId, userId }))
  const options = await generateAuthenticationOptions({
    ...{ rpID: rp.id, challenge: newChallenge(), timeout: CHALLENGE_MS, userVerification: 'required' },
    ...(userId !== undefined && { allowCredentials: known.map(describe) }),
  })
  const asked = { purpose: 'SignIn', challenge: options.challenge, userId: userId ?? null } as const
  return { challengeId: sealChallenge(app, tenantId, asked, rp), options }
}

/**
 * The person who answered the challenge with a passkey, having been verified by it. Each challenge
 * is answered once. A signature counter that does not grow shows a copied passkey: it is refused.
 */
export async function checkPasskey(
  app: App,
  institution: SignInInstitution,
  { challengeId, response, rp, ip }: PasskeyAnswer & { ip?: string | undefined },
): Promise<PersonCheck> {
  const { tenantId } = institution
  const challenge = openChallenge(app, tenantId, challengeId, { purpose: 'SignIn', rp })
  if (!challenge || !isAnswer(response)) return { kind: 'refused' }
  const answer = response as unknown as AuthenticationResponseJSON
  return app.db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, tenantId, answer.id)
    if (!passkey || (challenge.userId ?? passkey.userId) !== passkey.userId) return { kind: 'refused' } as const
    const { userId } = passkey
    const person = await findPerson(tx, institution, { userId })
    if (!person || !namesUser(answer, userId)) return { kind: 'refused' } as const
    const signCount = await verifySignature(answer, challenge, passkey)
    if (signCount === undefined) {
      await auditSignIn(tx, app, { tenantId, userId, action: 'user.signIn.refused' }, { by: 'Passkey' })
      return { kind: 'refused' } as const
    }
    const now = app.tokenClock.now()
    if (!(await useChallenge(tx, tenantId, challenge, now))) return { kind: 'refused' } as const
    await usePasskey(tx, tenantId, { id: passkey.id, signCount }, now)
    await countPasskey(tx, { tenantId, userId, origin: originOf(ip) }, now)
    return { kind: 'ok', person: withoutPassword(person) } as const
  })
}

/** The new signature counter; undefined if the answer is not valid. */
async function verifySignature(
  response: AuthenticationResponseJSON,
  { challenge, origin, rpId }: Challenge,
  { credentialId, publicKey, signCount }: PasskeyFactor,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(signCount) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for every fault of the answer, and for a counter that does not grow.
    return undefined
  }
}

/** Options for navigator.credentials.create, for a person whom the caller has authenticated. */
export async function passkeyEnrolmentOptions(
  app: App,
  institution: SignInInstitution,
  userId: string,
  rp: RelyingParty,
): Promise<Options> {
  const { tenantId, name } = institution
  const [person, known] = await app.db.read(async (db) => [
    await findPerson(db, institution, { userId }),
    await readPasskeys(db, { tenantId, userId }),
  ])
  if (!person) throw new Error('only a user who may sign in can add a passkey')
  const options = await generateRegistrationOptions({
    ...{ rpName: name, rpID: rp.id, challenge: newChallenge(), timeout: CHALLENGE_MS },
    ...{ userID: userHandleOf(userId), userName: person.loginId, userDisplayName: person.displayName },
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const asked = { purpose: 'Enrolment', challenge: options.challenge, userId } as const
  return { challengeId: sealChallenge(app, tenantId, asked, rp), options }
}

/**
 * Adds the passkey. The recovery codes are shown once, here; they are empty if the person has some
 * already. A user has at most ten passkeys.
 */
export async function confirmPasskeyEnrolment(
  app: App,
  { tenantId }: SignInInstitution,
  enrolling: Enrolling,
  { challengeId, response, rp }: PasskeyAnswer,
): Promise<{ kind: 'ok'; recoveryCodes: string[] } | { kind: 'refused' }> {
  const { userId } = enrolling
  const challenge = openChallenge(app, tenantId, challengeId, { purpose: 'Enrolment', rp })
  if (challenge?.userId !== userId || !isAnswer(response)) return { kind: 'refused' }
  const passkey = await verifyNewPasskey(response as unknown as RegistrationResponseJSON, challenge)
  if (!passkey) return { kind: 'refused' }
  const of = { tenantId, userId }
  const now = app.tokenClock.now()
  return app.db.transaction(async (tx) => {
    if (!(await lockEnrolling(tx, tenantId, enrolling))) return { kind: 'refused' } as const
    if ((await readPasskeys(tx, of)).length >= MAX_PASSKEYS) return { kind: 'refused' } as const
    if (!(await useChallenge(tx, tenantId, challenge, now))) return { kind: 'refused' } as const
    if (!(await insertPasskey(tx, of, passkey, now))) return { kind: 'refused' } as const
    const recoveryCodes = (await countRecoveryCodes(tx, of)) === 0 ? newRecoveryCodes() : []
    if (recoveryCodes.length > 0) await replaceRecoveryCodes(tx, of, recoveryCodes, now)
    await recordOwnChange(tx, app, { ...of, action: 'user.factorAdded' }, { kind: 'Passkey' })
    return { kind: 'ok', recoveryCodes } as const
  })
}

async function verifyNewPasskey(response: RegistrationResponseJSON, { challenge, origin, rpId }: Challenge) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id: credentialId, publicKey, counter: signCount } = registrationInfo.credential
    return { credentialId, publicKey, signCount, transports: transportsOf(response) }
  } catch {
    // The library throws for every fault of the answer.
    return undefined
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function transportsOf({ response }: RegistrationResponseJSON): Transports {
  const given: unknown = response.transports
  return Array.isArray(given) ? TRANSPORTS.filter((one): one is Transports[number] => given.includes(one)) : []
}

function describe({ credentialId: id, transports }: Pick<PasskeyFactor, 'credentialId' | 'transports'>) {
  return { id, transports: (transports ?? []) as Transports }
}

/** The user handle of WebAuthn: the id of the user, which says nothing about the person. */
function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** Whether the answer names no other user than the owner of the passkey (WebAuthn 7.2 step 6). */
function namesUser({ response: { userHandle } }: AuthenticationResponseJSON, userId: string): boolean {
  return !userHandle || userHandle === Buffer.from(userHandleOf(userId)).toString('base64url')
}

/** Whether it has the form of an answer, as far as it is read before the library checks it. */
function isAnswer(response: unknown): boolean {
  const { id, response: inner } = (response ?? {}) as { id?: unknown; response?: unknown }
  return typeof id === 'string' && id.length <= MAX_TEXT_CHARACTERS && typeof inner === 'object' && inner !== null
}
