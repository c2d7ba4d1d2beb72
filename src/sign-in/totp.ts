import { Secret, TOTP } from 'otpauth'
import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { type Enrolling, lockCandidate, lockEnrolling } from './credentials.store.ts'
import {
  confirmTotp,
  insertPendingTotp,
  lockTotp,
  type OfUser,
  replaceRecoveryCodes,
  type TotpFactor,
  useStep,
} from './factors.store.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import type { SignInInstitution } from './person.ts'
import { recordOwnChange } from './record.ts'

const STEP_SECONDS = 30
/** RFC 4226 section 4: 160 bits. */
const SECRET_BYTES = 20
/** What every authenticator app understands (RFC 6238 with its defaults). */
const PROFILE = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const
/** An app must be set up within this time. */
const SET_UP_MINUTES = 15

/**
 * Begins to set up an authenticator app, for a person whom the caller has authenticated: with every
 * factor that the person has. The secret is shown once, here. An app in use stays until
 * `confirmTotpEnrolment`.
 */
export async function beginTotpEnrolment(
  app: App,
  institution: SignInInstitution,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const { tenantId, name } = institution
  const secret = new Secret({ size: SECRET_BYTES })
  const candidate = await app.db.transaction(async (tx) => {
    const found = await lockCandidate(tx, tenantId, userId)
    if (!found) throw new Error('only a user who may sign in can set an app up')
    const pending = { tenantId, userId, secret: secret.base32 }
    await insertPendingTotp(tx, app.sealer, pending, app.tokenClock.now())
    return found
  })
  // The key URI format separates issuer and account by a colon.
  const [issuer, label] = [name, candidate.loginId].map((text) => text.replaceAll(':', ' '))
  const uri = new TOTP({ ...PROFILE, issuer: issuer!, label: label!, secret }).toString()
  return { secret: secret.base32, uri }
}

/**
 * Puts the app into use after its first code, in place of an earlier app. Returns the recovery
 * codes: only here, and earlier ones end. The first factor is set up for the credentials of now.
 */
export async function confirmTotpEnrolment(
  app: App,
  institution: SignInInstitution,
  enrolling: Enrolling,
  code: string,
): Promise<{ kind: 'ok'; recoveryCodes: string[] } | { kind: 'refused' }> {
  const of = { tenantId: institution.tenantId, userId: enrolling.userId }
  const now = app.tokenClock.now()
  return app.db.transaction(async (tx) => {
    if (!(await lockEnrolling(tx, of.tenantId, enrolling))) return { kind: 'refused' } as const
    const factor = await lockTotp(tx, app.sealer, of, { isConfirmed: false })
    const isLate = factor && now.since(factor.createdAt).total('minutes') >= SET_UP_MINUTES
    const step = factor && !isLate ? stepOf(factor, code, now) : undefined
    if (!factor || step === undefined) return { kind: 'refused' } as const
    await confirmTotp(tx, of, { id: factor.id, step }, now)
    const recoveryCodes = newRecoveryCodes()
    await replaceRecoveryCodes(tx, of, recoveryCodes, now)
    await recordOwnChange(tx, app, { ...of, action: 'user.factorAdded' }, { factorId: factor.id, kind: 'Totp' })
    return { kind: 'ok', recoveryCodes } as const
  })
}

/** Whether the code is right, and uses its step up: no code is accepted twice. */
export async function useTotp(
  tx: Transaction,
  { sealer }: Pick<App, 'sealer'>,
  of: OfUser,
  code: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const factor = await lockTotp(tx, sealer, of, { isConfirmed: true })
  const step = factor && stepOf(factor, code, now)
  if (!factor || step === undefined) return false
  await useStep(tx, of.tenantId, { id: factor.id, step }, now)
  return true
}

/**
 * The step of a right code: the current one, the one before or the one after, for clocks that are
 * off. Undefined for a wrong code, and for a step that is not after the last one used (RFC 6238
 * section 5.2).
 */
function stepOf({ secret, lastStep }: TotpFactor, code: string, now: Temporal.Instant): bigint | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...PROFILE, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now.epochMilliseconds, window: 1 })
  if (delta === null) return undefined
  const step = BigInt(Math.floor(now.epochMilliseconds / 1_000 / STEP_SECONDS) + delta)
  return lastStep === null || step > lastStep ? step : undefined
}
