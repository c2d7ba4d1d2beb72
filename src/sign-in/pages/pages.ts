import type { App } from '../../app.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { basePathOf } from '../../kernel/request-target.ts'
import type { PageVisit, Realm } from '../../tokens/people.ts'
import type { SignInInstitution } from '../person.ts'
import { sendAsset } from './assets.ts'
import { cookieOf, readForm } from './forms.ts'
import { openInvitation, showInvitation, takeInvitation } from './invitation-page.ts'
import { note } from './layout.ts'
import { readProgress } from './progress.ts'
import { showSignIn, takeSignIn } from './sign-in-page.ts'
import type { Reply, Visit } from './visit.ts'

const ENDED = 'This sign-in has ended or belongs to another browser. Go back to where you came from and begin again.'
const NOT_FROM_HERE = 'The form was not sent from a page of this service. Go back and begin again.'

export async function institutionOf(
  { db, publicUrl }: App,
  { tenantId }: Realm,
): Promise<Institution & { basePath: string }> {
  const institution = await db.read((db) => readInstitution(db, tenantId))
  return { ...institution, basePath: publicUrl === undefined ? '' : basePathOf(publicUrl) }
}

/** Finds the page that a path names. Undefined if the answer is already sent. */
export function createPages(app: App, publicUrl: string): (http: PageVisit) => Promise<Reply | undefined> {
  const { origin, hostname, protocol } = new URL(publicUrl)
  const isSecured = protocol === 'https:'
  const rp = { id: hostname, origin }

  async function visitOf(http: PageVisit, id: string | undefined): Promise<Visit> {
    const institution = await institutionOf(app, http.realm)
    const found = id && (await readProgress(app, { tenantId: institution.tenantId, id }))
    const progress = found || { amr: [], failures: 0 }
    return { app, institution, rp, http, id: id ?? '', progress, formTargets: [] }
  }

  async function signIn(http: PageVisit, id: string): Promise<Reply | undefined> {
    const { request, response } = http
    const asked = await http.requests.find(request, response, id)
    const visit = await visitOf(http, id)
    if (!asked) return refused(visit.institution, ENDED)
    const ofRequest = { ...visit, request: asked, formTargets: [asked.returnOrigin] }
    if (request.method === 'GET') return showSignIn(ofRequest)
    const given = await readForm(request, origin)
    return given ? takeSignIn(ofRequest, given) : refused(visit.institution, NOT_FROM_HERE)
  }

  async function invitation(http: PageVisit): Promise<Reply | undefined> {
    const { request, realm } = http
    const cookie = `${isSecured ? '__Host-' : ''}giro-invitation-${realm.code}`
    const visit = await visitOf(http, cookieOf(request, cookie))
    if (request.method === 'GET') {
      const token = new URL(request.url!, origin).searchParams.get('token')
      return token === null ? showInvitation(visit) : openInvitation(visit, token, cookie)
    }
    const given = await readForm(request, origin)
    return given ? takeInvitation(visit, given, cookie) : refused(visit.institution, NOT_FROM_HERE)
  }

  return async (http) => {
    const [, room, name, ...rest] = http.path.split('/')
    if (room === 'sign-in' && name && rest.length === 0) return signIn(http, name)
    if (room === 'invitation' && name === undefined) return invitation(http)
    if (room === 'assets' && name && rest.length === 0 && sendAsset(http.response, name)) return undefined
    const institution = await institutionOf(app, http.realm)
    return { status: 404, page: note(institution, 'Nothing is here', 'The address of the page is wrong.') }
  }
}

function refused(institution: SignInInstitution, text: string): Reply {
  return { status: 400, page: note(institution, 'Please begin again', text) }
}
