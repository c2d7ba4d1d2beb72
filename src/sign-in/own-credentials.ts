import type { App } from '../app.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { deleteSessionsOf, endTokensOfPerson } from '../tokens/api-clients.ts'
import { aboutOf } from './accept-invitation.ts'
import { checkPassword } from './check-password.ts'
import {
  findCredentials,
  lockCandidate,
  readPerson,
  renewCredentialsId,
  replaceCredentials,
} from './credentials.store.ts'
import { objectionTo } from './domain/password-rules.ts'
import { countRecoveryCodes, deleteFactor, type OfUser, readFactors } from './factors.store.ts'
import { type Credentials, renderFactor } from './manage-credentials.ts'
import { hashPassword, normalised } from './password-hash.ts'
import type { SignInInstitution } from './person.ts'
import { recordOwnChange } from './record.ts'

/** By what the person signs in, without its secrets. */
export async function readOwnCredentials(
  db: Connection,
  of: OfUser,
): Promise<Pick<Credentials, 'passwordSetAt' | 'factors' | 'recoveryCodesLeft'>> {
  return {
    passwordSetAt: (await findCredentials(db, of.tenantId, of.userId))?.createdAt,
    factors: await readFactors(db, of),
    recoveryCodesLeft: await countRecoveryCodes(db, of),
  }
}

/**
 * Removes a second factor of the person who asks, but not the only one, and ends their sessions:
 * one may have been started with it. The caller has proven the second factor again.
 */
export async function removeOwnFactor(
  app: App,
  of: OfUser,
  factorId: string,
): Promise<'ok' | 'factorNotFound' | 'lastFactor'> {
  return app.db.transaction(async (tx) => {
    const isPerson = await lockCandidate(tx, of.tenantId, of.userId)
    const factors = isPerson ? await readFactors(tx, of) : []
    const removed = factors.find(({ id }) => id === factorId)
    if (!removed) return 'factorNotFound'
    if (factors.length === 1) return 'lastFactor'
    await deleteFactor(tx, of, factorId)
    await renewCredentialsId(tx, of.tenantId, of.userId)
    await endSessionsOf(tx, of)
    await recordOwnChange(tx, app, { ...of, action: 'user.factorRemoved' }, renderFactor(removed))
    return 'ok'
  })
}

/**
 * Changes the password of a person who knows the present one, and ends their sessions. `why` is
 * worded for the person. Wrong passwords count as those of the sign-in do.
 */
export async function changeOwnPassword(
  app: App,
  institution: SignInInstitution,
  { userId, current, next, ip }: { userId: string; current: string; next: string; ip: string },
): Promise<{ kind: 'ok' } | { kind: 'refused'; why: string }> {
  const { tenantId } = institution
  const person = await readPerson(app, institution, userId)
  const checked = person && (await checkPassword(app, institution, { loginId: person.loginId, password: current, ip }))
  if (checked?.kind !== 'ok') return { kind: 'refused', why: WRONG }
  const password = normalised(next)
  const candidate = await app.db.transaction((tx) => lockCandidate(tx, tenantId, userId))
  const why = candidate && objectionTo(password, aboutOf(candidate, institution))
  if (!candidate || why) return { kind: 'refused', why: why ?? WRONG }
  const passwordHash = await hashPassword(password)
  return app.db.transaction(async (tx) => {
    const of = { tenantId, userId }
    const { credentialsId } = checked.person
    const isReplaced =
      (await lockCandidate(tx, tenantId, userId)) !== undefined &&
      (await replaceCredentials(tx, { ...of, credentialsId, passwordHash }, app.tokenClock.now()))
    if (!isReplaced) return { kind: 'refused', why: WRONG } as const
    await endSessionsOf(tx, of)
    await recordOwnChange(tx, app, { ...of, action: 'user.passwordChanged' }, { loginId: candidate.loginId })
    return { kind: 'ok' } as const
  })
}

const WRONG = 'The present password is wrong, or the login is locked for a while.'

/** Signs the person out of every browser and application. */
export async function endOwnSessions(app: App, of: OfUser): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (!(await lockCandidate(tx, of.tenantId, of.userId))) return
    await endSessionsOf(tx, of)
    await recordOwnChange(tx, app, { ...of, action: 'user.sessionsEnded' }, {})
  })
}

async function endSessionsOf(tx: Transaction, of: OfUser): Promise<void> {
  await endTokensOfPerson(tx, of)
  await deleteSessionsOf(tx, of.tenantId, [of.userId])
}
