import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { fixedClock } from '../../src/kernel/clock.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { openCookieBrowser, type Visited } from '../support/cookie-browser.ts'
import { eventually } from '../support/eventually.ts'
import { approvePending } from '../support/second-person.ts'
import {
  acceptInvitation,
  askFor,
  authenticatorOf,
  invite,
  PASSWORD,
  passPages,
  recoveryCodesOf,
  redeem,
  registerCallback,
  SIGNED_OUT,
  type SigningPerson,
  signInByPages,
  submit,
} from '../support/signing-person.ts'
import {
  createPayer,
  creditBody,
  type Payer,
  startTestService,
  type TestClient,
  type TestService,
} from '../support/test-service.ts'

const USERS = '/api/user-management/v1/customers'
const clock = fixedClock('2026-07-01T14:00:00.000Z')
let service: TestService
let payer: Payer
/** The application of the customer, through which its people sign in. */
let portal: TestClient

before(async () => {
  service = await startTestService({ clock })
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 2 }
  payer = await createPayer(service, { balance: 100_000, customer: { legalEntityAccessSettings } })
  portal = await service.createClient(service.tenant, { legalEntityId: BigInt(payer.customerUID) })
  await registerCallback(service, portal)
  const applications = [{ name: 'Payments', entitlements: ['Approve_Payments', 'Initiate_Payments', 'View_Payments'] }]
  const body = { externalReferenceId: 'r', name: 'Approver', description: 'r', applications }
  await service.call('POST', `${USERS}/${payer.customerUID}/roles`, body)
  await approvePending(service, payer.customerUID)
})
after(() => service.stop())

/** An Active user, who is not yet invited. */
async function createUser(): Promise<{ customerUID: string; userId: string; loginId: string }> {
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const { customerUID } = payer
  const body = { externalReferenceId: 'u', loginId, ...names, roleNames: ['Approver'] }
  const reply = await service.call('POST', `${USERS}/${customerUID}/users`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
  await service.call('PUT', `${USERS}/${customerUID}/users/${reply.body.userId}/activate`)
  return { customerUID, userId: reply.body.userId, loginId }
}
const createPerson = async () => acceptInvitation(service, await createUser())

async function pay(client: TestClient): Promise<string> {
  clock.advance({ seconds: 6 })
  const { paymentUID } = dataOf(await service.call('POST', '/payments/creditrequest', creditBody(payer), { client }))
  clock.advance({ seconds: 1 })
  return paymentUID
}
const isEnded = async (client: TestClient) => {
  const { status } = await service.call('GET', `/payments/${randomUUID()}`, undefined, { client })
  return status === 401
}
const approve = (uid: string, client: TestClient) => service.call('PUT', `/payments/${uid}/approve`, {}, { client })

test('from the invitation to the payment: a person sets up a login, signs in, pays, and signs out', async () => {
  const person = await createPerson()
  assert.ok(person.recoveryCodes.length >= 8)
  const { client, tokens, browser } = await signInByPages(service, portal, person)
  const claims = decodeJwt(client.token)
  assert.deepEqual([claims.sub, claims['acr'], claims['amr']], [person.userId, 'aal2', ['pwd', 'otp', 'mfa']])
  assert.deepEqual(decodeJwt(tokens['id_token']!)['preferred_username'], person.loginId)
  const uid = await pay(client)
  const [row] = await service.query<{ text: string }>(
    'select row_to_json(p)::text as text from payments p where id = $1',
    [uid],
  )
  assert.ok(row?.text.includes(person.userId), 'the payment is by the person')
  const parameters = { id_token_hint: tokens['id_token']!, post_logout_redirect_uri: SIGNED_OUT }
  const logout = `${service.baseUrl}/auth/realms/bank/protocol/openid-connect/logout?${new URLSearchParams(parameters)}`
  assert.equal((await browser.visit(logout)).away?.href, SIGNED_OUT)
  await eventually('the token ends', () => isEnded(client))
})

test('an approval is by the person who signed in, and nobody approves their own payment', async () => {
  const [maker, approver] = [await createPerson(), await createPerson()]
  const makers = await signInByPages(service, portal, maker)
  const uid = await pay(makers.client)
  assertRefused(await approve(uid, makers.client), {
    status: 403,
    code: 'PAYMENT003',
    says: 'you submitted this payment',
  })
  const approvers = await signInByPages(service, portal, approver)
  assert.equal((await approve(uid, approvers.client)).status, 200)
  const [row] = await service.query<{ userId: string }>('select user_id from payment_approvals where payment_id = $1', [
    uid,
  ])
  assert.equal(row?.userId, approver.userId)
})

test('every page forbids frames, scripts of others, storing, and passing its address on', async () => {
  const browser = openCookieBrowser(service.baseUrl)
  const { url } = askFor(service, portal)
  const pages = [
    await browser.visit(url),
    await browser.visit(`${service.baseUrl}/auth/realms/bank/invitation`),
    await browser.visit(url.replace('S256', 'plain').replace('redirect_uri', 'other')),
    await browser.visit(`${service.baseUrl}/auth/realms/bank/protocol/openid-connect/logout/success`),
  ]
  for (const { headers, text, url: at } of pages) {
    const policy = headers.get('content-security-policy')!
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(rule), `${at}: ${policy}`)
    assert.ok(!policy.includes('unsafe'), policy)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'same-origin')
    assert.match(text, /<html lang="en">/)
    assert.ok(!/<script>|<style|style=|onclick/.test(text), text)
  }
})

