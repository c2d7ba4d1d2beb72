import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { Temporal } from 'temporal-polyfill'
import { eventually } from '../../test/support/eventually.ts'
import { manualTime } from '../../test/support/manual-time.ts'
import { startOpenidIssuer } from '../../test/support/openid-issuer.ts'
import { type FixedClock, fixedClock } from '../kernel/clock.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import {
  type AccessTokenVerifier,
  createAccessTokenVerifier,
  type TokenRefusal,
  TokenRefused,
} from './access-tokens.ts'
import { revokeApiClient, rotateApiClientSecret } from './api-clients.ts'
import {
  addClient,
  addInstitution,
  basic,
  type Credentials,
  post,
  rotateAMinuteAgo,
  startTokenService,
} from './realm.test-support.ts'
import { listSigningKeys, openSigningKey } from './signing-keys.ts'
import { deleteTrustedIssuer, setTrustedIssuer, type TrustedIssuer, trustedIssuer } from './trusted-issuers.ts'

/** The token service looks for new signing keys by it. */
const time = manualTime()
let service: Awaited<ReturnType<typeof startTokenService>>
let tenantId: bigint
let client: Credentials
const open: AccessTokenVerifier[] = []

before(async () => {
  service = await startTokenService({ time })
  tenantId = await addInstitution(service.db, 'demo')
  client = await addClient(service.db, tenantId)
})
afterEach(async () => {
  service.hooks.onRevocation = async () => {}
  for (const verifier of open.splice(0)) await verifier.close()
})
after(() => service.stop())

function createVerifier(
  changes: { clock?: FixedClock; defaultIssuer?: string; time?: MachineTime } = {},
): AccessTokenVerifier {
  const { db, clock, publicUrl, log } = service
  const verifier = createAccessTokenVerifier({ db, clock, publicUrl, log, ...changes })
  open.push(verifier)
  return verifier
}

const endpoint = (name: string, code = 'demo') =>
  `${service.publicUrl}/auth/realms/${code}/protocol/openid-connect/${name}`

async function issue(credentials = client, code = 'demo'): Promise<Record<string, string>> {
  const answer = await post(endpoint('token', code), basic(credentials), { grant_type: 'client_credentials' })
  assert.equal(answer.status, 200)
  return answer.body as Record<string, string>
}

const accessToken = async (credentials?: Credentials) => (await issue(credentials))['access_token']!

async function assertRefused(verifier: AccessTokenVerifier, token: string, reason: TokenRefusal): Promise<void> {
  await assert.rejects(
    async () => verifier.verify(token),
    (error) => error instanceof TokenRefused && error.reason === reason,
  )
}

/** Signs, with the service's key, what the token service would never sign. */
async function sign(claims: JWTPayload, header: object = {}): Promise<string> {
  const { db, sealer, clock } = service
  const [key] = await db.read((db) => listSigningKeys(db, tenantId, clock.now()))
  const jwk = openSigningKey(key!, sealer)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key!.kid, ...header })
    .sign(await importJWK(jwk, 'ES256'))
}

/** Signs meaningless claims of a size that gives the token exactly this length. */
async function signWithLength(length: number): Promise<string> {
  const padded = (inHeader: number, inClaims: number) =>
    sign({ padding: 'x'.repeat(inClaims) }, { padding: 'x'.repeat(inHeader) })
  const inClaims = Math.floor(((length - (await padded(0, 0)).length) * 3) / 4)
  // Base64 text cannot have every length, but header and claims together can.
  for (const inHeader of [0, 1, 2, 3])
    for (let less = 0; less < 8; less++) {
      const token = await padded(inHeader, inClaims - less)
      if (token.length === length) return token
    }
  return assert.fail(`no token has ${length} characters`)
}

test('an access token names its principal', async () => {
  const token = await accessToken()
  assert.deepEqual(await createVerifier().verify(token), {
    tenantId,
    tenantCode: 'demo',
    clientId: client.apiKey,
    legalEntityId: 4711n,
    entitlements: new Set(['Payments.Initiate_Payments', 'Accounts.View_Account']),
    expiresAt: decodeJwt(token).exp,
  })
})

test('a token seen before is verified without a promise', async () => {
  const verifier = createVerifier()
  const token = await accessToken()
  const first = verifier.verify(token)
  assert.ok(first instanceof Promise)
  assert.equal(verifier.verify(token) instanceof Promise, true)
  const principal = await first
  assert.equal(verifier.verify(token), verifier.verify(token))
  assert.deepEqual(verifier.verify(token), principal)
})

