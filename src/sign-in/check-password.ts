import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { countFailures } from './attempts.store.ts'
import { findPerson, withoutPassword } from './credentials.store.ts'
import { MAX_PASSWORD_CHARACTERS } from './domain/password-rules.ts'
import { waitAfter } from './domain/slow-down.ts'
import {
  addressesLike,
  countAddress,
  countAttempt,
  countSuccess,
  originOf,
  passwordsOf,
  standInFor,
} from './lock-out.ts'
import { comparingPassword, NOBODYS_HASH, normalised } from './password-hash.ts'
import type { PersonCheck, SignInInstitution } from './person.ts'
import { auditSignIn } from './record.ts'

/** A refusal is given at a multiple of this time: what was found out does not show in it. */
const REFUSAL_STEP_MS = 250
const MAX_LOGIN_CHARACTERS = 255
/** Stands for the id of a user where there is none. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Given {
  loginId: string
  password: string
  /** The address of the person's browser. */
  ip?: string
}

/**
 * Checks the password of a person. A wrong password, an unknown login, a lock, a user who is not
 * Active and a suspended customer have one answer, the same work and one duration. Throws
 * `SignInBusy` while too many passwords are being checked.
 */
export async function checkPassword(app: App, institution: SignInInstitution, given: Given): Promise<PersonCheck> {
  const startedMs = app.time.nowMs()
  const checked = await check(app, institution, given)
  if (checked.kind === 'refused') {
    const spentMs = app.time.nowMs() - startedMs
    await app.time.sleep(Math.ceil(REFUSAL_STEP_MS - (spentMs % REFUSAL_STEP_MS)))
  }
  return checked
}

async function check(app: App, institution: SignInInstitution, given: Given): Promise<PersonCheck> {
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const origin = originOf(given.ip)
  const address = { tenantId, subject: addressesLike(origin) }
  const wait = waitAfter(await app.db.read((db) => countFailures(db, address, now)))
  if (wait > 0) await app.time.sleep(wait)

  const loginId = given.loginId.slice(0, MAX_LOGIN_CHARACTERS + 1)
  const person = await app.db.read((db) => findPerson(db, institution, { loginId }))
  const key = { tenantId, subject: person ? passwordsOf(person.userId) : standInFor(loginId), origin }
  const password = normalised(given.password)
  const isTooLong = password.length > MAX_PASSWORD_CHARACTERS
  const { isCounted, isRight } = await comparingPassword(async (isPassword) => ({
    isCounted: await app.db.transaction((tx) => countAttempt(tx, key, now)),
    isRight: await isPassword(isTooLong ? '' : password, person?.passwordHash ?? NOBODYS_HASH),
  }))
  if (person && isRight && !isTooLong && isCounted) {
    await app.db.transaction((tx) => countSuccess(tx, key, now))
    return { kind: 'ok', person: withoutPassword(person) }
  }
  await recordRefusal(app, { tenantId, origin, userId: isCounted ? person?.userId : undefined }, now)
  return { kind: 'refused' }
}

/**
 * Records the refusal of a user in the audit log. Where there is no user, or the attempt did not
 * count, the same statements run and are rolled back: what follows takes as long.
 */
async function recordRefusal(
  app: App,
  { tenantId, origin, userId }: { tenantId: bigint; origin: string; userId: string | undefined },
  now: Temporal.Instant,
): Promise<void> {
  const of = { tenantId, userId: userId ?? NOBODY }
  await app.db.transaction(async (tx) => {
    await countAddress(tx, { tenantId, origin }, now)
    await tx.query('savepoint refusal')
    await auditSignIn(tx, app, { ...of, action: 'user.signIn.refused' }, { by: 'Password', origin })
    await tx.query(userId === undefined ? 'rollback to savepoint refusal' : 'release savepoint refusal')
  })
}
