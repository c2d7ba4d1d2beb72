import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuerOf, readAccessTokenClaims } from './access-token-claims.ts'

const issuer = 'https://bank.example/auth/realms/demo'
const good = {
  iss: issuer,
  aud: 'urn:giro:api',
  iat: 900,
  exp: 1_000,
  jti: 'j',
  sid: 's',
  tenant: 'demo',
  client_id: 'giro_1',
  legal_entity: '9007199254740993',
  entitlements: ['Payments.View_Payments'],
}
const read = (changes: object, nowSeconds = 999) =>
  readAccessTokenClaims({ ...good, ...changes }, { issuer, nowSeconds })
const refusal = (changes: object, nowSeconds?: number) => {
  const result = read(changes, nowSeconds)
  return result.ok ? 'accepted' : result.refusal
}

test('the claims of an access token are read, with a legal entity beyond 2^53 exact', () => {
  assert.deepEqual(read({}), {
    ok: true,
    value: {
      tenantCode: 'demo',
      clientId: 'giro_1',
      legalEntityId: 9007199254740993n,
      entitlements: new Set(['Payments.View_Payments']),
      issuedAt: 900,
      expiresAt: 1_000,
      revocationIds: ['j', 's'],
      accessVersion: 1,
    },
  })
})

test('the access version is read from the token; a token without one, from another issuer, has version 1', () => {
  for (const [claim, version] of [
    [3, 3],
    [undefined, 1],
  ]) {
    const result = read({ access_version: claim })
    assert.equal(result.ok && result.value.accessVersion, version)
  }
  assert.equal(refusal({ access_version: '3' }), 'claims')
})

test('a token whose actor is its client is the token of the person in sub', () => {
  const sub = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
  const act = { sub: 'giro_1' }
  const personOf = (claims: object) => {
    const result = read({ sub, act, ...claims })
    return result.ok ? result.value.person : result.refusal
  }
  assert.deepEqual(personOf({ person_version: 4 }), { userId: sub, accessVersion: 4 })
  assert.deepEqual(personOf({}), { userId: sub, accessVersion: Number.MAX_SAFE_INTEGER })
  assert.equal(personOf({ act: undefined }), undefined)
  for (const other of [null, 'giro_1', {}, { sub: 'giro_2' }, { sub: 'giro_1', act: { sub: 'giro_3' } }])
    assert.equal(personOf({ act: other }), 'claims', JSON.stringify(other))
  for (const other of ['giro_1', undefined, 7, `${sub}'; drop table users; --`])
    assert.equal(personOf({ sub: other }), 'claims', String(other))
  assert.equal(personOf({ person_version: '4' }), 'claims')
})

test('a token is valid until the second of its exp, in which it is expired', () => {
  assert.equal(refusal({}, 999.999), 'accepted')
  assert.equal(refusal({}, 1_000), 'expired')
})

test("an issuer's clock may be 5 seconds ahead, but not 6", () => {
  assert.equal(refusal({ nbf: 905 }, 900), 'accepted')
  assert.equal(refusal({ nbf: 906 }, 900), 'notYetValid')
  const issued = (iat: number) =>
    readAccessTokenClaims({ ...good, iat }, { issuer, nowSeconds: 900, maxSeconds: 1_000 })
  assert.equal(issued(905).ok, true)
  assert.deepEqual(issued(906), { ok: false, refusal: 'notYetValid' })
})

test('a token may live as long as the rules of its issuer say, and no second longer', () => {
  const within = (maxSeconds: number) => readAccessTokenClaims(good, { issuer, nowSeconds: 999, maxSeconds })
  assert.equal(within(100).ok, true)
  assert.deepEqual(within(99), { ok: false, refusal: 'lifetime' })
})

test('the rules of an issuer may name other claims and another audience', () => {
  const { tenant, client_id, legal_entity, entitlements, ...rest } = good
  const renamed = {
    ...rest,
    aud: 'bank',
    bank: tenant,
    app: client_id,
    'https://x/entity': legal_entity,
    may: entitlements,
  }
  const names = { tenant: 'bank', client: 'app', legalEntity: 'https://x/entity', entitlements: 'may' }
  const rules = { issuer, nowSeconds: 999, audience: 'bank', names }
  const result = readAccessTokenClaims(renamed, rules)
  assert.ok(result.ok)
  assert.equal(result.value.clientId, 'giro_1')
  assert.deepEqual(readAccessTokenClaims(good, rules), { ok: false, refusal: 'audience' })
  assert.deepEqual(readAccessTokenClaims({ ...good, aud: 'bank' }, rules), { ok: false, refusal: 'claims' })
})

test('issuer and audience must match exactly', () => {
  assert.equal(refusal({ iss: `${issuer}/` }), 'issuer')
  assert.equal(refusal({ iss: undefined }), 'issuer')
  assert.equal(refusal({ aud: 'account' }), 'audience')
  assert.equal(refusal({ aud: undefined }), 'audience')
  assert.equal(refusal({ aud: ['account', 'urn:giro:api'] }), 'accepted')
})

test('a missing claim or one of the wrong type is refused', () => {
  for (const name of ['iat', 'exp', 'tenant', 'client_id', 'legal_entity', 'entitlements'])
    assert.equal(refusal({ [name]: undefined }), 'claims', name)
  for (const legal_entity of ['', '0', '-1', '1.5', '1e3', 1.5, 2 ** 53, true])
    assert.equal(refusal({ legal_entity }), 'claims', String(legal_entity))
  for (const entitlements of ['Payments.View_Payments', [1], {}]) assert.equal(refusal({ entitlements }), 'claims')
  assert.equal(refusal({ exp: '1000' }), 'claims')
})

test('another issuer may name the client in azp', () => {
  const result = read({ client_id: undefined, azp: 'keycloak-client', legal_entity: 7 })
  assert.ok(result.ok)
  assert.equal(result.value.clientId, 'keycloak-client')
  assert.equal(result.value.legalEntityId, 7n)
})

test('the issuer is the public URL and the realm, with or without a trailing slash in the URL', () => {
  assert.equal(issuerOf('https://bank.example/', 'demo'), issuer)
  assert.equal(issuerOf('https://bank.example', 'demo'), issuer)
})
