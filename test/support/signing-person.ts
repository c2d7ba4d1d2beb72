import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Clock, type FixedClock, systemClock } from '../../src/kernel/clock.ts'
import { dataOf } from './answers.ts'
import { type CookieBrowser, openCookieBrowser, type Visited } from './cookie-browser.ts'
import { approvePending } from './second-person.ts'
import { requestToken, type TestClient, type TestService } from './test-service.ts'

export const PASSWORD = 'lantern quarry teaspoon mild'
export const CALLBACK = 'https://portal.sample.example/callback'
export const SIGNED_OUT = 'https://portal.sample.example/bye'

/** A user who can sign in with password and authenticator app. */
export interface SigningPerson {
  userId: string
  loginId: string
  /** A code that the app shows. Each call returns another one, because each works once. */
  code(): string
  recoveryCodes: string[]
}

/** Lets people sign in through the client. */
export async function registerCallback(service: TestService, { apiKey }: Pick<TestClient, 'apiKey'>): Promise<void> {
  const body = { redirectUris: [CALLBACK], postLogoutRedirectUris: [SIGNED_OUT] }
  dataOf(await service.call('PUT', `/v1/institution/api-clients/${apiKey}`, body))
}

/** Invites the user, and accepts with the pages as the person does. */
export async function acceptInvitation(
  service: TestService,
  user: { customerUID: string; userId: string; loginId: string },
  browser = openCookieBrowser(service.baseUrl),
): Promise<SigningPerson> {
  const { userId, loginId } = user
  const opened = await browser.visit(await invite(service, user))
  assert.equal(opened.status, 200, opened.text)
  const chosen = await submit(browser, opened, { step: 'password', password: PASSWORD, again: PASSWORD })
  const code = authenticatorOf(chosen, service.app.tokenClock)
  const done = await submit(browser, chosen, { step: 'enrol-totp', code: code() })
  assert.match(done.text, /Your recovery codes/, done.text)
  return { userId, loginId, code, recoveryCodes: recoveryCodesOf(done) }
}

/** Invites the user, with the approval of a second person if it takes one. Returns the link. */
export async function invite(
  service: TestService,
  { customerUID, userId }: { customerUID: string; userId: string },
): Promise<string> {
  const path = `/api/user-management/v1/customers/${customerUID}/users/${userId}/invitation`
  const asked = await service.call('POST', path)
  const [invited = asked] = asked.status === 202 ? await approvePending(service, customerUID) : []
  const link = /"invitationUrl":"([^"]+)"/.exec(JSON.stringify(invited.body))?.[1]
  assert.ok(link, JSON.stringify(invited.body))
  return new URL(link, service.baseUrl).href
}

/**
 * The authenticator app that was set up with the page. If the clock of the service stands still,
 * each code moves it on to a code that was not used yet.
 */
export function authenticatorOf(
  { text }: Pick<Visited, 'text'>,
  clock: Clock | FixedClock = systemClock,
): () => string {
  const key = /Key: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]
  assert.ok(key, text)
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  if ('advance' in clock)
    return () => {
      clock.advance({ milliseconds: STEP_MS })
      return totp.generate({ timestamp: clock.now().epochMilliseconds })
    }
  let last = 0
  return () => {
    waitForRoom()
    const now = Math.floor(Date.now() / STEP_MS)
    last = Math.min(Math.max(last + 1, now - 1), now + 1)
    return totp.generate({ timestamp: last * STEP_MS })
  }
}

/**
 * A code is accepted a step before and after its time, and each once: of more than three in quick
 * succession, the last are refused.
 */
const STEP_MS = 30_000
/** A code of the step before is refused if the step ends before it is checked. */
const ROOM_MS = 2_000

function waitForRoom(): void {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < ROOM_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left)
}

export const recoveryCodesOf = ({ text }: Visited) => [...text.matchAll(/<li>([^<]+)<\/li>/g)].map(([, code]) => code!)

/** Sends a form of the page. */
export const submit = (browser: CookieBrowser, page: Visited, form: Record<string, string>) =>
  browser.visit(page.url, { form })

/** A request to sign in, and the secret that belongs to its code. */
export function askFor(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  client: Pick<TestClient, 'apiKey'>,
  { realm = 'bank', ...changes }: Record<string, string> = {},
): { url: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    ...{ client_id: client.apiKey, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid profile roles' },
    ...{ state: randomUUID(), nonce: randomUUID(), code_challenge_method: 'S256' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), ...changes },
  }
  const path = `/auth/realms/${realm}/protocol/openid-connect/auth`
  return { url: `${baseUrl}${path}?${new URLSearchParams(parameters)}`, verifier }
}

/** Signs in with password and second factor. Returns where the browser was sent. */
export async function passPages(
  browser: CookieBrowser,
  url: string,
  { loginId }: Pick<SigningPerson, 'loginId'>,
  code: string,
): Promise<Visited> {
  const first = await browser.visit(url)
  const second = await submit(browser, first, { step: 'password', loginId, password: PASSWORD })
  assert.match(second.text, /Second factor/, second.text)
  return submit(browser, second, { step: 'code', code })
}

/** Exchanges the code, and returns the reply of the token endpoint. */
export async function redeem(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  client: TestClient,
  { away, text }: Visited,
  verifier: string,
): Promise<Record<string, string>> {
  const code = away?.searchParams.get('code')
  assert.ok(code, away?.href ?? text)
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier }
  const response = await requestToken(baseUrl, 'bank', client, form)
  const body = (await response.json()) as Record<string, string>
  assert.equal(response.status, 200, JSON.stringify(body))
  return body
}

/** The client with a token of the person, who signed in with the pages. */
export async function signInByPages(
  service: TestService,
  client: TestClient,
  person: SigningPerson,
  browser = openCookieBrowser(service.baseUrl),
): Promise<{ client: TestClient; tokens: Record<string, string>; browser: CookieBrowser }> {
  const { url, verifier } = askFor(service, client)
  const tokens = await redeem(service, client, await passPages(browser, url, person, person.code()), verifier)
  return { client: { ...client, token: tokens['access_token']! }, tokens, browser }
}
