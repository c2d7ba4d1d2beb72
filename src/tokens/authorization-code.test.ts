import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { systemClock } from '../kernel/clock.ts'
import { DEFAULT_RULES } from './access-rules.ts'
import { settleRules } from './api-clients.ts'
import type { PeoplePort } from './people.ts'
import { endSessions } from './person-sessions.store.ts'
import {
  addClient,
  addInstitution,
  basic,
  type Credentials,
  LEGAL_ENTITY_ID,
  post,
  startTokenService,
} from './realm.test-support.ts'

const BEGUN_SECONDS = Math.floor(Date.now() / 1_000)

const APPLICATION = 'https://app.bank.example/callback'
const VERIFIER = randomBytes(32).toString('base64url')
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const ANNA = randomUUID()
const BEN = randomUUID()
/** Who may sign in, by the credentials that they have now. */
const credentials = new Map<string, string>([
  [ANNA, 'first'],
  [BEN, 'first'],
])
/** Who signs in next, in place of the pages. */
let next = ANNA
/**
 * What happens while a request reads the person for the second time: the session is read before.
 */
let meanwhile: (() => Promise<void>) | undefined
let readings = 0
/** How far the clock of the service is ahead. */
let laterSeconds = 0
const clock = { now: () => systemClock.now().add({ seconds: laterSeconds }) }
const ends = { idleSeconds: 900, maxSeconds: 3_600 }

const shown = (html: string) => ({ html, headers: {} })
const people: PeoplePort = {
  async readPerson(_realm, userId) {
    if (meanwhile && ++readings === 2) await meanwhile()
    const credentialsId = credentials.get(userId)
    return credentialsId ? { loginId: userId, displayName: 'Anna', credentialsId, session: ends } : undefined
  },
  async servePage({ path, request, response, requests }) {
    const id = path.split('/')[2]!
    const asked = await requests.find(request, response, id)
    if (!asked) return void response.writeHead(404).end()
    const credentialsId = credentials.get(next)!
    await requests.finish(request, response, id, { userId: next, credentialsId, amr: ['pwd', 'otp', 'mfa'] })
  },
  showError: async (_realm, { code, description }) => shown(`${code}: ${description}`),
  askSignOut: async (_realm, { xsrf }) => shown(`xsrf=${xsrf}`),
  showSignedOut: async () => shown('signed out'),
}

let service: Awaited<ReturnType<typeof startTokenService>>
let tenantId: bigint
let client: Credentials
let issuer: string

before(async () => {
  service = await startTokenService({ clock, people })
  const { db } = service
  for (const code of ['bank', 'other']) await addInstitution(db, code)
  issuer = `${service.publicUrl}/auth/realms/bank`
  const row = await db.read((db) =>
    db.row<{ tenantId: bigint }>(`select tenant_id from institutions where code = 'bank'`),
  )
  tenantId = row!.tenantId
  client = await addClient(db, tenantId)
  const redirectUris = [APPLICATION, 'http://127.0.0.1:4000/callback']
  await changeRules({ redirectUris, postLogoutRedirectUris: ['https://app.bank.example/bye'] })
  await db.transaction(async (tx) => {
    for (const [id, login] of [
      [ANNA, 'anna'],
      [BEN, 'ben'],
    ])
      await tx.query(
        `insert into users (tenant_id, id, customer_id, login_id, first_name, last_name, email, status, created_at,
           external_reference_id, limits, updated_at)
         values ($1, $2, $3, $4, $4, $4, '', 'Active', now(), $4, '[]', now())`,
        [tenantId, id, LEGAL_ENTITY_ID, login],
      )
    const role = randomUUID()
    const applications = [{ name: 'Payments', entitlements: ['Initiate_Payments', 'View_Payments'] }]
    await tx.query(
      `insert into roles (tenant_id, id, customer_id, external_reference_id, name, description, type, applications,
         created_at, updated_at)
       values ($1, $2, $3, 'clerk', 'Clerk', '', 'Custom', $4, now(), now())`,
      [tenantId, role, LEGAL_ENTITY_ID, JSON.stringify(applications)],
    )
    await tx.query('insert into user_roles (tenant_id, customer_id, user_id, role_id) values ($1, $2, $3, $4)', [
      ...[tenantId, LEGAL_ENTITY_ID, ANNA, role],
    ])
  })
})
after(() => service.stop())

