import { randomBytes } from 'node:crypto'
import { acceptInvitation } from '../accept-invitation.ts'
import { readPerson } from '../credentials.store.ts'
import { invitationPath } from '../invitation-link.ts'
import type { Person } from '../person.ts'
import { showEnrolment, showRecoveryCodes, takeEnrolment } from './enrolment.ts'
import { setCookie } from './forms.ts'
import { html } from './html.ts'
import { type Fault, field, form, note, page, redirect } from './layout.ts'
import { belongsTo, endProgress, saveProgress } from './progress.ts'
import { FAULTY, keyOf, type Reply, type Visit } from './visit.ts'

const MAX_TOKEN_CHARACTERS = 500

/**
 * The link of an invitation. Its token goes to the server's memory of this browser at once, so that
 * no history, log or referrer keeps it.
 */
export async function openInvitation(visit: Visit, token: string, cookie: string): Promise<undefined> {
  const { app, institution, http } = visit
  const id = randomBytes(32).toString('base64url')
  const sealed = app.sealer.seal(token.slice(0, MAX_TOKEN_CHARACTERS), contextOf(visit)).toString('base64')
  await saveProgress(app, { tenantId: institution.tenantId, id }, { amr: [], failures: 0, invitation: sealed })
  http.response.setHeader('Set-Cookie', setCookie(cookie, id, { isSecured: visit.rp.origin.startsWith('https:') }))
  redirect(http.response, (institution.basePath ?? '') + invitationPath(institution.code))
}

const contextOf = ({ institution }: Visit) => `invitation_token:${institution.tenantId}:open`

/** The page of an invitation, at the step that the person has reached. */
export async function showInvitation(visit: Visit): Promise<Reply> {
  const { institution, progress } = visit
  if (progress.isEnrolled) return ready(visit)
  const person = await invitedPerson(visit)
  if (person) return showEnrolment(visit, person)
  if (progress.invitation) return showPasswordChoice(visit)
  const why =
    'The link does not work any more, or this page was open too long. Open the link again, or ask for a new one.'
  return { status: 404, page: note(institution, 'This invitation is not open', why) }
}

export async function takeInvitation(visit: Visit, given: URLSearchParams, cookie: string): Promise<Reply | undefined> {
  const { progress } = visit
  if (progress.isEnrolled) return ready(visit)
  const person = await invitedPerson(visit)
  if (person) return enrol(visit, person, given)
  if (!progress.invitation) return showInvitation(visit)
  return choosePassword(visit, given, cookie)
}

/** The person who has accepted this invitation, and must set up a second factor. */
async function invitedPerson({ app, institution, progress }: Visit): Promise<Person | undefined> {
  const person = progress.userId === undefined ? undefined : await readPerson(app, institution, progress.userId)
  return person?.mustEnrol && belongsTo(progress, person) ? person : undefined
}

function showPasswordChoice({ institution }: Visit, fault?: Fault): Reply {
  const hint = 'At least 12 characters. A few words that you remember are better than one with signs.'
  const password = { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' }
  const body = html`<p>You were invited to sign in to ${institution.name}. Choose a password that you use nowhere else.</p>
${form(
  'password',
  html`${field({ ...password, hint, focused: true }, fault)}
${field({ ...password, name: 'again', label: 'New password, again' }, fault)}`,
  { button: 'Set the password' },
)}`
  return { status: fault ? FAULTY : 200, page: page(institution, { title: 'Accept your invitation', body }) }
}

async function choosePassword(visit: Visit, given: URLSearchParams, cookie: string): Promise<Reply | undefined> {
  const { app, institution, http, progress } = visit
  const password = given.get('password') ?? ''
  if (password !== given.get('again')) return showPasswordChoice(visit, { field: 'again', text: 'The two differ.' })
  const token = app.sealer.open(Buffer.from(progress.invitation!, 'base64'), contextOf(visit)).toString()
  const accepted = await acceptInvitation(app, institution, { token, password })
  if (accepted.kind === 'refused') return showPasswordChoice(visit, { field: 'password', text: accepted.why })
  // A new secret for a person who has proven something.
  await endProgress(app, keyOf(visit))
  const id = randomBytes(32).toString('base64url')
  const { userId, credentialsId } = accepted.person
  await saveProgress(app, { tenantId: institution.tenantId, id }, { userId, credentialsId, amr: ['pwd'], failures: 0 })
  http.response.setHeader('Set-Cookie', setCookie(cookie, id, { isSecured: visit.rp.origin.startsWith('https:') }))
  redirect(http.response, (institution.basePath ?? '') + invitationPath(institution.code))
  return undefined
}

async function enrol(visit: Visit, person: Person, given: URLSearchParams): Promise<Reply> {
  const taken = await takeEnrolment(visit, person, given)
  if ('field' in taken) return showEnrolment(visit, person, taken)
  await saveProgress(visit.app, keyOf(visit), { amr: [], failures: 0, isEnrolled: true })
  return showRecoveryCodes(visit, taken.recoveryCodes)
}

function ready({ institution }: Visit): Reply {
  const text = 'Your login is ready. Sign in with your password and your second factor where you work.'
  return { status: 200, page: note(institution, 'You can sign in now', text) }
}