test('the token of an invitation leaves the address at once, and the link works in no other browser afterwards', async () => {
  const user = await createUser()
  const invitationUrl = await invite(service, user)
  const browser = openCookieBrowser(service.baseUrl)
  const opened = await browser.visit(invitationUrl)
  assert.ok(!opened.url.includes('token'))
  assert.ok(!opened.text.includes(new URL(invitationUrl).searchParams.get('token')!))
  const weak = await submit(browser, opened, { step: 'password', password: 'password1234', again: 'password1234' })
  assert.equal(weak.status, 422)
  assert.match(weak.text, /id="password-error" role="alert"/)
  const differing = await submit(browser, opened, {
    step: 'password',
    password: PASSWORD,
    again: 'another one entirely',
  })
  assert.match(differing.text, /The two differ/)
  const chosen = await submit(browser, opened, { step: 'password', password: PASSWORD, again: PASSWORD })
  assert.match(chosen.text, /Set up your second factor/)
  assert.match(chosen.text, /<svg class="qr"/)
  const stranger = openCookieBrowser(service.baseUrl)
  const again = await submit(stranger, await stranger.visit(invitationUrl), {
    ...{ step: 'password', password: `${PASSWORD} mine`, again: `${PASSWORD} mine` },
  })
  assert.equal(again.status, 422)
})

test('a person who left before the second factor sets it up when signing in', async () => {
  const user = await createUser()
  const invitationUrl = await invite(service, user)
  const first = openCookieBrowser(service.baseUrl)
  await submit(first, await first.visit(invitationUrl), { step: 'password', password: PASSWORD, again: PASSWORD })
  const browser = openCookieBrowser(service.baseUrl)
  const { url, verifier } = askFor(service, portal)
  const page = await submit(browser, await browser.visit(url), {
    step: 'password',
    loginId: user.loginId,
    password: PASSWORD,
  })
  assert.match(page.text, /Set up your second factor/)
  const code = authenticatorOf(page)
  const wrong = await submit(browser, page, { step: 'enrol-totp', code: '000000' })
  assert.equal(authenticatorOf(wrong)(), code(), 'the key stays the same')
  const shown = await submit(browser, page, { step: 'enrol-totp', code: code() })
  const reloaded = await browser.visit(page.url)
  for (const recovery of recoveryCodesOf(shown)) assert.ok(!reloaded.text.includes(recovery), 'shown once')
  const tokens = await redeem(service, portal, await submit(browser, shown, { step: 'continue' }), verifier)
  assert.equal(decodeJwt(tokens['access_token']!).sub, user.userId)
})

/** A page of a request to sign in, after the right password. */
async function atSecondFactor(person: SigningPerson, browser = openCookieBrowser(service.baseUrl)) {
  const { url, verifier } = askFor(service, portal)
  const first = await browser.visit(url)
  const page = await submit(browser, first, { step: 'password', loginId: person.loginId, password: PASSWORD })
  assert.match(page.text, /Second factor/)
  return { browser, page, verifier }
}

test('a form from another site signs nobody in', async () => {
  const person = await createPerson()
  const browser = openCookieBrowser(service.baseUrl)
  const first = await browser.visit(askFor(service, portal).url)
  const form = { step: 'password', loginId: person.loginId, password: PASSWORD }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const reply = await browser.visit(first.url, { form, headers })
    assert.equal(reply.status, 400)
    assert.match(reply.text, /Please begin again/)
  }
  assert.match((await browser.visit(first.url)).text, /Password/)
})