async function changeRules(rules: Partial<typeof DEFAULT_RULES>, clientId = client.apiKey): Promise<void> {
  const now = service.clock.now()
  await service.db.transaction((tx) =>
    settleRules(
      tx,
      { tenantId, clientId, now },
      { before: DEFAULT_RULES, after: { ...DEFAULT_RULES, ...rules }, proposedBy: { clientId: 'x', userId: null } },
    ),
  )
}

/** A browser: keeps cookies by path, and follows redirects within the service. */
function openBrowser() {
  const jar = new Map<string, { value: string; path: string }>()

  async function once(url: string, form?: Record<string, string>): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = [...jar]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent.join('; '), accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name!)
      else jar.set(name!, { value: value!, path })
    }
    return response
  }

  return {
    jar,
    once,
    /** The reply, or the address outside of the service to which it leads. */
    async visit(url: string, form?: Record<string, string>): Promise<{ away?: URL; response: Response }> {
      let response = await once(url, form)
      for (let hops = 0; hops < 10 && response.status === 303; hops++) {
        const target = new URL(response.headers.get('location')!, url)
        if (target.origin !== service.publicUrl) return { away: target, response }
        response = await once(target.href)
      }
      return { response }
    },
  }
}

function requestUrl(changes: Record<string, string | undefined> = {}): string {
  const parameters = {
    ...{ client_id: client.apiKey, response_type: 'code', redirect_uri: APPLICATION, scope: 'openid profile roles' },
    ...{ state: 'xyz', nonce: 'n1', code_challenge: CHALLENGE, code_challenge_method: 'S256', ...changes },
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${issuer}/protocol/openid-connect/auth?${new URLSearchParams(given)}`
}

/** Signs the person in, and returns the code. */
async function codeFor(browser = openBrowser(), changes: Record<string, string> = {}): Promise<string> {
  const { away, response } = await browser.visit(requestUrl(changes))
  assert.ok(away, `${response.status} ${away ? '' : await response.text()}`)
  const code = away.searchParams.get('code')
  assert.ok(code, away.href)
  return code
}

const exchange = (code: string, changes: Record<string, string> = {}, authorization = basic(client)) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: APPLICATION, code_verifier: VERIFIER }
  return post(`${issuer}/protocol/openid-connect/token`, authorization, { ...form, ...changes })
}

const refresh = (token: unknown) =>
  post(`${issuer}/protocol/openid-connect/token`, basic(client), {
    grant_type: 'refresh_token',
    refresh_token: String(token),
  })

test('a person signs in: the code becomes a token of the person with the rights that client and person share', async () => {
  const { away } = await openBrowser().visit(requestUrl())
  assert.equal(`${away!.origin}${away!.pathname}`, APPLICATION)
  assert.equal(away!.searchParams.get('state'), 'xyz')
  assert.equal(away!.searchParams.get('iss'), issuer)
  const { status, body } = await exchange(away!.searchParams.get('code')!)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body['token_type'], 'Bearer')
  assert.equal(body['expires_in'], 900)
  const token = decodeJwt(String(body['access_token']))
  assert.equal(token.sub, ANNA)
  assert.deepEqual(token['act'], { sub: client.apiKey })
  assert.deepEqual(token['entitlements'], ['Payments.Initiate_Payments'])
  assert.deepEqual(token['amr'], ['pwd', 'otp', 'mfa'])
  assert.equal(token['acr'], 'aal2')
  const signedInAt = Number(token['auth_time'])
  assert.ok(signedInAt >= BEGUN_SECONDS && signedInAt <= token.iat!, `signed in at ${signedInAt}`)
  const identity = decodeJwt(String(body['id_token']))
  assert.equal(identity.sub, ANNA)
  assert.equal(identity['nonce'], 'n1')
  assert.equal(identity['name'], 'Anna')
  assert.equal(identity['preferred_username'], ANNA)
  assert.equal(identity.aud, client.apiKey)
})

test('discovery offers the code flow with S256 only', async () => {
  const document = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  assert.equal(document['authorization_endpoint'], `${issuer}/protocol/openid-connect/auth`)
  assert.equal(document['end_session_endpoint'], `${issuer}/protocol/openid-connect/logout`)
  assert.deepEqual(document['code_challenge_methods_supported'], ['S256'])
  assert.deepEqual(document['response_types_supported'], ['code'])
})

test('a code works once: the second use also ends the tokens of the first', async () => {
  const code = await codeFor()
  const { body } = await exchange(code)
  const again = await exchange(code)
  assert.deepEqual([again.status, again.body['error']], [400, 'invalid_grant'])
  assert.equal((await refresh(body['refresh_token'])).status, 400)
})

for (const [what, changes] of [
  ['a wrong verifier', { code_verifier: randomBytes(32).toString('base64url') }],
  ['no verifier', { code_verifier: '' }],
  ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:4000/callback' }],
] as const)
  test(`a code is refused with ${what}`, async () => {
    const { status, body } = await exchange(await codeFor(), changes)
    assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
  })

test('a code is refused to another client', async () => {
  const other = await addClient(service.db, tenantId)
  await changeRules({ redirectUris: [APPLICATION] }, other.apiKey)
  const { status, body } = await exchange(await codeFor(), {}, basic(other))
  assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
})

for (const uri of [
  `${APPLICATION}/`,
  `${APPLICATION}?next=1`,
  `${APPLICATION}/../other`,
  'https://app.bank.example.evil.example/callback',
  'https://app.bank.example@evil.example/callback',
  'http://app.bank.example/callback',
  'https://APP.bank.example/callback',
  'http://127.0.0.1:4001/callback',
  'http://localhost:4000/callback',
  '//evil.example/callback',
  'javascript:alert(1)',
])
  test(`the browser is not sent to ${uri}, which is not registered`, async () => {
    const { away, response } = await openBrowser().visit(requestUrl({ redirect_uri: uri }))
    assert.equal(away, undefined)
    assert.equal(response.status, 400)
    assert.match(await response.text(), /redirect_uri/)
  })

for (const [what, changes] of [
  ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['with a plain challenge', { code_challenge_method: 'plain' }],
  ['for a token in the address', { response_type: 'token' }],
  ['with an answer that needs a script', { response_mode: 'form_post' }],
] as const)
  test(`a request ${what} is refused`, async () => {
    const { away, response } = await openBrowser().visit(requestUrl(changes))
    assert.ok(!away?.href.includes('code='))
    assert.ok(away?.href.includes('error=') || response.status === 400)
  })

test('a client without redirectUris signs nobody in', async () => {
  const other = await addClient(service.db, tenantId)
  const { away, response } = await openBrowser().visit(requestUrl({ client_id: other.apiKey }))
  assert.deepEqual([away, response.status], [undefined, 400])
})

test('a request to sign in belongs to the browser that started it', async () => {
  const attacker = openBrowser()
  const started = await attacker.once(requestUrl())
  const page = new URL(started.headers.get('location')!, issuer).href
  assert.match(page, /\/sign-in\/[\w-]+$/)
  assert.equal((await openBrowser().visit(page)).response.status, 404)
  // A page of a neighbouring host can plant a cookie with a path, but none of this host alone.
  const victim = openBrowser()
  for (const [name, cookie] of attacker.jar) if (cookie.path !== '/') victim.jar.set(name, cookie)
  assert.equal((await victim.visit(page)).response.status, 404)
})

test('a request to sign in continues in the browser that started it alone', async () => {
  const attacker = openBrowser()
  const started = await attacker.once(requestUrl())
  const finished = await attacker.once(new URL(started.headers.get('location')!, issuer).href)
  const resume = finished.headers.get('location')!
  const planted = attacker.jar.get('giro-resume-bank')!
  for (const [url, path] of [
    [resume, planted.path],
    [resume.replace('/auth/', '/AUTH/').replace('openid-connect/auth', 'openid-connect/AUTH'), '/'],
    [`${resume}/`, '/'],
    [resume.replace(/[^/]+$/, 'other'), '/'],
  ] as const) {
    const victim = openBrowser()
    victim.jar.set('giro-resume-bank', { ...planted, path })
    const { away } = await victim.visit(url)
    assert.equal(away, undefined, url)
    assert.ok(!victim.jar.has('giro-session-bank'), url)
  }
  const marks = () => [...attacker.jar.keys()].filter((name) => name.startsWith('giro-session-bank-'))
  assert.equal(marks().length, 1)
  assert.ok((await attacker.visit(resume)).away?.searchParams.get('code'))
  assert.deepEqual(marks(), [])
})

test('a session that ends during a request stays ended', async () => {
  const browser = openBrowser()
  await codeFor(browser)
  readings = 0
  meanwhile = () =>
    service.db.transaction(async (tx) => {
      const ended = await endSessions(tx, { tenantId, userId: ANNA }, { tokenSeconds: 900, now: clock.now() })
      assert.ok(ended > 0)
    })
  const during = await browser.visit(requestUrl({ prompt: 'none' })).finally(() => {
    meanwhile = undefined
  })
  assert.ok(readings >= 2, 'the session ended during the request')
  const code = during.away?.searchParams.get('code')
  if (code) assert.equal((await exchange(code)).status, 400)
  const { away } = await browser.visit(requestUrl({ prompt: 'none' }))
  assert.equal(away!.searchParams.get('error'), 'login_required')
})

test('the session gets a new cookie when its person signs in again', async () => {
  const browser = openBrowser()
  await codeFor(browser)
  const fixed = browser.jar.get('giro-session-bank')!
  await codeFor(browser, { prompt: 'login' })
  assert.notEqual(browser.jar.get('giro-session-bank')!.value, fixed.value)
  const thief = openBrowser()
  thief.jar.set('giro-session-bank', fixed)
  const { away } = await thief.visit(requestUrl({ prompt: 'none' }))
  assert.equal(away!.searchParams.get('error'), 'login_required')
})

test('a cookie that someone chose starts no session', async () => {
  const browser = openBrowser()
  browser.jar.set('giro-session-bank', { value: 'chosen-by-someone-else', path: '/' })
  await codeFor(browser)
  assert.notEqual(browser.jar.get('giro-session-bank')!.value, 'chosen-by-someone-else')
})

test('a signed-in person is not asked again, unless max_age or prompt=login ask', async () => {
  const browser = openBrowser()
  await codeFor(browser)
  const silent = await browser.visit(requestUrl({ prompt: 'none' }))
  assert.ok(silent.away!.searchParams.get('code'))
  for (const changes of [{ prompt: 'login' }, { max_age: '0' }]) {
    const asked = await browser.once(requestUrl(changes))
    assert.match(asked.headers.get('location')!, /\/sign-in\//)
  }
})

test('the cookie of one institution signs nobody in at another', async () => {
  const browser = openBrowser()
  await codeFor(browser)
  const ofOther = browser.jar.get('giro-session-bank')!
  browser.jar.set('giro-session-other', ofOther)
  const url = requestUrl({ prompt: 'none' }).replace('/realms/bank/', '/realms/other/')
  const { away, response } = await browser.visit(url)
  assert.equal(away?.searchParams.get('code') ?? null, null)
  assert.equal(response.status, 400)
})

test('refresh tokens rotate, and a stolen one ends all tokens of the sign-in', async () => {
  const first = await exchange(await codeFor())
  const second = await refresh(first.body['refresh_token'])
  assert.equal(second.status, 200, JSON.stringify(second.body))
  assert.equal(decodeJwt(String(second.body['access_token'])).sub, ANNA)
  assert.equal(decodeJwt(String(second.body['access_token']))['acr'], 'aal2')
  assert.equal((await refresh(first.body['refresh_token'])).status, 400)
  assert.equal((await refresh(second.body['refresh_token'])).status, 400)
})

test('a person who may not sign in any more is signed out everywhere', async () => {
  const browser = openBrowser()
  const { body } = await exchange(await codeFor(browser))
  credentials.delete(ANNA)
  try {
    assert.equal((await refresh(body['refresh_token'])).status, 400)
    const { away } = await browser.visit(requestUrl({ prompt: 'none' }))
    assert.equal(away!.searchParams.get('error'), 'login_required')
  } finally {
    credentials.set(ANNA, 'first')
  }
})

test('sessions end when the credentials of the person are reset', async () => {
  const browser = openBrowser()
  const { body } = await exchange(await codeFor(browser))
  credentials.set(ANNA, 'second')
  assert.equal((await refresh(body['refresh_token'])).status, 400)
  const { away } = await browser.visit(requestUrl({ prompt: 'none' }))
  assert.equal(away!.searchParams.get('error'), 'login_required')
  const sid = String(decodeJwt(String(body['access_token']))['sid'])
  const revoked = await service.db.read((db) => db.row('select from revoked_access_tokens where jti = $1', [sid]))
  assert.ok(revoked)
})

test('another person who signs in in the browser signs the first one out', async () => {
  const browser = openBrowser()
  const { body } = await exchange(await codeFor(browser))
  next = BEN
  try {
    const second = await exchange(await codeFor(browser, { prompt: 'login' }))
    assert.equal(decodeJwt(String(second.body['access_token'])).sub, BEN)
  } finally {
    next = ANNA
  }
  assert.equal((await refresh(body['refresh_token'])).status, 400)
})

test('signing out with the ID token ends session and tokens, and returns to the client', async () => {
  const browser = openBrowser()
  const { body } = await exchange(await codeFor(browser))
  const parameters = {
    id_token_hint: String(body['id_token']),
    post_logout_redirect_uri: 'https://app.bank.example/bye',
    state: 's',
  }
  const url = `${issuer}/protocol/openid-connect/logout?${new URLSearchParams(parameters)}`
  const { away } = await browser.visit(url)
  assert.equal(away?.href, 'https://app.bank.example/bye?state=s')
  assert.equal((await refresh(body['refresh_token'])).status, 400)
  const silent = await browser.visit(requestUrl({ prompt: 'none' }))
  assert.equal(silent.away!.searchParams.get('error'), 'login_required')
  const elsewhere = await browser.visit(url.replace('%2Fbye', '%2Fevil'))
  assert.deepEqual([elsewhere.away, elsewhere.response.status], [undefined, 400])
})

test('signing out without an ID token asks first, with a secret that no other page knows', async () => {
  const browser = openBrowser()
  await codeFor(browser)
  const url = `${issuer}/protocol/openid-connect/logout`
  const asked = await (await browser.visit(url)).response.text()
  const forged = await browser.visit(`${url}/confirm`, { xsrf: 'guess', logout: 'yes' })
  assert.equal(forged.response.status, 400)
  const done = await browser.visit(`${url}/confirm`, { xsrf: /xsrf=(.+)/.exec(asked)![1]!, logout: 'yes' })
  assert.equal(await done.response.text(), 'signed out')
  const silent = await browser.visit(requestUrl({ prompt: 'none' }))
  assert.equal(silent.away!.searchParams.get('error'), 'login_required')
})

test('a client without a secret signs people in with its verifier, and gets no token of its own', async () => {
  const { apiKey } = await addClient(service.db, tenantId)
  await changeRules({ authenticationMethod: 'none', redirectUris: [APPLICATION] }, apiKey)
  const code = await codeFor(openBrowser(), { client_id: apiKey })
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: APPLICATION,
    code_verifier: VERIFIER,
    client_id: apiKey,
  }
  const url = `${issuer}/protocol/openid-connect/token`
  const { status, body } = await post(url, undefined, form)
  assert.equal(status, 200, JSON.stringify(body))
  const own = await post(url, undefined, { grant_type: 'client_credentials', client_id: apiKey })
  assert.deepEqual([own.status, own.body['error']], [400, 'invalid_request'])
})

test('neither cookies nor codes are in the database', async () => {
  const browser = openBrowser()
  const code = await codeFor(browser)
  await browser.once(requestUrl({ prompt: 'login' }))
  const cookie = browser.jar.get('giro-session-bank')!.value
  for (const table of ['token_records', 'person_sessions']) {
    const rows = await service.db.read((db) => db.query(`select row_to_json(t)::text as text from ${table} t`))
    for (const secret of [cookie, code]) assert.ok(!JSON.stringify(rows).includes(secret))
  }
})

test('a session ends when it was not used for long enough, and at its longest in any case', async () => {
  const seeSession = async (browser: ReturnType<typeof openBrowser>, seconds: number) => {
    laterSeconds = seconds
    const { away } = await browser.visit(requestUrl({ prompt: 'none' }))
    return away!.searchParams.get('error') ?? 'signed in'
  }
  const [idle, busy] = [openBrowser(), openBrowser()]
  await codeFor(idle)
  await codeFor(busy)
  assert.equal(await seeSession(idle, 890), 'signed in')
  for (const seconds of [800, 1_600, 2_400, 3_200, 3_590]) assert.equal(await seeSession(busy, seconds), 'signed in')
  assert.equal(await seeSession(busy, 3_610), 'login_required')
  assert.equal(await seeSession(idle, 1_800), 'login_required')
})