test('a token of 8192 characters is read; one of 8193 is refused as malformed before it is read', async () => {
  const verifier = createVerifier()
  // The first token of an institution creates its signing key.
  await accessToken()
  const [longest, longer] = [await signWithLength(8_192), await signWithLength(8_193)]
  const reasonOf = async (token: string) => {
    const refused = await Promise.resolve(verifier.verify(token)).catch((error: TokenRefused) => error)
    return refused instanceof TokenRefused ? refused.reason : undefined
  }
  assert.notEqual(await reasonOf(longest), 'malformed')
  assert.equal(await reasonOf(longer), 'malformed')
})

test('a token is recalled after its first verification, as long as it is valid', async () => {
  const token = await accessToken()
  const clock = fixedClock(Temporal.Instant.fromEpochMilliseconds(decodeJwt(token).exp! * 1_000 - 1))
  const verifier = createVerifier({ clock })
  assert.equal(verifier.recall(token), undefined)
  const principal = await verifier.verify(token)
  assert.equal(verifier.recall(token), principal)
  clock.advance({ milliseconds: 1 })
  assert.equal(verifier.recall(token), undefined)
})

test('a token ends in the second of its exp, even one seen before', async () => {
  const token = await accessToken()
  const clock = fixedClock(Temporal.Instant.fromEpochMilliseconds(decodeJwt(token).exp! * 1_000 - 1))
  const verifier = createVerifier({ clock })
  await verifier.verify(token)
  clock.advance({ milliseconds: 1 })
  assert.throws(() => verifier.verify(token), { name: 'TokenRefused', reason: 'expired', message: 'it has expired' })
  await assertRefused(createVerifier({ clock }), token, 'expired')
})

test('malformed, altered and unsigned tokens and those with another signature are refused', async () => {
  const verifier = createVerifier()
  const token = await accessToken()
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(token), legal_entity: '1' })).toString('base64url')
  await assertRefused(verifier, '', 'malformed')
  await assertRefused(verifier, 'a.b.c', 'malformed')
  await assertRefused(verifier, 'x'.repeat(10_000), 'malformed')
  await assertRefused(verifier, `${unsigned}.${payload}.`, 'algorithm')
  await assertRefused(verifier, `${header}.${forged}.${signature}`, 'signature')
  const stranger = await generateKeyPair('ES256')
  const { kid } = decodeProtectedHeader(token)
  const forge = (kid: string | undefined) =>
    new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(stranger.privateKey)
  await assertRefused(verifier, await forge(kid), 'signature')
  await assertRefused(verifier, await forge('unknown'), 'unknownKey')
  await assertRefused(verifier, await forge(undefined), 'unknownKey')
})

test('a well-signed token with wrong claims is refused', async () => {
  const verifier = createVerifier()
  const claims = decodeJwt(await accessToken())
  await addInstitution(service.db, 'neighbour')
  assert.ok(await verifier.verify(await sign(claims)))
  await assertRefused(verifier, await sign(claims, { typ: 'JWT' }), 'type')
  await assertRefused(verifier, await sign({ ...claims, aud: 'account' }), 'audience')
  await assertRefused(verifier, await sign({ ...claims, iss: `${service.publicUrl}/auth/realms/neighbour` }), 'issuer')
  await assertRefused(verifier, await sign({ ...claims, tenant: 'neighbour' }), 'tenant')
  await assertRefused(verifier, await sign({ ...claims, legal_entity: undefined }), 'claims')
})

test('a revoked token stops working at once on the node that revoked it, and two seconds later on other nodes', async () => {
  const here = createVerifier()
  const elsewhere = createVerifier({ time })
  service.hooks.onRevocation = here.refresh
  const token = await accessToken()
  const untouched = await accessToken()
  for (const verifier of [here, elsewhere]) for (const each of [token, untouched]) await verifier.verify(each)

  assert.equal((await post(endpoint('revoke'), basic(client), { token })).status, 200)
  assert.throws(() => here.verify(token), { name: 'TokenRefused', reason: 'revoked' })
  await time.advance(1_999)
  assert.ok(elsewhere.verify(token))
  await time.advance(1)
  await eventually('the other node has read the revocation', () => elsewhere.recall(token) === undefined)
  assert.throws(() => elsewhere.verify(token), { name: 'TokenRefused', reason: 'revoked' })
  for (const verifier of [here, elsewhere]) assert.ok(verifier.verify(untouched))
  await assertRefused(createVerifier(), token, 'revoked')
})

