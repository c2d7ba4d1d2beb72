import type { App } from '../app.ts'
import type { Page, PeoplePort } from '../tokens/people.ts'
import { readPerson } from './credentials.store.ts'
import { html } from './pages/html.ts'
import { note, page, send } from './pages/layout.ts'
import { createPages, institutionOf } from './pages/pages.ts'
import { SignInBusy } from './password-hash.ts'
import type { SignInInstitution } from './person.ts'
import { sessionEndsOf } from './session-ends.ts'

const BUSY = 'Too many people are signing in at this moment. Wait a few seconds and send the form again.'

/** Signs people in for the token service: reads who may, and shows the pages. */
export function createPeople(app: App, publicUrl: string): PeoplePort {
  const replyTo = createPages(app, publicUrl)
  return {
    async readPerson(realm, userId) {
      const institution = await institutionOf(app, realm)
      const person = await readPerson(app, institution, userId)
      return person && { ...person, session: sessionEndsOf(person) }
    },
    async servePage(http) {
      try {
        const reply = await replyTo(http)
        if (reply) send(http.response, reply.status, reply.page)
      } catch (error) {
        if (!(error instanceof SignInBusy)) throw error
        http.response.setHeader('Retry-After', '5')
        send(http.response, 503, note(await institutionOf(app, http.realm), 'Please try again', BUSY))
      }
    },
    showError: async (realm, error) => showError(await institutionOf(app, realm), error),
    async askSignOut(realm, { action, xsrf }) {
      const institution = await institutionOf(app, realm)
      const body = html`<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="logout" value="yes">
<p>You will be signed out of every application that you use with ${institution.name} in this browser.</p>
<button>Sign out</button>
</form>`
      return page(institution, {
        title: 'Sign out',
        body,
        formTargets: ['https:', 'http://localhost:*', 'http://127.0.0.1:*'],
      })
    },
    async showSignedOut(realm) {
      return note(await institutionOf(app, realm), 'You are signed out', 'You can close this page.')
    },
  }
}

/** In plain words for the person; the description is for those who run the application. */
function showError(institution: SignInInstitution, error: { code: string; description: string | undefined }): Page {
  const body = html`<p>The application that sent you here asked for something that is not possible, or the request has
ended. Go back to it and begin again. If that does not help, show this to those who run it:</p>
<p><code>${error.code}: ${error.description}</code></p>`
  return page(institution, { title: 'This did not work', body })
}
