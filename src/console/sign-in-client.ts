import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { ALGORITHM, API_SCOPE, issuerOf } from '../tokens/access-token-claims.ts'
import { CONSOLE_CLIENT, type ConsoleClient } from '../tokens/console-client.ts'
import { ENDPOINTS } from '../tokens/endpoints.ts'
import { PERSON_SCOPES } from '../tokens/people.ts'
import type { Tokens } from './console.store.ts'

/** A request to the token service of this process, which need not reach its own public URL. */
export type Ask = (path: string, form: string, headers: Record<string, string>) => Promise<Response>

/** What the browser keeps, sealed, until the person comes back. */
export interface Started {
  realm: string
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** Whether the person must prove the second factor again. */
  isStepUp: boolean
  /** In milliseconds since 1970. */
  at: number
}

/** Who came back, with the tokens. */
export interface SignedIn {
  userId: string
  tokens: Tokens
  /** When the person last proved who they are, in seconds since 1970. */
  authTime: number
}

export interface SignInClient {
  begin(realm: string, asked: { returnTo: string; isStepUp: boolean; now: number }): Promise<[URL, Started]>
  /** Undefined if the answer does not belong to what was started, or the code is not good. */
  finish(callback: URL, started: Started): Promise<SignedIn | undefined>
  /** Undefined if the grant has ended. */
  refresh(realm: string, refreshToken: string): Promise<Tokens | undefined>
}

/** The console as an OpenID Connect client of each institution. */
export function createSignInClient(publicUrl: string, client: ConsoleClient, ask: Ask): SignInClient {
  function configurationOf(realm: string): oidc.Configuration {
    const issuer = issuerOf(publicUrl, realm)
    const server = {
      issuer,
      authorization_endpoint: issuer + ENDPOINTS.authorization,
      token_endpoint: issuer + ENDPOINTS.token,
      authorization_response_iss_parameter_supported: true,
    }
    const metadata = { id_token_signed_response_alg: ALGORITHM }
    const configuration = new oidc.Configuration(
      server,
      CONSOLE_CLIENT,
      metadata,
      oidc.ClientSecretBasic(client.secret),
    )
    configuration[oidc.customFetch] = (url, { body, headers }) =>
      ask(new URL(url).pathname, String(body), headers as Record<string, string>)
    if (publicUrl.startsWith('http:')) oidc.allowInsecureRequests(configuration)
    return configuration
  }

  return {
    async begin(realm, { returnTo, isStepUp, now }) {
      const verifier = oidc.randomPKCECodeVerifier()
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(configurationOf(realm), {
        ...{ redirect_uri: client.redirectUri, scope: [...PERSON_SCOPES, API_SCOPE].join(' '), state, nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
        ...(isStepUp && { prompt: 'login' }),
      })
      return [url, { realm, state, nonce, verifier, returnTo, isStepUp, at: now }]
    },
    finish: (callback, { realm, state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier }) =>
      unlessRefused(async () => {
        const checks = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true }
        const answer = await oidc.authorizationCodeGrant(configurationOf(realm), callback, checks)
        const { sub, auth_time: authTime } = answer.claims()!
        return { userId: sub, tokens: tokensOf(answer), authTime: Number(authTime ?? 0) }
      }),
    refresh: (realm, refreshToken) =>
      unlessRefused(async () => tokensOf(await oidc.refreshTokenGrant(configurationOf(realm), refreshToken))),
  }
}

function tokensOf(answer: oidc.TokenEndpointResponse): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken } = answer
  const { sid, exp } = decodeJwt(accessToken)
  if (!refreshToken || typeof sid !== 'string' || !exp) throw new Error('the token service gave no tokens of a person')
  return { accessToken, refreshToken, grantId: sid, expiresAt: exp * 1_000 }
}

/** What the browser brought or the token service refused; a failure of the service is thrown. */
async function unlessRefused<T>(grant: () => Promise<T>): Promise<T | undefined> {
  try {
    return await grant()
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) return undefined
    if (error instanceof oidc.ResponseBodyError && error.status < 500) return undefined
    if (error instanceof oidc.ClientError && error.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM') return undefined
    throw error
  }
}