test('revoking a refresh token revokes all access tokens of its grant, from before and after a refresh', async () => {
  const verifier = createVerifier()
  const first = await issue()
  const form = { grant_type: 'refresh_token', refresh_token: first['refresh_token']! }
  const second = (await post(endpoint('token'), basic(client), form)).body as Record<string, string>
  for (const { access_token } of [first, second]) await verifier.verify(access_token!)
  await post(endpoint('revoke'), basic(client), { token: second['refresh_token']! })
  await verifier.refresh()
  for (const { access_token } of [first, second]) await assertRefused(verifier, access_token!, 'revoked')
})

test("a revoked client's tokens stop working; another client's do not", async () => {
  const { db, clock } = service
  const verifier = createVerifier()
  const revoked = await addClient(db, tenantId)
  const [token, untouched] = [await accessToken(revoked), await accessToken()]
  for (const each of [token, untouched]) await verifier.verify(each)
  await db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId: revoked.apiKey, now: clock.now() }))
  await verifier.refresh()
  assert.throws(() => verifier.verify(token), { reason: 'revoked' })
  assert.ok(verifier.verify(untouched))
  await assertRefused(createVerifier(), token, 'revoked')
})

/** How long the token service may not notice a rotation. */
const KEY_CHECK_MS = 2_000

test('a key created after the keys were read is found, and the previous one still verifies', async () => {
  const verifier = createVerifier({ time })
  const before = await accessToken()
  await verifier.verify(before)
  await rotateAMinuteAgo(service, tenantId)
  await time.advance(KEY_CHECK_MS + 1)
  const after = await accessToken()
  assert.notEqual(decodeProtectedHeader(after).kid, decodeProtectedHeader(before).kid)
  assert.ok(await verifier.verify(after))
  assert.ok(await createVerifier().verify(before))
})

const HOUR_SECONDS = 3_600

/** An issuer that the institutions trust, with the claims of a token for `demo`. */
async function trustIssuer(institutions: readonly bigint[], changes: Partial<TrustedIssuer> = {}) {
  const issuer = await startOpenidIssuer()
  await service.db.transaction(async (tx) => {
    for (const id of institutions)
      await setTrustedIssuer(tx, id, trustedIssuer(issuer.url, changes), service.clock.now())
  })
  const now = Math.floor(service.clock.now().epochMilliseconds / 1_000)
  const claims = {
    aud: ['account', 'urn:giro:api'],
    iat: now,
    exp: now + HOUR_SECONDS,
    azp: 'their-client',
    tenant: 'demo',
    legal_entity: '12',
    entitlements: ['Payments.View_Payments'],
  }
  return {
    ...issuer,
    claims,
    shutDown: issuer.stop,
    sign: (changes: object = {}, typ?: string) => issuer.sign({ ...claims, ...changes }, typ),
    async stop() {
      await service.db.transaction(async (tx) => {
        for (const id of institutions) await deleteTrustedIssuer(tx, id, issuer.url)
      })
      issuer.stop()
    },
  }
}

test('the tokens of a trusted issuer are accepted beside those of the token service', async () => {
  const issuer = await trustIssuer([tenantId])
  try {
    const verifier = createVerifier()
    const token = await issuer.sign()
    const principal = await verifier.verify(token)
    assert.deepEqual(principal, {
      tenantId,
      tenantCode: 'demo',
      clientId: 'their-client',
      legalEntityId: 12n,
      entitlements: new Set(['Payments.View_Payments']),
      expiresAt: issuer.claims.exp,
    })
    assert.equal(verifier.verify(token), principal)
    assert.ok(await verifier.verify(await accessToken()))
    await assertRefused(verifier, await issuer.sign({ tenant: 'nobody' }), 'tenant')
    await assertRefused(verifier, await issuer.sign({ entitlements: undefined }), 'claims')
    await assertRefused(verifier, await issuer.sign({ aud: 'account' }), 'audience')
    await assertRefused(verifier, await issuer.sign({ iat: undefined }), 'claims')
    for (const typ of ['JWT', 'id+jwt']) await assertRefused(verifier, await issuer.sign({}, typ), 'type')
  } finally {
    await issuer.stop()
  }
})

