import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { manualTime } from '../../test/support/manual-time.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { revokeApiClient, rotateApiClientSecret } from './api-clients.ts'
import {
  type Answer,
  addClient,
  addInstitution,
  basic,
  type Credentials,
  post,
  rotateAMinuteAgo,
  startTokenService,
} from './realm.test-support.ts'
import { createTokenService } from './token-service.ts'

const time = manualTime()
let service: Awaited<ReturnType<typeof startTokenService>>
let tenantId: bigint
let client: Credentials
let realm: string

/** What was written to the console. */
const written: unknown[] = []
const note = (args: unknown) => void written.push(args)
const CONSOLE = ['console.info', 'console.warn', 'console.error', 'console.log']

before(async () => {
  for (const channel of CONSOLE) subscribe(channel, note)
  service = await startTokenService({ time })
  tenantId = await addInstitution(service.db, 'demo')
  client = await addClient(service.db, tenantId)
  realm = `${service.publicUrl}/auth/realms/demo`
})
after(async () => {
  await service.stop()
  for (const channel of CONSOLE) unsubscribe(channel, note)
})

const token = (form: Record<string, string>, authorization: string | undefined = basic(client)) =>
  post(`${realm}/protocol/openid-connect/token`, authorization, form)
const issue = async () => (await token({ grant_type: 'client_credentials' })).body as Record<string, string>
const refresh = (refreshToken: unknown, authorization?: string) =>
  token({ grant_type: 'refresh_token', refresh_token: String(refreshToken) }, authorization)
const introspect = async (subject: unknown, form = {}, authorization = basic(client)) =>
  (await post(`${realm}/protocol/openid-connect/token/introspect`, authorization, { token: String(subject), ...form }))
    .body
const revoke = (subject: unknown, form = {}, authorization = basic(client)) =>
  post(`${realm}/protocol/openid-connect/revoke`, authorization, { token: String(subject), ...form })

function assertRefused(answer: Answer, status: number, error: string) {
  assert.equal(answer.body['error'], error, JSON.stringify(answer.body))
  assert.equal(answer.status, status)
  assert.equal(typeof answer.body['error_description'], 'string')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="/)
}

test('client credentials with HTTP Basic return the five fields of the interface', async () => {
  const { status, headers, body } = await token({ grant_type: 'client_credentials' })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('content-type')!, /^application\/json/)
  const { access_token, refresh_token, ...rest } = body
  assert.deepEqual(rest, { expires_in: 14400, refresh_expires_in: 1800, token_type: 'bearer' })
  assert.equal(typeof access_token, 'string')
  assert.equal(typeof refresh_token, 'string')
})

test('the access token is a JWT of type at+jwt with the client, its legal entity and its entitlements', async () => {
  const { access_token } = await issue()
  const { alg, typ, kid } = decodeProtectedHeader(access_token!)
  assert.deepEqual({ alg, typ, hasKid: Boolean(kid) }, { alg: 'ES256', typ: 'at+jwt', hasKid: true })
  const { jti, sid, iat, exp, ...claims } = decodeJwt(access_token!)
  assert.deepEqual(claims, {
    iss: realm,
    aud: 'urn:giro:api',
    sub: client.apiKey,
    client_id: client.apiKey,
    scope: 'roles',
    tenant: 'demo',
    legal_entity: '4711',
    entitlements: ['Payments.Initiate_Payments', 'Accounts.View_Account'],
    access_version: 1,
  })
  assert.equal(exp! - iat!, 14400)
  assert.ok(jti && sid)
})

test('the scopes that libraries send change nothing for a client, and any other is invalid_scope', async () => {
  for (const scope of ['roles', 'openid', 'openid profile', 'openid profile roles']) {
    const { status, body } = await token({ grant_type: 'client_credentials', scope })
    assert.equal(status, 200, scope)
    assert.equal(body['id_token'], undefined, scope)
    assert.equal(decodeJwt(String(body['access_token']))['scope'], 'roles', scope)
  }
  for (const scope of ['roles admin', 'openid email', 'OpenID'])
    assertRefused(await token({ grant_type: 'client_credentials', scope }), 400, 'invalid_scope')
})

test('the API is accepted as the resource, any other is invalid_target', async () => {
  assert.equal((await token({ grant_type: 'client_credentials', resource: 'urn:giro:api' })).status, 200)
  assertRefused(await token({ grant_type: 'client_credentials', resource: 'urn:other' }), 400, 'invalid_target')
})

