import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { base64url, decodeJwt, importJWK, SignJWT } from 'jose'
import { fixedClock, systemClock } from '../../src/kernel/clock.ts'
import { setTrustedIssuer, trustedIssuer } from '../../src/tokens/trusted-issuers.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import {
  askOverTls,
  assertion,
  type ClientKey,
  certificate,
  dpopProof,
  newKey,
  type TestCertificate,
} from '../support/client-proofs.ts'
import { createIdentityProvider, JWT_TYPE, TOKEN_EXCHANGE } from '../support/identity-provider.ts'
import { startOpenidIssuer } from '../support/openid-issuer.ts'
import { customerBody, requestToken, startTestService, type TestService } from '../support/test-service.ts'

const PATH = '/v1/institution/api-clients'
const LIST = '/v2/customers?page=1&limit=1'
const HEADER = 'x-client-cert'
/** Stopped, so that an expiry passes when a test says so. */
const tokenClock = fixedClock(systemClock.now())
const nowSeconds = () => Math.floor(tokenClock.now().epochMilliseconds / 1_000)
const shown = certificate('client')
const stranger = certificate('stranger')

let service: TestService
let otherNode: string
let issuer: string
before(async () => {
  const { cert, key } = certificate('server')
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()])
  service = await startTestService({ tokenClock, tls: { cert, key } })
  otherNode = await service.startNode()
  issuer = `${service.baseUrl}/auth/realms/bank`
})
after(() => service.stop())

interface Registered {
  apiKey: string
  apiSecret?: string
}

async function register(fields: object): Promise<Registered> {
  return dataOf(
    await service.call('POST', PATH, { name: 'Attacked', entitlements: ['Customers.View_Customers'], ...fields }),
    201,
  )
}

const tokenPath = '/auth/realms/bank/protocol/openid-connect/token'

/** Asks for a token over TLS. */
function askForToken(
  form: Record<string, string>,
  {
    headers = {},
    at = service.baseUrl,
    certificate,
  }: { headers?: object; at?: string; certificate?: TestCertificate } = {},
) {
  return askOverTls(at + tokenPath, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
    ...(certificate && { shown: certificate }),
  })
}

const basic = ({ apiKey, apiSecret }: Registered) => ({
  authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
})

const asserted = (jwt: string) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: jwt,
})

const useToken = (
  token: string,
  {
    headers = {},
    scheme = 'Bearer',
    at = service.baseUrl,
    certificate: used,
  }: {
    headers?: object
    scheme?: string
    at?: string
    certificate?: TestCertificate
  } = {},
) =>
  askOverTls(at + LIST, { headers: { authorization: `${scheme} ${token}`, ...headers }, ...(used && { shown: used }) })

async function assertingClient(alg = 'ES256') {
  const key = await newKey(alg)
  const client = await register({ authenticationMethod: 'private_key_jwt', publicKeys: [key.jwk] })
  const sign = (claims: object = {}, header: object = {}, signer: ClientKey = key) =>
    assertion(signer, { clientId: client.apiKey, audience: issuer, nowSeconds: nowSeconds() }, claims, header)
  return { key, client, sign }
}

test('an assertion of each allowed algorithm is accepted for the issuer and for the token endpoint', async () => {
  for (const alg of ['ES256', 'PS256', 'EdDSA']) {
    const { sign, client } = await assertingClient(alg)
    assert.equal(client.apiSecret, undefined)
    const tokenEndpoint = `${issuer}/protocol/openid-connect/token`
    for (const aud of [issuer, tokenEndpoint, [issuer, tokenEndpoint]]) {
      const { status, body } = await askForToken(asserted(await sign({ aud })))
      assert.deepEqual([status, body.expires_in, body.token_type], [200, 3_600, 'bearer'], alg)
    }
  }
})

test('a replayed assertion is refused, also of two nodes at once', async () => {
  const { sign } = await assertingClient()
  const used = asserted(await sign())
  assert.equal((await askForToken(used)).status, 200)
  for (const at of [service.baseUrl, otherNode]) assert.equal((await askForToken(used, { at })).status, 401)
  const raced = asserted(await sign())
  const nodes = [service.baseUrl, otherNode, service.baseUrl, otherNode]
  const statuses = (await Promise.all(nodes.map((at) => askForToken(raced, { at })))).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401])
})