test('a token of an issuer lives four hours at most, or as long as its institution allows', async () => {
  const [usual, strict] = [await trustIssuer([tenantId]), await trustIssuer([tenantId], { maxTokenSeconds: 60 })]
  try {
    const verifier = createVerifier()
    for (const [{ sign, claims }, limit] of [
      [usual, 14_400],
      [strict, 60],
    ] as const) {
      assert.ok(await verifier.verify(await sign({ exp: claims.iat + limit })))
      await assertRefused(verifier, await sign({ exp: claims.iat + limit + 1 }), 'lifetime')
    }
  } finally {
    await usual.stop()
    await strict.stop()
  }
})

test('an issuer may replace the token service of one institution, and no other institution notices', async () => {
  const other = await addInstitution(service.db, 'replaced')
  const theirs = await addClient(service.db, other)
  const issuer = await trustIssuer([other], { replacesOwn: true })
  try {
    const verifier = createVerifier()
    await assertRefused(verifier, (await issue(theirs, 'replaced'))['access_token']!, 'issuer')
    assert.ok(await verifier.verify(await accessToken()))
    assert.equal((await verifier.verify(await issuer.sign({ tenant: 'replaced' }))).tenantId, other)
  } finally {
    await issuer.stop()
  }
})

test('when an institution no longer trusts an issuer, its tokens end, even those seen before', async () => {
  const issuer = await trustIssuer([tenantId])
  const verifier = createVerifier()
  const token = await issuer.sign()
  await verifier.verify(token)
  await issuer.stop()
  await verifier.refresh()
  assert.equal(verifier.recall(token), undefined)
  await assertRefused(verifier, token, 'issuer')
})

test('a client that was revoked here stays revoked, however long its issuer issues tokens for it', async () => {
  const { db, clock } = service
  const issuer = await trustIssuer([tenantId])
  const revoked = await addClient(db, tenantId)
  const longAgo = clock.now().subtract({ hours: 24 * 30 })
  await db.transaction((tx) => revokeApiClient(tx, { tenantId, clientId: revoked.apiKey, now: longAgo }))
  try {
    await assertRefused(createVerifier(), await issuer.sign({ azp: revoked.apiKey }), 'revoked')
    assert.ok(await createVerifier().verify(await issuer.sign()))
  } finally {
    await issuer.stop()
  }
})

test("a rotation without overlap ends an issuer's earlier tokens of the client, and not its later ones", async () => {
  const { db, clock } = service
  const issuer = await trustIssuer([tenantId])
  const { apiKey: clientId } = await addClient(db, tenantId)
  try {
    const verifier = createVerifier()
    const earlier = await issuer.sign({ azp: clientId, iat: issuer.claims.iat - 60 })
    await verifier.verify(earlier)
    const now = clock.now()
    await db.transaction((tx) => rotateApiClientSecret(tx, { tenantId, clientId, overlapSeconds: 0, now }))
    await verifier.refresh()
    assert.throws(() => verifier.verify(earlier), { reason: 'outdated' })
    await assertRefused(createVerifier(), earlier, 'outdated')
    assert.ok(await verifier.verify(await issuer.sign({ azp: clientId, iat: issuer.claims.iat + 2 })))
  } finally {
    await issuer.stop()
  }
})

test('an unreachable issuer is a failure of the service, not a refusal of the token', async () => {
  const issuer = await trustIssuer([tenantId])
  const token = await issuer.sign()
  issuer.shutDown()
  await assert.rejects(
    async () => createVerifier().verify(token),
    (error) => !(error instanceof TokenRefused),
  )
  await issuer.stop()
})

test('a default issuer speaks for the only institution, in place of the token service', async () => {
  const alone = await startTokenService()
  const issuer = await startOpenidIssuer()
  const { db, clock, publicUrl, log } = alone
  const only = await addInstitution(db, 'demo')
  const verifier = createAccessTokenVerifier({ db, clock, publicUrl, log, defaultIssuer: issuer.url })
  try {
    const now = Math.floor(clock.now().epochMilliseconds / 1_000)
    const claims = { aud: 'urn:giro:api', iat: now, exp: now + 60, azp: 'app', legal_entity: 1, entitlements: [] }
    const token = await issuer.sign({ ...claims, tenant: 'demo' })
    assert.equal((await verifier.verify(token)).tenantId, only)
    await addInstitution(db, 'second')
    await verifier.refresh()
    await assertRefused(verifier, token, 'issuer')
    await assertRefused(verifier, await issuer.sign({ ...claims, tenant: 'second' }), 'issuer')
    assert.match(log.lines.map(({ text }) => text).join(), /GIRO_OIDC_ISSUER applies only if/)
  } finally {
    await verifier.close()
    issuer.stop()
    await alone.stop()
  }
})
