import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { findPerson } from './credentials.store.ts'
import { recoveryCodeFrom } from './domain/recovery-codes.ts'
import { countRecoveryCodes, type OfUser, useRecoveryCode } from './factors.store.ts'
import { countAttempt, countSuccess, factorsOf, originOf } from './lock-out.ts'
import type { SignInInstitution } from './person.ts'
import { auditSignIn } from './record.ts'
import { useTotp } from './totp.ts'

interface Given {
  code: string
  /** The address of the person's browser. */
  ip?: string | undefined
}

type Check = (tx: Transaction, of: OfUser, now: Temporal.Instant) => Promise<boolean>

/** Each code is accepted once. The caller has checked the password. */
export async function checkTotp(
  app: App,
  institution: SignInInstitution,
  userId: string,
  { code, ip }: Given,
): Promise<'ok' | 'refused'> {
  return check(app, institution, { userId, ip, by: 'Totp' }, (tx, of, now) => useTotp(tx, app, of, code, now))
}

/** Each code is accepted once. The caller has checked the password. */
export async function checkRecoveryCode(
  app: App,
  institution: SignInInstitution,
  userId: string,
  { code, ip }: Given,
): Promise<'ok' | 'refused'> {
  const known = recoveryCodeFrom(code)
  return check(app, institution, { userId, ip, by: 'RecoveryCode' }, async (tx, of) => {
    if (known === undefined || !(await useRecoveryCode(tx, of, known))) return false
    const left = await countRecoveryCodes(tx, of)
    await auditSignIn(tx, app, { ...of, action: 'user.recoveryCode.used' }, { left })
    return true
  })
}

/**
 * Checks a code of a person who may sign in. Each attempt counts before it is checked, in a
 * transaction of its own, so that failing ones count too.
 */
async function check(
  app: App,
  institution: SignInInstitution,
  { userId, ip, by }: { userId: string; ip: string | undefined; by: string },
  isRight: Check,
): Promise<'ok' | 'refused'> {
  const of = { tenantId: institution.tenantId, userId }
  const now = app.tokenClock.now()
  const person = await app.db.read((db) => findPerson(db, institution, { userId }))
  if (!person) return 'refused'
  const key = { tenantId: of.tenantId, subject: factorsOf(userId), origin: originOf(ip) }
  const isCounted = await app.db.transaction((tx) => countAttempt(tx, key, now))
  if (!isCounted) return 'refused'
  return app.db.transaction(async (tx) => {
    if (await isRight(tx, of, now)) {
      await countSuccess(tx, key, now)
      return 'ok' as const
    }
    await auditSignIn(tx, app, { ...of, action: 'user.signIn.refused' }, { by, origin: key.origin })
    return 'refused' as const
  })
}
