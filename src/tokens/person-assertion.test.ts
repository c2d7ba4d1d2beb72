import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { verifyPersonAssertion } from './person-assertion.ts'

const issuer = 'https://idp.example'
const audience = 'https://bank.example/token'
const good = { iss: issuer, aud: audience, sub: 'ada.lund', jti: 'j-1', iat: 1_000, exp: 1_300 }

let keys: JWK[]
let privateKey: CryptoKey

before(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  privateKey = pair.privateKey
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }]
})

const sign = (claims: object = {}, header: object = {}, key: CryptoKey | Uint8Array = privateKey) =>
  new SignJWT({ ...good, ...claims } as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: 'k', ...header }).sign(key)

async function outcomeOf(assertion: string, nowSeconds = 1_000) {
  const verified = await verifyPersonAssertion(assertion, { issuer, keys }, { audience, nowSeconds })
  return verified.ok ? 'accepted' : verified.refusal
}

test('verifyPersonAssertion: returns the login, the jti and the end', async () => {
  for (const aud of [audience, [audience]]) {
    const verified = await verifyPersonAssertion(
      await sign({ aud }),
      { issuer, keys },
      { audience, nowSeconds: 1_299.999 },
    )
    assert.deepEqual(verified, { ok: true, value: { loginId: 'ada.lund', jti: 'j-1', expiresAt: 1_300 } })
  }
})

test('verifyPersonAssertion: it lives at most 300 seconds, and ends in the second of its exp', async () => {
  assert.equal(await outcomeOf(await sign({ exp: 1_301 })), 'lifetime')
  assert.equal(await outcomeOf(await sign({ exp: 1_000 })), 'lifetime')
  assert.equal(await outcomeOf(await sign(), 1_300), 'expired')
})

test('verifyPersonAssertion: iat and nbf may be 5 seconds ahead, but not 6', async () => {
  assert.equal(await outcomeOf(await sign(), 995), 'accepted')
  assert.equal(await outcomeOf(await sign(), 994), 'notYetValid')
  assert.equal(await outcomeOf(await sign({ nbf: 1_005 })), 'accepted')
  assert.equal(await outcomeOf(await sign({ nbf: 1_006 })), 'notYetValid')
})

for (const [what, claims, refusal] of [
  ['another issuer', { iss: 'https://other.example' }, 'issuer'],
  ['no issuer', { iss: undefined }, 'issuer'],
  ['another audience', { aud: 'https://bank.example' }, 'audience'],
  ['a second audience', { aud: [audience, 'https://other.example'] }, 'audience'],
  ['no audience', { aud: undefined }, 'audience'],
  ['no subject', { sub: undefined }, 'subject'],
  ['an empty subject', { sub: '' }, 'subject'],
  ['no jti', { jti: undefined }, 'id'],
  ['a jti of 256 characters', { jti: 'j'.repeat(256) }, 'id'],
  ['no iat', { iat: undefined }, 'lifetime'],
  ['no exp', { exp: undefined }, 'lifetime'],
] as const)
  test(`verifyPersonAssertion: ${what} is refused`, async () => {
    assert.equal(await outcomeOf(await sign(claims)), refusal)
  })

test('verifyPersonAssertion: a signature by any other key, none, or the public key as a secret is refused', async () => {
  const other = await generateKeyPair('ES256')
  assert.equal(await outcomeOf(await sign({}, {}, other.privateKey)), 'signature')
  assert.equal(await outcomeOf(await sign({}, { kid: 'other' })), 'unknownKey')
  assert.equal(await outcomeOf(new UnsecuredJWT(good).encode()), 'algorithm')
  const secret = new TextEncoder().encode(JSON.stringify(keys[0]))
  assert.equal(await outcomeOf(await sign({}, { alg: 'HS256' }, secret)), 'algorithm')
  assert.equal(await outcomeOf(await sign({}, { typ: 'at+jwt' })), 'type')
  assert.equal(await outcomeOf('x'.repeat(8_193)), 'malformed')
  const [header, , signature] = (await sign()).split('.')
  const forged = Buffer.from(JSON.stringify({ ...good, sub: 'bob' })).toString('base64url')
  assert.equal(await outcomeOf(`${header}.${forged}.${signature}`), 'signature')
})