test('credentials may be in the body', async () => {
  const form = { grant_type: 'client_credentials', client_id: client.apiKey, client_secret: client.apiSecret }
  const url = `${realm}/protocol/openid-connect/token`
  assert.equal((await post(url, undefined, form)).status, 200)
  assertRefused(await post(url, undefined, { ...form, client_secret: 'wrong' }), 401, 'invalid_client')
})

test('Basic credentials may be form-encoded (RFC 6749 section 2.3.1)', async () => {
  const encode = (text: string) => text.replace(/[^a-z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  const encoded = { apiKey: encode(client.apiKey), apiSecret: encode(client.apiSecret) }
  assert.equal((await token({ grant_type: 'client_credentials' }, basic(encoded))).status, 200)
})

test('a wrong secret, an unknown client and a missing client are 401 invalid_client with a challenge', async () => {
  const form = { grant_type: 'client_credentials' }
  const { apiKey, apiSecret } = client
  assertRefused(await token(form, basic({ apiKey, apiSecret: 'wrong' })), 401, 'invalid_client')
  assertRefused(await token(form, basic({ apiKey, apiSecret: `${apiSecret}:x` })), 401, 'invalid_client')
  assertRefused(await token(form, basic({ apiKey: 'giro_unknown', apiSecret })), 401, 'invalid_client')
  assertRefused(await token({ ...form, client_id: apiKey }, ''), 401, 'invalid_client')
  assertRefused(await post(`${realm}/protocol/openid-connect/token`, undefined, form), 401, 'invalid_client')
  assertRefused(
    await post(`${realm}/protocol/openid-connect/token`, undefined, { ...form, client_id: apiKey }),
    401,
    'invalid_client',
  )
})

test('an unreadable Authorization header is 401 invalid_client', async () => {
  const form = { grant_type: 'client_credentials' }
  for (const header of [
    'Basic',
    'Basic !!',
    'Bearer abc',
    `Basic ${btoa('nocolon')}`,
    `Basic ${btoa('%zz:x')}`,
    `Basic ${btoa('a:')}`,
  ])
    assertRefused(await token(form, header), 401, 'invalid_client')
})

test('the digest of a secret does not work as a secret', async () => {
  const rows = await service.db.read((db) =>
    db.query<{ digest: string }>(
      `select encode(secret_sha256, 'hex') as digest from api_client_secrets where tenant_id = $1 and client_id = $2`,
      [tenantId, client.apiKey],
    ),
  )
  const apiSecret = rows[0]!.digest
  assertRefused(
    await token({ grant_type: 'client_credentials' }, basic({ apiKey: client.apiKey, apiSecret })),
    401,
    'invalid_client',
  )
})

test("another institution's client is unknown here, and its tokens are invalid", async () => {
  const other = await addClient(service.db, await addInstitution(service.db, 'other'))
  assertRefused(await token({ grant_type: 'client_credentials' }, basic(other)), 401, 'invalid_client')
  const url = `${service.publicUrl}/auth/realms/other/protocol/openid-connect/token`
  const issued = await post(url, basic(other), { grant_type: 'client_credentials' })
  assert.equal(issued.status, 200)
  assert.deepEqual(await introspect(issued.body['access_token']), { active: false })
  assertRefused(await refresh(issued.body['refresh_token']), 400, 'invalid_grant')
})

test('a missing or unsupported grant type is refused as RFC 6749 requires', async () => {
  assertRefused(await token({}), 400, 'invalid_request')
  assertRefused(await token({ grant_type: 'password' }), 400, 'unsupported_grant_type')
  assertRefused(await token({ grant_type: 'authorization_code', code: 'x' }), 400, 'unsupported_grant_type')
  assertRefused(await token({ grant_type: 'refresh_token' }), 400, 'invalid_request')
})

test('a refresh token gives a new access token and a new refresh token', async () => {
  const first = await issue()
  const { status, body } = await refresh(first['refresh_token'])
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), [
    'access_token',
    'expires_in',
    'refresh_expires_in',
    'refresh_token',
    'token_type',
  ])
  assert.equal(body['expires_in'], 14400)
  assert.equal(body['refresh_expires_in'], 1800)
  assert.equal(body['token_type'], 'bearer')
  assert.notEqual(body['refresh_token'], first['refresh_token'])
  const { jti: _, iat: __, exp: ___, ...before } = decodeJwt(first['access_token']!)
  const { jti: ____, iat: _____, exp: ______, ...after } = decodeJwt(String(body['access_token']))
  assert.deepEqual(after, before)
  assert.equal((await refresh(body['refresh_token'])).status, 200)
})

