import type { SignInRequest } from '../../tokens/people.ts'
import { readPerson } from '../credentials.store.ts'
import type { Person } from '../person.ts'
import { showEnrolment, showRecoveryCodes, takeEnrolment } from './enrolment.ts'
import { showFactor, showPassword, takeFactor, takePasskey, takePassword } from './factors.ts'
import { type Fault, redirect } from './layout.ts'
import { belongsTo, endProgress, type Progress, saveProgress } from './progress.ts'
import { keyOf, type Reply, type Visit } from './visit.ts'

/** After so many wrong second factors, the password is asked for again. */
const MAX_FACTOR_FAILURES = 5

type SignInVisit = Visit & { request: SignInRequest }

/** The page of a request to sign in, at the step that the person has reached. */
export async function showSignIn(visit: SignInVisit): Promise<Reply> {
  const { progress, request } = visit
  const person = await personOf(visit)
  if (!person) return showPassword(visit, request)
  if (person.mustEnrol) return showEnrolment(visit, person)
  return showFactor(visit, person, { isAgain: !progress.userId })
}

/** Takes a form of the page. Undefined if the answer is already sent: the browser goes on. */
export async function takeSignIn(visit: SignInVisit, given: URLSearchParams): Promise<Reply | undefined> {
  const { http, id } = visit
  const step = given.get('step')
  if (step === 'cancel') {
    await endProgress(visit.app, keyOf(visit))
    await http.requests.cancel(http.request, http.response, id)
    return undefined
  }
  if (step === 'another') return goOn(visit, { amr: [], failures: 0, asAnother: true })
  const person = await personOf(visit)
  if (!person) return takeFirst(visit, given)
  if (visit.progress.isEnrolled) return finish(visit, person)
  if (person.mustEnrol) return enrol(visit, person, given)
  return takeSecond(visit, person, given)
}

/**
 * Whose second factor is asked for: the person whose password was right, or the one who is signed
 * in in this browser. A person can set up a second factor only after the password. Nobody, if the
 * credentials were reset since.
 */
async function personOf({ app, institution, progress, request }: SignInVisit): Promise<Person | undefined> {
  const userId = progress.userId ?? (progress.asAnother ? undefined : request.current?.userId)
  const person = userId === undefined ? undefined : await readPerson(app, institution, userId)
  if (!person) return undefined
  if (progress.userId) return belongsTo(progress, person) ? person : undefined
  return person.mustEnrol ? undefined : person
}

/** A password, or a passkey, which is a second factor in itself. */
async function takeFirst(visit: SignInVisit, given: URLSearchParams): Promise<Reply | undefined> {
  if (given.get('step') === 'passkey') {
    const person = await takePasskey(visit, given)
    if (person) return finish(visit, person, ['swk', 'user', 'mfa'])
    return showPassword(visit, visit.request, { field: 'passkey', text: 'The passkey was not accepted.' })
  }
  const person = await takePassword(visit, given)
  if ('field' in person) {
    const loginHint = given.get('loginId')?.slice(0, 200)
    return showPassword(visit, { ...visit.request, loginHint }, person)
  }
  const { userId, credentialsId } = person
  return goOn(visit, { userId, credentialsId, amr: ['pwd'], failures: 0 })
}

async function takeSecond(visit: SignInVisit, person: Person, given: URLSearchParams): Promise<Reply | undefined> {
  const { progress, request, app } = visit
  const proven = await takeFactor(visit, person, given)
  if (typeof proven === 'string') {
    const before = progress.userId ? progress.amr : (request.current?.amr ?? [])
    return finish(visit, person, [...new Set([...before, proven, 'mfa'])])
  }
  const failures = progress.failures + 1
  if (failures < MAX_FACTOR_FAILURES) {
    const noted = { ...visit, progress: { ...progress, failures } }
    await saveProgress(app, keyOf(visit), noted.progress)
    return showFactor(noted, person, { isAgain: !progress.userId, fault: proven })
  }
  await saveProgress(app, keyOf(visit), { amr: [], failures: 0, asAnother: true })
  const fault: Fault = { field: 'password', text: 'Too many codes were wrong. Begin again with your password.' }
  return showPassword(visit, request, fault)
}

async function enrol(visit: SignInVisit, person: Person, given: URLSearchParams): Promise<Reply> {
  const taken = await takeEnrolment(visit, person, given)
  if ('field' in taken) return showEnrolment(visit, person, taken)
  const amr = [...visit.progress.amr, ...taken.amr, 'mfa']
  await saveProgress(visit.app, keyOf(visit), { ...visit.progress, amr, isEnrolled: true })
  return showRecoveryCodes(visit, taken.recoveryCodes)
}

/** Goes to the next step by a new request for the page, so that reloading sends no form again. */
async function goOn(visit: SignInVisit, progress: Progress): Promise<undefined> {
  await saveProgress(visit.app, keyOf(visit), progress)
  const { http, institution } = visit
  redirect(http.response, (institution.basePath ?? '') + http.request.url!)
}

/** The session gets the credentials that were proven, and not those of a reset since. */
async function finish(visit: SignInVisit, person: Person, amr = visit.progress.amr): Promise<undefined> {
  const { http, id } = visit
  await endProgress(visit.app, keyOf(visit))
  const { userId, credentialsId } = person
  await http.requests.finish(http.request, http.response, id, { userId, credentialsId, amr })
}