test('an assertion with another key, audience, issuer or time is refused', async () => {
  const { sign } = await assertingClient()
  const other = await assertingClient()
  const now = nowSeconds()
  const attempts = {
    'another key': sign({}, {}, await newKey()),
    "another client's key": sign({}, {}, other.key),
    'another issuer': sign({ iss: other.client.apiKey }),
    'another audience': sign({ aud: 'https://evil.example/token' }),
    "another institution's realm": sign({ aud: `${service.baseUrl}/auth/realms/other` }),
    'no audience': sign({ aud: undefined }),
    'an empty list of audiences': sign({ aud: [] }),
    'another audience beside the issuer': sign({ aud: [issuer, 'https://evil.example/token'] }),
    "another institution's realm beside the issuer": sign({ aud: [`${service.baseUrl}/auth/realms/other`, issuer] }),
    expired: sign({ exp: now - 60 }),
    'valid for an hour': sign({ exp: now + 3_600 }),
    'without exp': sign({ exp: undefined }),
    'without jti': sign({ jti: undefined }),
    'not valid yet': sign({ nbf: now + 60 }),
    'made in the future': sign({ iat: now + 60, exp: now + 120 }),
    'made at no time': sign({ iat: 'now' }),
  }
  for (const [what, jwt] of Object.entries(attempts))
    assert.equal((await askForToken(asserted(await jwt))).status, 401, what)
})

test('an assertion signed with the public key as a shared secret, with RS256, or unsigned is refused', async () => {
  const { key, client, sign } = await assertingClient('PS256')
  const claims = { iss: client.apiKey, sub: client.apiKey, aud: issuer, exp: nowSeconds() + 60, jti: 'confused' }
  const secret = new TextEncoder().encode(JSON.stringify(key.jwk))
  const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret)
  const rsa = await importJWK(key.privateJwk, 'RS256')
  const weaker = await new SignJWT({ ...claims, jti: 'w' }).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(rsa)
  const [, payload] = (await sign()).split('.')
  const unsigned = `${base64url.encode(JSON.stringify({ alg: 'none' }))}.${payload}.`
  for (const jwt of [confused, weaker, unsigned]) assert.equal((await askForToken(asserted(jwt))).status, 401)
})

test('the former secret of a client with keys is refused, also after it returns to secrets', async () => {
  const client = await register({})
  assert.equal((await askForToken({}, { headers: basic(client) })).status, 200)
  const { jwk } = await newKey()
  const put = (body: object) => service.call('PUT', `${PATH}/${client.apiKey}`, body)
  dataOf(await put({ authenticationMethod: 'private_key_jwt', publicKeys: [jwk] }))
  assert.equal((await askForToken({}, { headers: basic(client) })).status, 401)
  dataOf(await put({ authenticationMethod: 'client_secret' }))
  assert.equal((await askForToken({}, { headers: basic(client) })).status, 401)
  const { apiSecret } = dataOf(await service.call('POST', `${PATH}/${client.apiKey}/rotate`, {}))
  assert.equal((await askForToken({}, { headers: basic({ ...client, apiSecret }) })).status, 200)
})

test('a private key, a short RSA key and a curve outside the list cannot be registered', async () => {
  const { jwk, privateJwk } = await newKey()
  const p384 = (await newKey('ES384')).jwk
  const short = { kty: 'RSA', kid: 'short', e: 'AQAB', n: 'wJENcRev-eXZKvhhWLiV3Lz2MvO0p1Lb' }
  for (const publicKeys of [[privateJwk], [p384], [short], [jwk, jwk], [{ ...jwk, x: 'AAAA' }], []]) {
    const body = { name: 'Weak', authenticationMethod: 'private_key_jwt', publicKeys }
    assert.equal((await service.call('POST', PATH, body)).status, 400)
  }
})

