import type { App } from '../app.ts'
import { type Candidate, findPerson, insertCredentials, lockCandidate, withoutPassword } from './credentials.store.ts'
import { objectionTo } from './domain/password-rules.ts'
import { findInvited, useInvitation } from './invitations.store.ts'
import { hashPassword, normalised } from './password-hash.ts'
import type { Person, SignInInstitution } from './person.ts'
import { recordOwnChange } from './record.ts'

const OVER = 'The invitation was used, has ended or was replaced by a newer one. Ask for another invitation.'
const NOT_ACTIVE = 'Your access is not active at present. Ask your administrator.'
const MAX_TOKEN_CHARACTERS = 200

/**
 * Sets the first password of an invited person. A password that breaks a rule leaves the invitation
 * as it is. `why` is worded for the person.
 */
export async function acceptInvitation(
  app: App,
  institution: SignInInstitution,
  given: { token: string; password: string },
): Promise<{ kind: 'ok'; person: Person } | { kind: 'refused'; why: string }> {
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const token = given.token.slice(0, MAX_TOKEN_CHARACTERS)
  const password = normalised(given.password)
  const invited = await app.db.transaction(async (tx) => {
    const userId = await findInvited(tx, { tenantId, token }, now)
    return userId && { candidate: await lockCandidate(tx, tenantId, userId) }
  })
  if (!invited) return { kind: 'refused', why: OVER }
  if (!invited.candidate) return { kind: 'refused', why: NOT_ACTIVE }
  const why = objectionTo(password, aboutOf(invited.candidate, institution))
  if (why) return { kind: 'refused', why }
  const { userId } = invited.candidate
  const passwordHash = await hashPassword(password)
  return app.db.transaction(async (tx) => {
    // The user is locked first, as by an invitation and a reset.
    const candidate = await lockCandidate(tx, tenantId, userId)
    if (!candidate) return { kind: 'refused', why: NOT_ACTIVE } as const
    if (!(await useInvitation(tx, { tenantId, token }, now))) return { kind: 'refused', why: OVER } as const
    await insertCredentials(tx, { tenantId, userId, passwordHash }, now)
    await recordOwnChange(tx, app, { tenantId, userId, action: 'user.enrolled' }, { loginId: candidate.loginId })
    const person = (await findPerson(tx, institution, { userId }))!
    return { kind: 'ok', person: withoutPassword(person) } as const
  })
}

/** What the password of a person must not consist of. */
export function aboutOf({ loginId, firstName, lastName, email }: Candidate, { name }: SignInInstitution) {
  return { loginId, firstName, lastName, email, institution: name }
}
