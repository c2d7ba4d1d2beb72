import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { type Reply, requestToken, type TestClient, type TestService } from './test-service.ts'

export const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt'
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

/** An identity provider of a bank, which signs assertions about persons. */
export interface TestIdentityProvider {
  /** What the institution registers on an API client. */
  registration: { issuer: string; keys: object[] }
  /** An assertion that the person is signed in. Claims and header replace the defaults. */
  assert(loginId: string, claims?: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
}

export async function createIdentityProvider(
  { baseUrl, app }: Pick<TestService, 'baseUrl' | 'app'>,
  { issuer = 'https://idp.sample.example', tenantCode = 'bank' } = {},
): Promise<TestIdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomUUID()
  return {
    registration: { issuer, keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] },
    assert(loginId, claims = {}, header = {}) {
      const iat = Math.floor(app.tokenClock.now().epochMilliseconds / 1_000)
      const aud = `${baseUrl}/auth/realms/${tenantCode}/protocol/openid-connect/token`
      const all = { iss: issuer, sub: loginId, aud, iat, exp: iat + 120, jti: randomUUID(), ...claims }
      return new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header }).sign(privateKey)
    },
  }
}

/** Exchanges an assertion at the token endpoint of a node. */
export async function exchange(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  client: Pick<TestClient, 'apiKey' | 'apiSecret'>,
  assertion: string,
  form: Record<string, string> = {},
  tenantCode = 'bank',
): Promise<Reply> {
  const asked = { grant_type: TOKEN_EXCHANGE, subject_token: assertion, subject_token_type: JWT_TYPE, ...form }
  const response = await requestToken(baseUrl, tenantCode, client, asked)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The client with a token of the person instead of its own. */
export async function signIn(
  service: Pick<TestService, 'baseUrl'>,
  client: TestClient,
  assertion: string,
): Promise<TestClient> {
  const { status, body } = await exchange(service, client, assertion)
  if (status !== 200) throw new Error(`no token of the person: ${status} ${JSON.stringify(body)}`)
  return { ...client, token: body.access_token }
}