test('a sign-in of one browser is closed to every other, with the cookies of another sign-in too', async () => {
  const person = await createPerson()
  const { browser, page } = await atSecondFactor(person)
  const stranger = openCookieBrowser(service.baseUrl)
  await stranger.visit(askFor(service, portal).url)
  for (const other of [openCookieBrowser(service.baseUrl), stranger]) {
    const seen = await other.visit(page.url)
    assert.equal(seen.status, 400)
    const sent = await submit(other, page, { step: 'code', code: person.code() })
    assert.deepEqual([sent.status, sent.away], [400, undefined])
  }
  const resumed = await stranger.visit(page.url.replace(/\/sign-in\//, '/protocol/openid-connect/auth/'))
  assert.equal(resumed.away, undefined)
  assert.ok((await submit(browser, page, { step: 'code', code: person.code() })).away)
})

test('a password alone leads nowhere, and a code works once', async () => {
  const person = await createPerson()
  const { browser, page } = await atSecondFactor(person)
  for (const form of [
    { step: 'continue' },
    { step: 'code', code: '' },
    { step: 'code' },
    { step: 'enrol-totp', code: '1' },
  ])
    assert.equal((await submit(browser, page, form as Record<string, string>)).away, undefined)
  const code = person.code()
  assert.ok((await submit(browser, page, { step: 'code', code })).away)
  const again = await atSecondFactor(person)
  assert.equal((await submit(again.browser, again.page, { step: 'code', code })).status, 422)
  const [recovery] = person.recoveryCodes
  assert.ok((await submit(again.browser, again.page, { step: 'code', code: recovery! })).away)
  const third = await atSecondFactor(person)
  assert.equal((await submit(third.browser, third.page, { step: 'code', code: recovery! })).status, 422)
})

test('after five wrong codes, the password is asked for again', async () => {
  const { browser, page } = await atSecondFactor(await createPerson())
  let last: Visited | undefined
  for (let tries = 0; tries < 5; tries++) last = await submit(browser, page, { step: 'code', code: '000000' })
  assert.match(last!.text, /Too many codes were wrong/)
  assert.match((await browser.visit(page.url)).text, /id="password"/)
})

test('a wrong password and an unknown login get the same page', async () => {
  const { loginId } = await createPerson()
  const browser = openCookieBrowser(service.baseUrl)
  const first = await browser.visit(askFor(service, portal).url)
  const texts = await Promise.all(
    [loginId, `${loginId}-x`].map(async (name) => {
      const { status, text } = await submit(browser, first, {
        step: 'password',
        loginId: name,
        password: 'wrong password',
      })
      assert.equal(status, 422)
      return text.replaceAll(name, '').replaceAll(/data-options="[^"]*"|value="[^"]*"/g, '')
    }),
  )
  assert.equal(texts[0], texts[1])
})

test('a name with signs of HTML is shown as text', async () => {
  const browser = openCookieBrowser(service.baseUrl)
  const page = await browser.visit(askFor(service, portal, { login_hint: '"><script>alert(1)</script>' }).url)
  assert.ok(page.text.includes('&lt;script&gt;alert(1)'))
  assert.ok(!page.text.includes('<script>alert'))
})

test('a person who is suspended while signed in is out: no token, no refresh, no session', async () => {
  const person = await createPerson()
  const { client, tokens, browser } = await signInByPages(service, portal, person)
  const path = `${USERS}/${payer.customerUID}/users/${person.userId}/suspend`
  assert.equal((await service.call('PUT', path)).status, 204)
  await eventually('the token ends', () => isEnded(client))
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! })
  const authorization = `Basic ${Buffer.from(`${portal.apiKey}:${portal.apiSecret}`).toString('base64')}`
  const tokenUrl = `${service.baseUrl}/auth/realms/bank/protocol/openid-connect/token`
  const refreshed = await fetch(tokenUrl, { method: 'POST', headers: { authorization }, body })
  assert.equal(refreshed.status, 400)
  const { away } = await browser.visit(askFor(service, portal, { prompt: 'none' }).url)
  assert.equal(away!.searchParams.get('error'), 'login_required')
})