/** A client whose tokens are bound to a DPoP key, and how it uses one. */
async function dpopClient() {
  const key = await newKey()
  const client = await register({ senderConstraint: 'dpop' })
  const url = `${issuer}/protocol/openid-connect/token`
  const proveToken = (claims: object = {}, signer = key) =>
    dpopProof(signer, { method: 'POST', url, nowSeconds: nowSeconds() }, claims)
  const { status, body } = await askForToken({}, { headers: { ...basic(client), dpop: await proveToken() } })
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'DPoP', 3_600])
  const token: string = body.access_token
  const prove = (claims: object = {}, header: object = {}, signer = key) =>
    dpopProof(signer, { method: 'GET', url: service.baseUrl + LIST, nowSeconds: nowSeconds(), token }, claims, header)
  const use = (dpop: string | undefined, scheme = 'DPoP', at = service.baseUrl) =>
    useToken(token, { scheme, at, headers: dpop === undefined ? {} : { dpop } })
  return { key, client, token, refresh: body.refresh_token as string, proveToken, prove, use }
}

test('a DPoP token works with a fresh proof for each request', async () => {
  const { prove, use } = await dpopClient()
  for (const at of [service.baseUrl, otherNode, service.baseUrl])
    assert.equal((await use(await prove(), 'DPoP', at)).status, 200)
})

/** The challenge of a refused request. */
function challengeOf({ status, headers }: { status: number; headers: Record<string, unknown> }): string {
  assert.equal(status, 401)
  return String(headers['www-authenticate'])
}

test('a DPoP proof may write its URL in any equal form', async () => {
  const { prove, use } = await dpopClient()
  const { origin, pathname } = new URL(service.baseUrl + LIST)
  const forms = [
    origin.replace(/^https?/, (scheme) => scheme.toUpperCase()) + pathname,
    `${origin}/%${pathname.charCodeAt(1).toString(16)}${pathname.slice(2)}`,
    `${origin}/x/..${pathname}`,
    `${origin}${pathname}#part`,
    `${origin}${pathname}/`,
  ]
  for (const htu of forms) assert.equal((await use(await prove({ htu }))).status, 200, htu)
})

test('a stolen DPoP token is refused without the key', async () => {
  const { prove, use } = await dpopClient()
  assert.equal((await use(await prove())).status, 200)
  const refused = await use(undefined)
  assert.equal(refused.status, 401)
  assert.match(
    String(refused.headers['www-authenticate']),
    /^DPoP realm="giro", algs=".*ES256.*", error="invalid_dpop_proof"$/,
  )
  assert.equal((await use(undefined, 'Bearer')).status, 401)
  assert.equal((await use(await prove(), 'Bearer')).status, 401)
  assert.match(challengeOf(await use(await prove(), 'Bearer')), /error="invalid_token"$/)
  // The proof is good, and the token is somebody else's (RFC 9449 section 7.1).
  assert.match(challengeOf(await use(await prove({}, {}, await newKey()))), /error="invalid_token"$/)
})

test('a replayed DPoP proof is refused, also of two nodes at once', async () => {
  const { prove, use } = await dpopClient()
  const proof = await prove()
  assert.equal((await use(proof)).status, 200)
  for (const at of [service.baseUrl, otherNode]) assert.equal((await use(proof, 'DPoP', at)).status, 401)
  const raced = await prove()
  const nodes = [service.baseUrl, otherNode, service.baseUrl, otherNode]
  const statuses = (await Promise.all(nodes.map((at) => use(raced, 'DPoP', at)))).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401])
})

test('a DPoP proof for another method, URL, token or time, or of another type, is refused', async () => {
  const { key, prove, use } = await dpopClient()
  const other = await dpopClient()
  const attempts = {
    'another method': prove({ htm: 'POST' }),
    'another path': prove({ htu: `${service.baseUrl}/v2/accounts` }),
    'another host': prove({ htu: `https://evil.example${LIST}` }),
    'another token': prove({ ath: 'x'.repeat(43) }),
    'no token': prove({ ath: undefined }),
    'too old': prove({ iat: nowSeconds() - 61 }),
    'from the future': prove({ iat: nowSeconds() + 11 }),
    'without iat': prove({ iat: undefined }),
    'without jti': prove({ jti: undefined }),
    'another type': prove({}, { typ: 'jwt' }),
    'the key of another token': other.prove(),
    'its key in the header, signed by another': prove({}, { jwk: key.jwk }, await newKey()),
  }
  for (const [what, proof] of Object.entries(attempts)) {
    const fault = what === 'the key of another token' ? 'invalid_token' : 'invalid_dpop_proof'
    assert.match(challengeOf(await use(await proof)), new RegExp(`^DPoP .*, error="${fault}"$`), what)
  }
  for (const garbage of ['x', 'a.b.c', 'x'.repeat(5_000)])
    assert.match(challengeOf(await use(garbage)), /error="invalid_dpop_proof"$/)
  assert.equal((await use(await prove({ htu: `${service.baseUrl}${LIST}&more=1#x` }))).status, 200, 'query ignored')
})

