import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { deleteEndedSessions, STEP_UP_OPERATIONS } from '../../src/console/console.ts'
import { operations } from '../../src/main/operations.ts'
import { CONSOLE_CLIENT } from '../../src/tokens/console-client.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { dataOf } from '../support/answers.ts'
import { VirtualAuthenticator } from '../support/authenticator.ts'
import { movingClock } from '../support/clocks.ts'
import { type CookieBrowser, openCookieBrowser } from '../support/cookie-browser.ts'
import { approvePending } from '../support/second-person.ts'
import { acceptInvitation, PASSWORD, passPages, type SigningPerson, submit } from '../support/signing-person.ts'
import {
  createPayer,
  customerBody,
  type Payer,
  requestToken,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

const USERS = '/api/user-management/v1/customers'
const COOKIE = 'giro-console'

let service: TestService
let payer: Payer
let pages: string
let operator: SigningPerson
let approver: SigningPerson
let third: SigningPerson
let operatorBrowser: CookieBrowser
let approverBrowser: CookieBrowser

before(async () => {
  pages = await mkdtemp(join(tmpdir(), 'giro-console-'))
  service = await startTestService({ consolePages: pages, worker: true, clock: movingClock() })
  payer = await createPayer(service, { balance: 100_000 })
  const institution = String(service.tenant.institution.legalEntityId)
  const byApplication = Map.groupBy(ENTITLEMENTS, (entitlement) => entitlement.split('.')[0]!)
  const applications = [...byApplication].map(([name, held]) => ({
    name,
    entitlements: held.map((entitlement) => entitlement.slice(name.length + 1)),
  }))
  await createRole(institution, 'Everything', applications)
  await createRole(payer.customerUID, 'Reader', [{ name: 'Payments', entitlements: ['View_Payments'] }])
  operator = await createPerson(institution, 'Everything')
  approver = await createPerson(institution, 'Everything')
  third = await createPerson(institution, 'Everything')
  operatorBrowser = openCookieBrowser(service.baseUrl)
  approverBrowser = openCookieBrowser(service.baseUrl)
})
after(async () => {
  await service.stop()
  await rm(pages, { recursive: true })
})

async function createRole(owner: string, name: string, applications: unknown): Promise<void> {
  const body = { externalReferenceId: name, name, description: name, applications }
  const reply = await service.call('POST', `${USERS}/${owner}/roles`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
}

async function createPerson(customerUID: string, role: string): Promise<SigningPerson> {
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const body = { externalReferenceId: loginId, loginId, ...names, roleNames: [role] }
  const reply = await service.call('POST', `${USERS}/${customerUID}/users`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
  await service.call('PUT', `${USERS}/${customerUID}/users/${reply.body.userId}/activate`)
  return acceptInvitation(service, { customerUID, userId: reply.body.userId, loginId })
}

const signInUrl = (returnTo = '/console/today', institution = 'bank') =>
  `${service.baseUrl}/console/sign-in?${new URLSearchParams({ institution, returnTo })}`

interface Window {
  browser: CookieBrowser
  csrf: string
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>
}

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  body: any
}

/** A window of the console in which the person is signed in. */
async function openWindow(person: SigningPerson, browser: CookieBrowser): Promise<Window> {
  if (browser.cookies.size === 0) await passPages(browser, signInUrl(), person, person.code())
  else await browser.visit(signInUrl())
  const window: Window = {
    browser,
    csrf: '',
    async call(method, path, { body, headers = {} } = {}) {
      const value = browser.cookies.get(COOKIE)?.value ?? ''
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...{ cookie: `${COOKIE}=${value}`, 'sec-fetch-site': 'same-origin', 'x-giro-csrf': window.csrf },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
    },
  }
  const session = await window.call('GET', '/console/session')
  assert.equal(session.status, 200, session.text)
  window.csrf = session.body.csrfToken
  return window
}

async function stepUp(window: Window, person: SigningPerson): Promise<void> {
  const { browser } = window
  const asked = await browser.visit(`${service.baseUrl}/console/step-up?returnTo=/console/approvals`)
  assert.match(asked.text, /Second factor|code/, asked.text)
  await submit(browser, asked, { step: 'code', code: person.code() })
  // The cookie is another one, and with it the token of the page.
  window.csrf = (await window.call('GET', '/console/session')).body.csrfToken
}

const newContact = () => ({
  externalReferenceId: randomUUID(),
  templateName: randomUUID(),
  name: 'Highland Beans Inc',
  contactType: 'Company',
  contactBank: { country: 'US', accountNo: '700100200300', accountCcy: 'USD', name: 'Bank', nationalCode: '021000021' },
})
const contactsOf = ({ customerUID }: Payer) => `/v2/customers/${customerUID}/contacts`

test('every operation that needs the second factor again exists', () => {
  const known = new Set(operations.map(({ id }) => id))
  assert.deepEqual(
    [...STEP_UP_OPERATIONS].filter((id) => !known.has(id)),
    [],
  )
})

test('a person signs in, works through the API in their own name, and no token reaches the browser', async () => {
  const window = await openWindow(operator, operatorBrowser)
  const { flags } = window.browser.cookies.get(COOKIE)!
  assert.match(flags, /HttpOnly/)
  assert.match(flags, /SameSite=Strict/)
  const session = await window.call('GET', '/console/session')
  assert.equal(session.body.person.userUID, operator.userId)
  assert.equal(session.body.legalEntity.kind, 'Institution')
  assert.deepEqual([...session.body.entitlements].sort(), [...ENTITLEMENTS].sort())
  assert.equal(session.body.steppedUpUntil, null)

  const id = randomUUID()
  const read = await window.call('GET', '/console/api/v1/institution', { headers: { 'x-request-id': id } })
  assert.equal(read.status, 200, read.text)
  assert.equal(read.headers.get('request-id'), id)
  const twice = { body: newContact(), headers: { 'idempotent-key': 'form-1' } }
  const made = await window.call('POST', `/console/api${contactsOf(payer)}`, twice)
  assert.equal(made.status, 200, made.text)
  assert.equal((await window.call('POST', `/console/api${contactsOf(payer)}`, twice)).text, made.text)
  const records = await service.query<{ userId: string }>(
    `select user_id from audit_log where actor = '${CONSOLE_CLIENT}' and user_id is not null`,
  )
  assert.deepEqual([...new Set(records.map(({ userId }) => userId))], [operator.userId])

  for (const { text, headers } of [session, read, made])
    assert.doesNotMatch(text + JSON.stringify([...headers]), /eyJ[\w-]+\.eyJ|access_token|refresh_token/)
  for (const { value } of window.browser.cookies.values()) assert.doesNotMatch(value, /eyJ/)
})

test('a second person approves after the second factor again, and not before', async () => {
  const [first, second] = [await openWindow(operator, operatorBrowser), await openWindow(approver, approverBrowser)]
  const reset = `/console/api${USERS}/${service.tenant.institution.legalEntityId}/users/${third.userId}/credentials/reset`
  const early = await first.call('POST', reset)
  assert.equal(early.status, 403, early.text)
  assert.equal(early.body.reason, 'stepUpRequired')
  await stepUp(first, operator)
  const asked = await first.call('POST', reset)
  assert.equal(asked.status, 202, asked.text)
  const queue = '/console/api/v1/institution/approvals'
  const waiting = await second.call('GET', `${queue}?page=1&limit=10&status=Pending`)
  const [{ approvalUID, contentHash, requestedByUserUID, requestedByName }] = waiting.body.data
  assert.deepEqual([requestedByUserUID, requestedByName], [operator.userId, 'Ada Lund'])
  const approve = `${queue}/${approvalUID}/approve`
  const body = { contentHash }
  const own = await first.call('PUT', approve, { body })
  assert.ok(own.status >= 400 && own.body.reason !== 'stepUpRequired', own.text)
  assert.equal((await second.call('PUT', approve, { body })).body.reason, 'stepUpRequired')
  const before = Math.floor(Date.now() / 1_000) * 1_000
  await stepUp(second, approver)
  const session = await second.call('GET', '/console/session')
  const steppedUpAt = Date.parse(session.body.steppedUpUntil) - 5 * 60_000
  assert.ok(before <= steppedUpAt && steppedUpAt <= Date.now(), session.text)
  const approved = await second.call('PUT', approve, { body })
  assert.equal(approved.status, 200, approved.text)
  const { decidedByUserUID, decidedByName } = approved.body.data
  assert.deepEqual([decidedByUserUID, decidedByName], [approver.userId, 'Ada Lund'])
})

test("a customer's own queue does not name the people of the bank", async () => {
  const window = await openWindow(operator, operatorBrowser)
  const settings = { legalEntityAccessSettings: { beneDualApproval: true } }
  const created = await service.call('POST', '/v2/customers', customerBody(settings))
  const { customerUID } = created.body.data
  const asked = await window.call('POST', `/console/api/v2/customers/${customerUID}/contacts`, { body: newContact() })
  assert.equal(asked.status, 200, asked.text)
  const queue = `/v1/customers/${customerUID}/approvals/contact?page=1&limit=10&status=Pending`
  const [own] = (await service.call('GET', queue)).body.data
  assert.deepEqual([own.requestedByUserUID, own.requestedByName], [operator.userId, undefined])
})

test('a request of another site, or without the token of the page, does nothing', async () => {
  const window = await openWindow(operator, operatorBrowser)
  const count = async () => (await service.query('select from contacts')).length
  const before = await count()
  const path = `/console/api${contactsOf(payer)}`
  const attempts: Record<string, string>[] = [
    { 'x-giro-csrf': '' },
    { 'x-giro-csrf': 'x'.repeat(43) },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of attempts) {
    const refused = await window.call('POST', path, { body: newContact(), headers })
    assert.equal(refused.status, 403, `${JSON.stringify(headers)}: ${refused.text}`)
    const kept = await window.call('POST', '/console/sign-out', { headers })
    assert.equal(kept.status, 403, kept.text)
  }
  for (const path of ['/console/session', '/console/events'])
    assert.equal((await window.call('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403)
  assert.equal(await count(), before)
  assert.equal((await window.call('GET', '/console/session')).status, 200)
})

test('the proxy reaches the API alone', async () => {
  const window = await openWindow(operator, operatorBrowser)
  for (const path of [
    '/auth/realms/bank/sign-in/x',
    '/console/session',
    '//evil.example/',
    '/v1/%2e%2e/console/session',
  ])
    assert.equal((await window.call('GET', `/console/api${path}`)).status, 404, path)
})

test('a session ends when it is not used, and when its use was refreshed it lasts no longer than its end', async () => {
  const window = await openWindow(operator, operatorBrowser)
  const ends = async () => (await window.call('GET', '/console/session')).body
  await service.query(`update console_sessions set refreshed_at = refreshed_at - interval '2 minutes',
    idle_ends_at = least(idle_ends_at - interval '2 minutes', ends_at) where user_id = '${operator.userId}'`)
  const before = await ends()
  assert.equal((await window.call('GET', '/console/api/v1/institution')).status, 200)
  assert.equal((await ends()).idleEndsAt, before.idleEndsAt, 'a page that asks by itself does not prolong it')
  const headers = { 'x-giro-active': '1' }
  const both = await Promise.all([1, 2, 3].map(() => window.call('GET', '/console/api/v1/institution', { headers })))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  )
  const after = await ends()
  assert.ok(after.idleEndsAt > before.idleEndsAt, 'use prolongs it')
  assert.equal(after.endsAt, before.endsAt)
  assert.ok(after.idleEndsAt <= after.endsAt)
  assert.equal(Date.parse(after.endsAt) - Date.parse(after.signedInAt), 12 * 3_600_000)

  const ended = `update console_sessions set idle_ends_at = signed_in_at where user_id = '${operator.userId}'`
  await service.query(ended)
  assert.deepEqual((await window.call('GET', '/console/session')).body, { reason: 'noSession' })
  assert.equal((await window.call('GET', '/console/api/v1/institution')).status, 401)
  const { tenantId } = service.tenant.institution
  await service.app.db.transaction((tx) => deleteEndedSessions(tx, tenantId, service.app.tokenClock.now()))
  assert.deepEqual(await service.query(`select id from console_sessions where user_id = '${operator.userId}'`), [])
})

test('a person has at most ten sessions', async () => {
  for (let opened = 0; opened < 12; opened++) {
    operatorBrowser.cookies.delete(COOKIE)
    await openWindow(operator, operatorBrowser)
  }
  const rows = await service.query(`select id from console_sessions where user_id = '${operator.userId}'`)
  assert.equal(rows.length, 10)
})

const ACCOUNT = '/console/session/account'

/** A person who has just proven the second factor again. */
async function openAccount(): Promise<{ person: SigningPerson; window: Window }> {
  const person = await createPerson(String(service.tenant.institution.legalEntityId), 'Everything')
  const window = await openWindow(person, openCookieBrowser(service.baseUrl))
  return { person, window }
}

const factorsOf = async (window: Window): Promise<string[]> =>
  (await window.call('GET', ACCOUNT)).body.factors.map(({ factorId }: { factorId: string }) => factorId)

const isSignedOut = async (window: Window) => (await window.call('GET', '/console/session')).status === 401

/** Another session of the person, in the same browser. */
async function openSecond(person: SigningPerson, { browser }: Window): Promise<Window> {
  const second = openCookieBrowser(service.baseUrl)
  for (const [name, cookie] of browser.cookies) if (name !== COOKIE) second.cookies.set(name, cookie)
  return openWindow(person, second)
}

test('people change their own second factors after proving one again, and nobody changes those of another', async () => {
  const { person: ada, window } = await openAccount()
  const account = await window.call('GET', ACCOUNT)
  assert.deepEqual(
    account.body.sessions.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne),
    [true],
  )
  const [app] = account.body.factors
  const changes: [string, string][] = [
    ...[['POST', '/passkey-options'] as [string, string], ['POST', '/passkeys'] as [string, string]],
    ...[['POST', '/app'] as [string, string], ['POST', '/app/confirm'] as [string, string]],
    ...[['DELETE', `/factors/${app.factorId}`] as [string, string], ['POST', '/password'] as [string, string]],
    ['POST', '/sign-out-everywhere'],
  ]
  for (const [method, path] of changes) {
    const early = await window.call(method, ACCOUNT + path, { body: {} })
    assert.deepEqual([early.status, early.body.reason], [403, 'stepUpRequired'], path)
    const foreign = await window.call(method, ACCOUNT + path, { body: {}, headers: { 'x-giro-csrf': '' } })
    assert.deepEqual([foreign.status, foreign.body.reason], [403, 'csrfTokenInvalid'], path)
  }
  await stepUp(window, ada)
  const only = await window.call('DELETE', `${ACCOUNT}/factors/${app.factorId}`)
  assert.deepEqual([only.status, only.body.reason], [409, 'lastFactor'])

  const asked = (await window.call('POST', `${ACCOUNT}/passkey-options`)).body
  const { hostname: rpId, origin } = new URL(service.baseUrl)
  const response = new VirtualAuthenticator().create({ challenge: asked.options.challenge, origin, rpId })
  const answer = { body: { challengeId: asked.challengeId, response } }
  const { person: eve, window: hers } = await openAccount()
  await stepUp(hers, eve)
  assert.equal((await hers.call('POST', `${ACCOUNT}/passkeys`, answer)).body.reason, 'passkeyRefused')
  assert.equal((await hers.call('DELETE', `${ACCOUNT}/factors/${app.factorId}`)).status, 404)
  assert.deepEqual(await factorsOf(window), [app.factorId])

  const added = await window.call('POST', `${ACCOUNT}/passkeys`, answer)
  assert.deepEqual([added.status, added.body], [200, { recoveryCodes: [] }], added.text)
  assert.equal((await window.call('POST', `${ACCOUNT}/passkeys`, answer)).status, 400, 'it answers once')
  assert.equal((await window.call('POST', `${ACCOUNT}/app/confirm`, { body: { code: '000000' } })).status, 400)
  const second = await openSecond(ada, window)
  assert.equal((await window.call('DELETE', `${ACCOUNT}/factors/${app.factorId}`)).status, 200)
  assert.deepEqual([await isSignedOut(window), await isSignedOut(second), await isSignedOut(hers)], [true, true, false])
  const left = await service.query<{ kind: string }>(`select kind from user_factors where user_id = '${ada.userId}'`)
  assert.deepEqual(left, [{ kind: 'Passkey' }])

  const others = await openSecond(eve, hers)
  assert.equal((await hers.call('POST', `${ACCOUNT}/sign-out-everywhere`)).status, 200)
  assert.deepEqual([await isSignedOut(hers), await isSignedOut(others)], [true, true])
  assert.deepEqual(await service.query(`select id from person_sessions where user_id = '${eve.userId}'`), [])
  const actions = await service.query<{ action: string }>(
    `select action from audit_log where user_id in ('${ada.userId}', '${eve.userId}') and actor = 'sign-in' order by at, id`,
  )
  assert.deepEqual(actions.map(({ action }) => action).slice(-3), [
    'user.factorAdded',
    'user.factorRemoved',
    'user.sessionsEnded',
  ])
})

test('a password is changed by who knows the present one, and ends every session', async () => {
  const { person, window } = await openAccount()
  await stepUp(window, person)
  const second = await openSecond(person, window)
  const next = 'copper lantern orchard mile'
  const change = (body: object) => window.call('POST', `${ACCOUNT}/password`, { body })
  for (const body of [{}, { current: 'wrong', next }, { current: PASSWORD, next: 'short' }, { current: PASSWORD }])
    assert.deepEqual((await change(body)).body.reason, 'passwordRefused', JSON.stringify(body))
  assert.equal(await isSignedOut(window), false)
  assert.equal((await change({ current: PASSWORD, next })).status, 200)
  assert.deepEqual([await isSignedOut(window), await isSignedOut(second)], [true, true])
  const { loginId } = person
  for (const [password, title] of [
    [PASSWORD, /The login or the password is wrong/],
    [next, /Second factor/],
  ] as const) {
    const browser = openCookieBrowser(service.baseUrl)
    const form = { step: 'password', loginId, password }
    assert.match((await submit(browser, await browser.visit(signInUrl()), form)).text, title)
  }
})

test('a session whose credentials were reset changes nothing, however lately the factor was proven', async () => {
  const { person, window } = await openAccount()
  await stepUp(window, person)
  const institution = String(service.tenant.institution.legalEntityId)
  await service.call('POST', `${USERS}/${institution}/users/${person.userId}/credentials/reset`)
  await approvePending(service, institution)
  assert.equal((await window.call('POST', `${ACCOUNT}/app`)).status, 401)
  assert.deepEqual(await service.query(`select id from user_factors where user_id = '${person.userId}'`), [])
})

test('signing out ends the session of the token service with it', async () => {
  const window = await openWindow(operator, operatorBrowser)
  const out = await window.call('POST', '/console/sign-out')
  assert.deepEqual([out.status, out.body], [200, { location: '/console' }])
  assert.equal((await window.call('GET', '/console/session')).status, 401)
  assert.deepEqual(await service.query(`select id from person_sessions where user_id = '${operator.userId}'`), [])
  assert.match((await operatorBrowser.visit(signInUrl())).text, /name="password"/)
})

test("a customer's person works for the customer alone, loses rights at once, and the session with the user", async () => {
  const reader = await createPerson(payer.customerUID, 'Reader')
  const window = await openWindow(reader, openCookieBrowser(service.baseUrl))
  const { body } = await window.call('GET', '/console/session')
  assert.deepEqual([body.legalEntity.kind, body.legalEntity.customerUID], ['Customer', payer.customerUID])
  assert.deepEqual(body.entitlements, ['Payments.View_Payments'])
  const search = '/console/api/v3/payments/search?page=1&limit=10'
  const found = await window.call('GET', search)
  assert.equal(found.status, 200, found.text)
  assert.equal((await window.call('GET', '/console/api/v1/institution')).status, 403)

  const role = await service.query<{ id: string }>(`select id from roles where name = 'Reader'`)
  const applications = [{ name: 'Payments', entitlements: ['Initiate_Payments'] }]
  const body2 = { externalReferenceId: 'Reader', name: 'Reader', description: 'Reader', applications }
  const changed = await service.call('PUT', `${USERS}/${payer.customerUID}/roles/${role[0]!.id}`, body2)
  assert.ok(changed.status < 300, JSON.stringify(changed.body))
  await approvePending(service, payer.customerUID)
  await service.app.tokens.refresh()
  assert.equal((await window.call('GET', search)).status, 403)
  assert.deepEqual((await window.call('GET', '/console/session')).body.entitlements, ['Payments.Initiate_Payments'])

  await service.call('PUT', `${USERS}/${payer.customerUID}/users/${reader.userId}/suspend`, { reason: 'left' })
  await service.app.tokens.refresh()
  assert.equal((await window.call('GET', search)).status, 401)
  assert.equal((await window.call('GET', '/console/session')).status, 401)
})

test('a session belongs to its institution', async () => {
  await service.createTenant('other')
  const window = await openWindow(approver, approverBrowser)
  const own = window.browser.cookies.get(COOKIE)!.value
  for (const cookie of [own.replace('bank.', 'other.'), own.slice(0, -1), `${own}; ${COOKIE}=${own}`]) {
    const headers = { cookie: `${COOKIE}=${cookie}` }
    assert.equal((await window.call('GET', '/console/session', { headers })).status, 401, cookie)
  }
})

test('a person returns to the console alone', async () => {
  const returns = [
    '//evil.example',
    'https://evil.example/console',
    '/\\evil.example',
    '/console/../auth',
    '/docs',
    '/consoles',
  ]
  for (const returnTo of [...returns, '/console\t', `/console/${'x'.repeat(1_000)}`]) {
    const refused = await fetch(signInUrl(returnTo), { redirect: 'manual' })
    assert.equal(refused.status, 400, returnTo)
  }
  const forged = await fetch(`${service.baseUrl}/console/callback?code=x&state=y`, { redirect: 'manual' })
  assert.deepEqual([forged.status, forged.headers.get('location')], [302, '/console'])
  assert.equal(
    forged.headers.getSetCookie().some((line) => line.startsWith(`${COOKIE}=`)),
    false,
  )
})

test('the client of the console gets no token of its own, even with its own key', async () => {
  const response = await requestToken(
    service.baseUrl,
    'bank',
    { apiKey: CONSOLE_CLIENT, apiSecret: 'x'.repeat(43) },
    { grant_type: 'client_credentials' },
  )
  assert.equal(response.status, 401)
})

test('the pages are files with a strict policy, and without a build a text says how to build them', async () => {
  const read = (path: string, headers = {}) => fetch(service.baseUrl + path, { headers })
  const missing = await read('/console')
  assert.equal(missing.status, 503)
  assert.match(await missing.text(), /npm run build -w console/)
  await mkdir(join(pages, 'assets'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><meta nonce="__CSP_NONCE__"><title>Console</title>')
  await writeFile(join(pages, 'assets/app-1.js'), 'plain')
  await writeFile(join(pages, 'assets/app-1.js.br'), brotliCompressSync('compressed'))
  const page = await read('/console/payments/17')
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy')!
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(rule), policy)
  assert.doesNotMatch(policy, /unsafe|\*/)
  const nonce = /nonce="([^"]+)"/.exec(await page.text())![1]!
  assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy)
  assert.notEqual((await read('/console')).headers.get('content-security-policy'), policy, 'each answer has its own')
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const asset = await read('/console/assets/app-1.js', { 'accept-encoding': 'br' })
  assert.equal(await asset.text(), 'compressed')
  assert.match(asset.headers.get('cache-control')!, /immutable/)
  assert.equal(await (await read('/console/assets/app-1.js', { 'accept-encoding': 'identity' })).text(), 'plain')
  for (const path of ['..%2findex.html', '..%2fassets%2fapp-1.js', 'none.js', '.env'])
    assert.equal((await read(`/console/assets/${path}`)).status, 404, path)
})

test('the console is told what changed while it is open', async () => {
  const window = await openWindow(approver, approverBrowser)
  const leaving = new AbortController()
  const cookie = `${COOKIE}=${window.browser.cookies.get(COOKIE)!.value}`
  const stream = await fetch(`${service.baseUrl}/console/events`, { headers: { cookie }, signal: leaving.signal })
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  dataOf(await service.call('POST', contactsOf(payer), newContact()))
  let heard = ''
  for await (const chunk of stream.body!) {
    heard += Buffer.from(chunk).toString()
    if (heard.includes('data:')) break
  }
  leaving.abort()
  assert.match(heard, /"subjectKind":"contact"/)
})

test('a node without the console serves none, and lets nobody sign in for one', async (t) => {
  const closed = await startTestService({ servesConsole: false, worker: false })
  t.after(() => closed.stop())
  const ask = (path: string) => fetch(closed.baseUrl + path, { redirect: 'manual' })
  const forms = { institution: 'bank', returnTo: '/console/today' }
  for (const path of ['/console', `/console/sign-in?${new URLSearchParams(forms)}`, '/console/session'])
    assert.equal((await ask(path)).status, 404, path)

  // As the sign-in of an open console begins, asked of the closed one.
  const begun = await fetch(signInUrl(), { redirect: 'manual' })
  const asked = new URL(begun.headers.get('location')!)
  assert.ok([302, 303].includes((await fetch(asked, { redirect: 'manual' })).status))
  const refused = await ask(
    asked.pathname + asked.search.replaceAll(encodeURIComponent(service.baseUrl), closed.baseUrl),
  )
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /invalid_redirect_uri/)
})