for (const [what, of] of Object.entries({
  user: ({ userId }: { userId: string }) => `${USERS}/${payer.customerUID}/users/${userId}`,
  customer: () => `/v1/institution/customers/${payer.customerUID}`,
}))
  test(`a ${what} that was suspended and is active again needs a new sign-in`, async () => {
    const person = await createPerson()
    const { client, browser } = await signInByPages(service, portal, person)
    const change = (step: string) =>
      service.call('PUT', `${of(person)}/${step}`, what === 'customer' ? { reason: 'test' } : undefined)
    assert.ok((await change('suspend')).status < 300)
    await change('activate')
    // A second person decides about the users of this customer.
    await approvePending(service, payer.customerUID)
    const both = `select u.status as user, c.status as customer from users u join customers c on c.id = u.customer_id
                   where u.id = $1`
    assert.deepEqual(await service.query(both, [person.userId]), [{ user: 'Active', customer: 'Active' }])
    await eventually('the token ends', () => isEnded(client))
    const { away } = await browser.visit(askFor(service, portal, { prompt: 'none' }).url)
    assert.equal(away!.searchParams.get('error'), 'login_required')
  })

test('prompt=login asks a signed-in person for the second factor again, and moves auth_time', async () => {
  const person = await createPerson()
  const { tokens, browser } = await signInByPages(service, portal, person)
  const { url, verifier } = askFor(service, portal, { prompt: 'login' })
  const page = await browser.visit(url)
  assert.match(page.text, /Confirm that it is you/)
  assert.ok(!page.text.includes('type="password"'))
  const again = await redeem(
    service,
    portal,
    await submit(browser, page, { step: 'code', code: person.code() }),
    verifier,
  )
  const [first, second] = [tokens, again].map(({ access_token }) => decodeJwt(access_token!))
  assert.ok(Number(second!['auth_time']) >= Number(first!['auth_time']))
  assert.deepEqual(second!['amr'], ['pwd', 'otp', 'mfa'])
})

test('a person can refuse to sign in: the application hears of it', async () => {
  const browser = openCookieBrowser(service.baseUrl)
  const page = await browser.visit(askFor(service, portal).url)
  const { away } = await submit(browser, page, { step: 'cancel' })
  assert.equal(away!.searchParams.get('error'), 'access_denied')
})

test('people of another institution cannot sign in with its cookies or its login', async () => {
  const person = await createPerson()
  const { browser } = await signInByPages(service, portal, person)
  const other = await service.createTenant('other')
  const [client] = [other.client]
  const body = { redirectUris: ['https://portal.sample.example/callback'] }
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${client.apiKey}`, body, { client }))
  for (const [name, cookie] of [...browser.cookies])
    if (name.includes('giro-session-bank')) browser.cookies.set(name.replace('bank', 'other'), cookie)
  const page = await browser.visit(askFor(service, client, { realm: 'other' }).url)
  assert.match(page.text, /id="password"/)
  const refused = await submit(browser, page, { step: 'password', loginId: person.loginId, password: PASSWORD })
  assert.equal(refused.status, 422)
})

test('people of the institution itself sign in through its client, with their own rights', async () => {
  const institution = String(service.tenant.institution.legalEntityId)
  const applications = [{ name: 'Customers', entitlements: ['View_Customers'] }]
  const role = { externalReferenceId: 'r', name: 'Desk', description: 'r', applications }
  await service.call('POST', `${USERS}/${institution}/roles`, role)
  const loginId = `desk-${randomUUID()}`
  const names = { firstName: 'Ben', lastName: 'Ode', email: `${loginId}@sample.example` }
  const made = await service.call('POST', `${USERS}/${institution}/users`, {
    ...{ externalReferenceId: 'u', loginId, ...names, roleNames: ['Desk'] },
  })
  const { userId } = made.body
  await service.call('PUT', `${USERS}/${institution}/users/${userId}/activate`)
  const person = await acceptInvitation(service, { customerUID: institution, userId, loginId })
  await registerCallback(service, service.tenant.client)
  const { token } = { ...service.tenant.client }
  const fresh = { ...service.tenant.client, token }
  const browser = openCookieBrowser(service.baseUrl)
  const { url, verifier } = askFor(service, fresh)
  const tokens = await redeem(service, fresh, await passPages(browser, url, person, person.code()), verifier)
  assert.deepEqual(decodeJwt(tokens['access_token']!)['entitlements'], ['Customers.View_Customers'])
})