test('a client that requires DPoP gets no token without a proof, and keeps its refresh token', async () => {
  const { client, refresh, proveToken } = await dpopClient()
  const form = { grant_type: 'refresh_token', refresh_token: refresh }
  for (const asked of [{}, form]) {
    const { status, body } = await askForToken(asked, { headers: basic(client) })
    assert.deepEqual([status, body.error], [400, 'invalid_dpop_proof'])
  }
  const renewed = await askForToken(form, { headers: { ...basic(client), dpop: await proveToken() } })
  assert.deepEqual([renewed.status, renewed.body.token_type], [200, 'DPoP'])
  assert.equal((await useToken(renewed.body.access_token)).status, 401)
})

test('a bearer token ends when its client must use DPoP, and is not accepted under the scheme DPoP', async () => {
  const client = await register({})
  const { body } = await askForToken({}, { headers: basic(client) })
  assert.equal((await useToken(body.access_token)).status, 200)
  assert.equal((await useToken(body.access_token, { scheme: 'DPoP' })).status, 401)
  dataOf(await service.call('PUT', `${PATH}/${client.apiKey}`, { senderConstraint: 'dpop' }))
  await service.app.tokens.refresh()
  assert.equal((await useToken(body.access_token)).status, 401)
})

const certified = (fields: object = {}) =>
  register({
    authenticationMethod: 'self_signed_tls_client_auth',
    certificateThumbprints: [shown.thumbprint],
    senderConstraint: 'certificate',
    ...fields,
  })

test('a certificate-bound token is refused without the certificate, or with another one', async () => {
  const { apiKey } = await certified()
  const { status, body } = await askForToken({ client_id: apiKey }, { certificate: shown })
  assert.deepEqual([status, body.token_type], [200, 'bearer'])
  const token = body.access_token
  assert.equal((await useToken(token, { certificate: shown })).status, 200)
  assert.equal((await useToken(token)).status, 401)
  assert.equal((await useToken(token, { certificate: stranger })).status, 401)
})

test('nobody gets a token with the client id of a certificate client alone', async () => {
  const { apiKey } = await certified()
  const { apiKey: unknown } = { apiKey: `giro_${'x'.repeat(22)}` }
  for (const certificate of [undefined, stranger])
    assert.equal((await askForToken({ client_id: apiKey }, certificate ? { certificate } : {})).status, 401)
  assert.equal((await askForToken({ client_id: unknown }, { certificate: shown })).status, 401)
  assert.equal((await askForToken({ client_id: apiKey, client_secret: 'x' }, { certificate: shown })).status, 401)
  const headers = {
    [HEADER]: encodeURIComponent(shown.cert.toString()),
    'client-cert': `:${shown.der.toString('base64')}:`,
  }
  assert.equal((await askForToken({ client_id: apiKey }, { headers })).status, 401, 'forged header')
})

test('a client certificate in a header counts only from a proxy that the operator named', async (t) => {
  const asked = async (proxies: string[]) => {
    const node = await startTestService({ defences: { forwardedCertificate: { header: HEADER, proxies } } })
    t.after(() => node.stop())
    const { apiKey } = dataOf(
      await node.call('POST', PATH, {
        name: 'Proxied',
        authenticationMethod: 'self_signed_tls_client_auth',
        certificateThumbprints: [shown.thumbprint],
      }),
      201,
    )
    return Promise.all(
      [encodeURIComponent(shown.cert.toString()), `:${shown.der.toString('base64')}:`, 'garbage', ''].map(
        async (value) => {
          const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: apiKey })
          const response = await fetch(node.baseUrl + tokenPath, {
            method: 'POST',
            headers: { [HEADER]: value },
            body: form,
          })
          return response.status
        },
      ),
    )
  }
  assert.deepEqual(await asked(['127.0.0.1']), [200, 200, 401, 401])
  assert.deepEqual(await asked(['10.0.0.0/8']), [401, 401, 401, 401])
})