test('a refresh token survives a restart', async () => {
  const { refresh_token } = await issue()
  await service.restart()
  assert.equal((await refresh(refresh_token)).status, 200)
})

test('each refresh extends the grant, so a chain of refreshes does not end', async () => {
  const { refresh_token } = await issue()
  const nowSeconds = Math.floor(service.clock.now().epochMilliseconds / 1_000)
  const grants = (sql: string, ...values: unknown[]) =>
    service.db.transaction((tx) =>
      tx.query<{ exp: string }>(`${sql} returning payload ->> 'exp' as exp`, [tenantId, ...values]),
    )
  const end = `update token_records set payload = jsonb_set(payload, '{exp}', to_jsonb($2::int)) where tenant_id = $1 and kind = 'Grant'`
  await grants(end, nowSeconds + 5)
  assert.equal((await refresh(refresh_token)).status, 200)
  const touched = await grants(`update token_records set consumed_at = null where tenant_id = $1 and kind = 'Grant'`)
  assert.ok(touched.some(({ exp }) => Number(exp) >= nowSeconds + 1_800))
})

test('reuse of a refresh token ends the whole grant, including its access tokens', async () => {
  const first = await issue()
  const second = (await refresh(first['refresh_token'])).body
  assertRefused(await refresh(first['refresh_token']), 400, 'invalid_grant')
  assertRefused(await refresh(second['refresh_token']), 400, 'invalid_grant')
  assert.deepEqual(await introspect(second['access_token']), { active: false })
})

test('of two concurrent requests with one refresh token, at most one succeeds', async () => {
  const { refresh_token } = await issue()
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)))
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1)
  assert.ok(answers.every(({ status, body }) => status === 200 || body['error'] === 'invalid_grant'))
})

test("another client's refresh token is invalid_grant and stays valid for its owner", async () => {
  const { refresh_token } = await issue()
  const other = await addClient(service.db, tenantId)
  assertRefused(await refresh(refresh_token, basic(other)), 400, 'invalid_grant')
  assertRefused(await refresh(refresh_token, basic({ ...client, apiSecret: 'wrong' })), 401, 'invalid_client')
  assert.equal((await refresh(refresh_token)).status, 200)
})

test('no refresh token is stored in the database', async () => {
  const { refresh_token } = await issue()
  const rows = await service.db.read((db) =>
    db.query(`select from token_records where tenant_id = $1 and (id = $2 or payload::text like '%' || $2 || '%')`, [
      tenantId,
      refresh_token,
    ]),
  )
  assert.equal(rows.length, 0)
})

test("introspection describes a client's own access token", async () => {
  const { access_token } = await issue()
  const claims = decodeJwt(access_token!)
  assert.deepEqual(await introspect(access_token), { ...claims, active: true, token_type: 'bearer' })
  assert.equal((await introspect(access_token, { token_type_hint: 'refresh_token' }))['active'], true)
})

test("introspection describes a client's own refresh token", async () => {
  const { refresh_token } = await issue()
  const answer = await introspect(refresh_token)
  assert.equal(answer['active'], true)
  assert.equal(answer['client_id'], client.apiKey)
  assert.equal(answer['scope'], 'roles')
})

test("introspection reveals nothing about another client's tokens, an altered token or no token", async () => {
  const { access_token, refresh_token } = await issue()
  const other = basic(await addClient(service.db, tenantId))
  assert.deepEqual(await introspect(access_token, {}, other), { active: false })
  assert.deepEqual(await introspect(refresh_token, {}, other), { active: false })
  assert.deepEqual(await introspect(access_token!.slice(0, -8) + 'AAAAAAAA'), { active: false })
  assert.deepEqual(await introspect('nothing'), { active: false })
  const url = `${realm}/protocol/openid-connect/token/introspect`
  assertRefused(await post(url, undefined, { token: access_token! }), 401, 'invalid_client')
  assertRefused(
    await post(url, basic({ ...client, apiSecret: 'wrong' }), { token: access_token! }),
    401,
    'invalid_client',
  )
  assertRefused(await post(url, basic(client), {}), 400, 'invalid_request')
})

test('a revoked access token is inactive; other tokens of its client are not', async () => {
  const [one, two] = [await issue(), await issue()]
  const answer = await revoke(one['access_token'])
  assert.equal(answer.status, 200)
  assert.deepEqual(await introspect(one['access_token']), { active: false })
  assert.equal((await introspect(two['access_token']))['active'], true)
  assert.equal((await refresh(one['refresh_token'])).status, 200)
  assert.equal((await revoke(one['access_token'])).status, 200)
})

