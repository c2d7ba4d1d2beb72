import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { confirmPasskeyEnrolment, passkeyEnrolmentOptions, readPerson } from '../../src/sign-in/sign-in.ts'
import { VirtualAuthenticator } from '../support/authenticator.ts'
import { type CookieBrowser, openCookieBrowser, type Visited } from '../support/cookie-browser.ts'
import { approvePending } from '../support/second-person.ts'
import { askFor, authenticatorOf, invite, PASSWORD, registerCallback, submit } from '../support/signing-person.ts'
import { startTestService, type TestClient, type TestService } from '../support/test-service.ts'

const USERS = '/api/user-management/v1/customers'
const NEW_PASSWORD = 'pewter walnut canal brisk'

interface User {
  customerUID: string
  userId: string
  loginId: string
}

let service: TestService
let client: TestClient
let institution: string
before(async () => {
  service = await startTestService()
  client = await service.createClient(service.tenant, {})
  institution = String(service.tenant.institution.legalEntityId)
  await registerCallback(service, client)
  const applications = [{ name: 'Customers', entitlements: ['View_Customers'] }]
  const role = { externalReferenceId: 'r', name: 'Desk', description: 'r', applications }
  await service.call('POST', `${USERS}/${institution}/roles`, role)
})
after(() => service.stop())

async function createUser(): Promise<User> {
  const loginId = `half-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const body = { externalReferenceId: loginId, loginId, ...names, roleNames: ['Desk'] }
  const made = await service.call('POST', `${USERS}/${institution}/users`, body)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await service.call('PUT', `${USERS}/${institution}/users/${made.body.userId}/activate`)
  return { customerUID: institution, userId: made.body.userId, loginId }
}

/** Follows a link of an invitation, and sets the password. */
async function choose(link: string, password: string, browser = openCookieBrowser(service.baseUrl)) {
  const page = await submit(browser, await browser.visit(link), { step: 'password', password, again: password })
  assert.match(page.text, /Set up your second factor/, page.text)
  return { browser, page }
}

/** Two people reset the credentials. Returns the new link. */
async function reset({ customerUID, userId }: User): Promise<string> {
  const asked = await service.call('POST', `${USERS}/${customerUID}/users/${userId}/credentials/reset`)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  const [done] = await approvePending(service, customerUID)
  const link = /"invitationUrl":"([^"]+)"/.exec(JSON.stringify(done?.body))?.[1]
  assert.ok(link, JSON.stringify(done?.body))
  return new URL(link, service.baseUrl).href
}

/** A sign-in that waits after the password. */
async function afterPassword({ loginId }: User, password = PASSWORD) {
  const browser = openCookieBrowser(service.baseUrl)
  const first = await browser.visit(askFor(service, client).url)
  const page = await submit(browser, first, { step: 'password', loginId, password })
  assert.equal(page.status, 200, page.text)
  return { browser, page }
}

async function assertNothingWorks(browser: CookieBrowser, page: Visited, code: string): Promise<void> {
  assert.ok(!(await browser.visit(page.url)).text.includes('second factor'))
  for (const form of [{ step: 'continue' }, { step: 'enrol-totp', code }, { step: 'code', code }]) {
    const sent = await submit(browser, page, form as Record<string, string>)
    assert.equal(sent.away, undefined)
    assert.ok(!sent.text.includes('recovery codes'), sent.text)
    assert.ok(!sent.text.includes('Key: <code>'), sent.text)
  }
}

const factorsOf = async ({ userId }: User) =>
  (await readPerson(service.app, service.tenant.institution, userId))!.factors

/** The person sets the second factor up in the browser of the new link. */
async function completes({ browser, page }: { browser: CookieBrowser; page: Visited }, user: User): Promise<void> {
  const done = await submit(browser, page, { step: 'enrol-totp', code: authenticatorOf(page)() })
  assert.match(done.text, /Your recovery codes/, done.text)
  assert.deepEqual(await factorsOf(user), ['Totp'])
}

test('who knew the old password sets up no factor of the new credentials', async () => {
  const user = await createUser()
  await choose(await invite(service, user), PASSWORD)
  const thief = await afterPassword(user)
  const code = authenticatorOf(thief.page)()
  const victim = await choose(await reset(user), NEW_PASSWORD)
  await assertNothingWorks(thief.browser, thief.page, code)
  assert.deepEqual(await factorsOf(user), [])
  await completes(victim, user)
})

test('who waited at the second factor sets up none after a reset', async () => {
  const user = await createUser()
  const first = await choose(await invite(service, user), PASSWORD)
  const app = authenticatorOf(first.page)
  await submit(first.browser, first.page, { step: 'enrol-totp', code: app() })
  const thief = await afterPassword(user)
  assert.match(thief.page.text, /Second factor/)
  const victim = await choose(await reset(user), NEW_PASSWORD)
  await assertNothingWorks(thief.browser, thief.page, app())
  await completes(victim, user)
})

test('who set a factor up before a reset does not continue after it', async () => {
  const user = await createUser()
  await choose(await invite(service, user), PASSWORD)
  const thief = await afterPassword(user)
  const app = authenticatorOf(thief.page)
  const shown = await submit(thief.browser, thief.page, { step: 'enrol-totp', code: app() })
  assert.match(shown.text, /Your recovery codes/)
  const victim = await choose(await reset(user), NEW_PASSWORD)
  await completes(victim, user)
  await assertNothingWorks(thief.browser, thief.page, app())
})

test('who used a stolen first link sets up no factor after a reset', async () => {
  const user = await createUser()
  const thief = await choose(await invite(service, user), PASSWORD)
  const code = authenticatorOf(thief.page)()
  const victim = await choose(await reset(user), NEW_PASSWORD)
  const seen = await thief.browser.visit(thief.page.url)
  assert.match(seen.text, /This invitation is not open/)
  const sent = await submit(thief.browser, thief.page, { step: 'enrol-totp', code })
  assert.match(sent.text, /This invitation is not open/)
  assert.deepEqual(await factorsOf(user), [])
  await completes(victim, user)
})

test('of two who set up the first factor with the password, one does', async () => {
  const user = await createUser()
  const first = await choose(await invite(service, user), PASSWORD)
  const { app, tenant } = service
  const rp = { id: 'bank.example', origin: 'https://bank.example' }
  const person = (await readPerson(app, tenant.institution, user.userId))!
  const answerOf = async () => {
    const { challengeId, options } = await passkeyEnrolmentOptions(app, tenant.institution, user.userId, rp)
    const { challenge } = options as { challenge: string }
    const asked = { challenge, origin: rp.origin, rpId: rp.id }
    return { challengeId, response: new VirtualAuthenticator().create(asked), rp }
  }
  const confirm = async (firstOf: string) =>
    (await confirmPasskeyEnrolment(app, tenant.institution, { userId: user.userId, firstOf }, await answerOf())).kind
  assert.equal(await confirm(randomUUID()), 'refused', 'credentials of before a reset')
  const both = await Promise.all([confirm(person.credentialsId), confirm(person.credentialsId)])
  assert.deepEqual(both.sort(), ['ok', 'refused'])
  assert.deepEqual(await factorsOf(user), ['Passkey'])
  const late = await submit(first.browser, first.page, { step: 'enrol-totp', code: authenticatorOf(first.page)() })
  assert.ok(!late.text.includes('recovery codes'))
  assert.deepEqual(await factorsOf(user), ['Passkey'])
})