test('the right secret and a valid token are refused from an address outside allowedNetworks', async () => {
  const client = await register({ allowedNetworks: ['127.0.0.0/8'] })
  const { body } = await askForToken({}, { headers: basic(client) })
  assert.equal((await useToken(body.access_token)).status, 200)
  dataOf(await service.call('PUT', `${PATH}/${client.apiKey}`, { allowedNetworks: ['203.0.113.0/24'] }))
  const refused = await askForToken({}, { headers: basic(client) })
  const forged = await askForToken({}, { headers: { ...basic(client), 'x-forwarded-for': '203.0.113.1' } })
  const wrong = await askForToken({}, { headers: basic({ ...client, apiSecret: 'wrong' }) })
  assert.deepEqual([refused.status, forged.status], [401, 401])
  assert.deepEqual(refused.body, wrong.body, 'the right secret is not confirmed')
  await service.app.tokens.refresh()
  assert.equal((await useToken(body.access_token)).status, 401)
})

test('a token that leaves the networks of its client is refused, although its address was allowed before', async (t) => {
  const node = await startTestService({ defences: { trustProxy: ['127.0.0.1'] } })
  t.after(() => node.stop())
  const body = {
    name: 'Homely',
    entitlements: ['Customers.View_Customers'],
    allowedNetworks: ['203.0.113.0/24', '127.0.0.1'],
  }
  const client = dataOf(await node.call('POST', PATH, body), 201)
  const { access_token: token } = (await (await requestToken(node.baseUrl, 'bank', client)).json()) as {
    access_token: string
  }
  const from = async (address: string) =>
    (await fetch(node.baseUrl + LIST, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address } }))
      .status
  assert.deepEqual([await from('203.0.113.7'), await from('198.51.100.7'), await from('203.0.113.8')], [200, 401, 200])
})

test('a client and its tokens end when the client expires', async () => {
  const expiresAt = tokenClock.now().add({ seconds: 30 }).toString()
  const client = await register({ expiresAt })
  const { body } = await askForToken({}, { headers: basic(client) })
  assert.ok(body.expires_in <= 30)
  assert.equal((await useToken(body.access_token)).status, 200)
  tokenClock.advance({ seconds: 30 })
  assert.equal((await useToken(body.access_token)).status, 401)
  assert.equal((await askForToken({}, { headers: basic(client) })).status, 401)
})

test("only the institution sets how a client authenticates, and a customer's administrator cannot lift it", async () => {
  const { apiKey } = await certified()
  const { customerUID } = dataOf(await service.call('POST', '/v2/customers', customerBody()))
  const customer = await service.createClient(service.tenant, { legalEntityId: BigInt(customerUID) })
  for (const body of [{ senderConstraint: 'none' }, { allowedNetworks: [] }, { remove: ['expiresAt'] }])
    assert.equal((await service.call('PUT', `${PATH}/${apiKey}`, body, { client: customer })).status, 403)
})

test("a person's token is bound to the key of its client, and no assertion is used up without the proof", async () => {
  const { client, proveToken } = await dpopClient()
  const { customerUID } = dataOf(await service.call('GET', `${PATH}/${client.apiKey}`))
  const idp = await createIdentityProvider(service)
  dataOf(await service.call('PUT', `${PATH}/${client.apiKey}`, { identityProvider: idp.registration }))
  const users = await service.query<{ loginId: string }>('select login_id from users where customer_id = $1', [
    customerUID,
  ])
  const form = {
    grant_type: TOKEN_EXCHANGE,
    subject_token_type: JWT_TYPE,
    subject_token: await idp.assert(users[0]!.loginId),
  }
  const unproven = await askForToken(form, { headers: basic(client) })
  assert.deepEqual([unproven.status, unproven.body.error], [400, 'invalid_dpop_proof'])
  const { status, body } = await askForToken(form, { headers: { ...basic(client), dpop: await proveToken() } })
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'DPoP', 900])
  assert.ok((decodeJwt(body.access_token)['cnf'] as { jkt?: string }).jkt)
  assert.equal((await useToken(body.access_token)).status, 401)
  assert.equal((await useToken(body.access_token, { scheme: 'DPoP' })).status, 401)
})