test('revoking a refresh token also ends the access tokens of its grant', async () => {
  const { access_token, refresh_token } = await issue()
  assert.equal((await revoke(refresh_token, { token_type_hint: 'refresh_token' })).status, 200)
  assertRefused(await refresh(refresh_token), 400, 'invalid_grant')
  assert.deepEqual(await introspect(access_token), { active: false })
})

test("revoking another client's token returns 200 and changes nothing", async () => {
  const { access_token, refresh_token } = await issue()
  const other = basic(await addClient(service.db, tenantId))
  assert.equal((await revoke(access_token, {}, other)).status, 200)
  assert.equal((await revoke(refresh_token, {}, other)).status, 200)
  assert.equal((await revoke('nothing')).status, 200)
  assert.equal((await introspect(access_token))['active'], true)
  assert.equal((await refresh(refresh_token)).status, 200)
})

test('secrets of overlapping rotations work, and none after a rotation without overlap', async () => {
  const { db, clock } = service
  const { apiKey, apiSecret: first } = await addClient(db, tenantId)
  const rotate = (overlapSeconds: number) =>
    db.transaction((tx) => rotateApiClientSecret(tx, { tenantId, clientId: apiKey, overlapSeconds, now: clock.now() }))
  const status = async (apiSecret: string) =>
    (await token({ grant_type: 'client_credentials' }, basic({ apiKey, apiSecret }))).status

  const { apiSecret: second } = await rotate(3600)
  assert.deepEqual([await status(first), await status(second)], [200, 200])
  const { apiSecret: third } = await rotate(3600)
  assert.deepEqual([await status(first), await status(second), await status(third)], [200, 200, 200])
  const { apiSecret: fourth } = await rotate(0)
  const all = [first, second, third, fourth]
  assert.deepEqual(await Promise.all(all.map(status)), [401, 401, 401, 200])
})

test('a revoked client gets no token, not even with a refresh token', async () => {
  const { db, clock } = service
  const revoked = await addClient(db, tenantId)
  const { body } = await token({ grant_type: 'client_credentials' }, basic(revoked))
  await db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId: revoked.apiKey, now: clock.now() }))
  assertRefused(await token({ grant_type: 'client_credentials' }, basic(revoked)), 401, 'invalid_client')
  assertRefused(await refresh(body['refresh_token'], basic(revoked)), 401, 'invalid_client')
})

test('discovery names the existing endpoints, and a token verifies with the keys it links to', async () => {
  const response = await fetch(`${realm}/.well-known/openid-configuration`)
  assert.equal(response.status, 200)
  const document = (await response.json()) as Record<string, string>
  assert.equal(document['issuer'], realm)
  assert.equal(document['token_endpoint'], `${realm}/protocol/openid-connect/token`)
  assert.equal(document['jwks_uri'], `${realm}/protocol/openid-connect/certs`)
  assert.equal(document['introspection_endpoint'], `${realm}/protocol/openid-connect/token/introspect`)
  assert.equal(document['revocation_endpoint'], `${realm}/protocol/openid-connect/revoke`)
  const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
  assert.deepEqual(document['grant_types_supported'], ['client_credentials', 'refresh_token', exchange])
  assert.deepEqual(
    Object.keys(document).filter((key) => /^(authorization|userinfo|registration|device|end_session)/.test(key)),
    [],
  )

  const { access_token } = await issue()
  const keys = createRemoteJWKSet(new URL(document['jwks_uri']!))
  const verified = await jwtVerify(access_token!, keys, { issuer: realm, audience: 'urn:giro:api', typ: 'at+jwt' })
  assert.equal(verified.payload['client_id'], client.apiKey)
})