test('a key of the client cannot also be a key of its identity provider', async () => {
  const { jwk } = await newKey()
  const identityProvider = { issuer: 'https://idp.sample.example', keys: [{ ...jwk, kid: 'another id' }] }
  const keys = { authenticationMethod: 'private_key_jwt', publicKeys: [jwk] }
  assert.equal((await service.call('POST', PATH, { name: 'Both', ...keys, identityProvider })).status, 400)
  const { apiKey } = await register({ identityProvider })
  assert.equal((await service.call('PUT', `${PATH}/${apiKey}`, keys)).status, 400)
})

test('without all access of a client, nobody can give it another key', async () => {
  const limited = await service.createClient(service.tenant, {
    entitlements: ['Institution.Manage_API_Clients', 'Institution.View_Institution'],
  })
  const { apiKey } = await register({})
  const { jwk } = await newKey()
  const put = (body: object) => service.call('PUT', `${PATH}/${apiKey}`, body, { client: limited })
  const keys = { authenticationMethod: 'private_key_jwt', publicKeys: [jwk] }
  for (const body of [keys, { publicKeys: [jwk] }, { certificateThumbprints: [stranger.thumbprint] }])
    assertRefused(await put(body), {
      status: 403,
      code: 'CLIENT001',
      says: 'the caller does not have Customers.View_Customers',
    })
})

test("an issuer's tokens for another institution, ID tokens and tokens of a day are refused", async (t) => {
  const remote = await startOpenidIssuer()
  t.after(() => remote.stop())
  const [{ institution }, other] = [service.tenant, await service.createTenant('other')]
  const now = systemClock.now()
  await service.app.db.transaction((tx) => setTrustedIssuer(tx, institution.tenantId, trustedIssuer(remote.url), now))
  await service.app.tokens.refresh()
  const iat = nowSeconds()
  const claims = {
    ...{ aud: 'urn:giro:api', iat, exp: iat + 600, client_id: 'their-app', tenant: 'bank' },
    legal_entity: String(institution.legalEntityId),
    entitlements: ['Customers.View_Customers'],
  }
  const statusOf = async (changes: object, typ?: string) =>
    (await useToken(await remote.sign({ ...claims, ...changes }, typ))).status
  assert.equal(await statusOf({}), 200)
  const elsewhere = { tenant: 'other', legal_entity: String(other.institution.legalEntityId) }
  assert.equal(await statusOf(elsewhere), 401, 'an institution that does not trust the issuer')
  for (const typ of ['JWT', 'id_token+jwt', 'logout+jwt']) assert.equal(await statusOf({}, typ), 401, typ)
  assert.equal(await statusOf({ exp: iat + 86_400 }), 401, 'a token of a day')
  assert.equal(await statusOf({ iat: iat + 3_600, exp: iat + 7_200 }), 401, 'a token from the future')
  assert.equal(await statusOf({ iss: issuer }), 401, "in the name of Giro's own token service")
  assert.equal(await statusOf({ cnf: { kid: 'x' } }), 401, 'bound in a way that Giro cannot check')
})

test('the last use of a client is shown, without its token or address', async () => {
  const client = await register({})
  const { body } = await askForToken({}, { headers: basic(client) })
  assert.equal(dataOf(await service.call('GET', `${PATH}/${client.apiKey}`)).lastUsedAt, undefined)
  assert.equal((await useToken(body.access_token)).status, 200)
  await service.app.tokens.recordUses()
  const shownAt = dataOf(await service.call('GET', `${PATH}/${client.apiKey}`)).lastUsedAt
  assert.equal(Date.parse(shownAt), tokenClock.now().epochMilliseconds)
})