test('the published keys contain nothing private', async () => {
  const { keys } = (await (await fetch(`${realm}/protocol/openid-connect/certs`)).json()) as { keys: object[] }
  assert.ok(keys.length > 0)
  for (const key of keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

/** How long a rotation may go unnoticed. */
const KEY_CHECK_MS = 2_000

test('after a rotation the new signing key signs, and tokens of the old one stay valid', async () => {
  const old = await issue()
  const { kid } = await rotateAMinuteAgo(service, tenantId)
  const early = await issue()
  assert.notEqual(decodeProtectedHeader(early['access_token']!).kid, kid)
  await time.advance(KEY_CHECK_MS + 1)
  const fresh = await issue()
  assert.equal(decodeProtectedHeader(fresh['access_token']!).kid, kid)
  assert.notEqual(decodeProtectedHeader(old['access_token']!).kid, kid)
  assert.equal((await introspect(old['access_token']))['active'], true)
  const keys = createRemoteJWKSet(new URL(`${realm}/protocol/openid-connect/certs`))
  await jwtVerify(old['access_token']!, keys)
  await jwtVerify(fresh['access_token']!, keys)
})

test('unsupported endpoints do not exist', async () => {
  for (const path of ['auth', 'userinfo', 'logout', 'registrations', 'auth/device', 'token/x'])
    assert.equal((await fetch(`${realm}/protocol/openid-connect/${path}`)).status, 404, path)
  for (const path of [
    '/session/end',
    '/session/end/confirm',
    '/auth',
    '/token',
    '/.well-known/oauth-authorization-server',
    '',
  ])
    assert.equal((await fetch(`${realm}${path}`, { method: 'POST' })).status, 404, path)
  const wrongMethod = await fetch(`${realm}/protocol/openid-connect/token`)
  assert.equal(wrongMethod.status, 405)
  assert.equal(wrongMethod.headers.get('allow'), 'POST')
})

test('an unknown realm is 404 with a body as RFC 6749 defines', async () => {
  for (const code of ['nobody', 'DEMO', 'demo%20', '..%2f'])
    assertRefused(
      await post(`${service.publicUrl}/auth/realms/${code}/protocol/openid-connect/token`, basic(client), {
        grant_type: 'client_credentials',
      }),
      404,
      'invalid_request',
    )
})

test('a body over 64 KiB is refused', async () => {
  assertRefused(await token({ grant_type: 'client_credentials', filler: 'x'.repeat(65_536) }), 413, 'invalid_request')
})

test('a request with an Origin is handled like any other, and no page of that origin can read the reply', async () => {
  const ask = (form: Record<string, string>, authorization = basic(client)) =>
    fetch(`${realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization, origin: 'https://elsewhere.example' },
      body: new URLSearchParams(form),
    })
  const nobody = basic({ ...client, apiSecret: 'wrong' })
  const answers = [
    await ask({ grant_type: 'client_credentials' }),
    await ask({}),
    await ask({ grant_type: 'client_credentials' }, nobody),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 401],
  )
  for (const { headers } of answers) for (const [name] of headers) assert.doesNotMatch(name, /^access-control-|^vary$/)
})

test('errors are JSON, even for a browser', async () => {
  const response = await fetch(`${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { accept: 'text/html', authorization: basic(client) },
    body: new URLSearchParams({ grant_type: 'password' }),
  })
  assert.match(response.headers.get('content-type')!, /^application\/json/)
  assert.equal(((await response.json()) as { error: string }).error, 'unsupported_grant_type')
})

test('without its database the service replies 503, even for a realm it has cached', async () => {
  const { db: working, clock, sealer, publicUrl, log } = service
  const broken = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing', maxConnections: 1 })
  let current = working
  const db: Database = {
    ...working,
    transaction: (work) => current.transaction(work),
    read: (work) => current.read(work),
    close: () => broken.close(),
  }
  const fragile = createTokenService({ db, clock, sealer, publicUrl, log })
  const server = createServer((request, response) => void fragile.handle(request, response, { address: '127.0.0.1' }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issueAt = (code: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/realms/${code}/protocol/openid-connect/token`
    return post(url, basic(client), { grant_type: 'client_credentials' })
  }
  assert.equal((await issueAt('demo')).status, 200)
  current = broken
  for (const code of ['demo', 'other']) {
    const answer = await issueAt(code)
    assertRefused(answer, 503, 'temporarily_unavailable')
    assert.ok(answer.headers.get('retry-after'))
  }
  current = working
  assert.equal((await issueAt('demo')).status, 200)
  server.closeAllConnections()
  server.close()
  await db.close()
  service.log.lines.splice(0)
})

test('no secret and no token is ever logged', async () => {
  const { access_token, refresh_token } = await issue()
  await refresh(`${refresh_token}x`)
  await token({ grant_type: 'client_credentials' }, basic({ ...client, apiSecret: 'guessed-secret' }))
  const text = service.log.lines.map((line) => line.text).join('\n')
  assert.match(text, /token request refused/)
  for (const secret of [client.apiSecret, 'guessed-secret', access_token!, refresh_token!])
    assert.ok(!text.includes(secret))
  assert.deepEqual(
    service.log.lines.filter((line) => line.level !== 'info'),
    [],
  )
})

test('nothing was written to the console', () => {
  assert.deepEqual(written, [])
})
