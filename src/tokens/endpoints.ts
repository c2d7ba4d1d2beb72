import { normalPath } from '../kernel/request-target.ts'
import { CLIENT_ALGORITHMS } from './access-rules.ts'
import { ALGORITHM, API_SCOPE, issuerOf } from './access-token-claims.ts'
import { PERSON_SCOPES, TWO_FACTORS } from './people.ts'

/** The paths of a realm's endpoints below its issuer, in Keycloak's layout. */
export const ENDPOINTS = {
  authorization: '/protocol/openid-connect/auth',
  endSession: '/protocol/openid-connect/logout',
  token: '/protocol/openid-connect/token',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  jwks: '/protocol/openid-connect/certs',
  discovery: '/.well-known/openid-configuration',
} as const

/**
 * `resume` is where a browser returns to after its person signed in, `signOut` where the page that
 * asks about signing out goes, and `page` any page for people.
 */
export type Endpoint = keyof typeof ENDPOINTS | 'resume' | 'signOut' | 'page'

/** Where people see pages: the first segment of the path. */
const PAGES = new Set(['sign-in', 'invitation', 'assets'])
const RESUME_PATH = /^\/protocol\/openid-connect\/auth\/[\w-]{1,64}$/
const SIGN_OUT_PATH = /^\/protocol\/openid-connect\/logout\/(confirm|success)$/

/** RFC 8693 section 2.1 */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

export const CLIENT_AUTHENTICATION_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'self_signed_tls_client_auth',
  'none',
] as const

const byPath: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(ENDPOINTS).map(([name, path]) => [path, name as Endpoint]),
)

const REALM_PATH = /^\/auth\/realms\/([a-z0-9-]+)(\/[^?#]*?)\/?$/

/** What a URL names: a realm, its endpoint, and the path below the issuer. */
export interface NamedEndpoint {
  code: string
  endpoint: Endpoint
  path: string
  /** The URL in the form that oidc-provider knows. */
  url: string
}

/**
 * The endpoint that a URL names; undefined for any other URL. A slash at the end and encoded
 * letters change nothing, as for the operations of the API.
 */
export function matchEndpoint(url: string): NamedEndpoint | undefined {
  const [, asked = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? []
  const [, code, path] = REALM_PATH.exec(normalPath(asked)) ?? []
  const endpoint = path === undefined ? undefined : (byPath.get(path) ?? endpointOfBrowser(path))
  return endpoint && { code: code!, endpoint, path: path!, url: `/auth/realms/${code}${path}${query}` }
}

function endpointOfBrowser(path: string): Endpoint | undefined {
  if (PAGES.has(path.split('/')[1]!)) return 'page'
  if (RESUME_PATH.test(path)) return 'resume'
  return SIGN_OUT_PATH.test(path) ? 'signOut' : undefined
}

/** Those that only a browser asks, for a person. */
export function isForPeople(endpoint: Endpoint): boolean {
  return ['authorization', 'endSession', 'resume', 'signOut', 'page'].includes(endpoint)
}

export function allowedMethods(endpoint: Endpoint): readonly string[] {
  if (endpoint === 'page' || endpoint === 'signOut') return ['GET', 'POST']
  const isRead = ['jwks', 'discovery', 'authorization', 'endSession', 'resume'].includes(endpoint)
  return isRead ? ['GET', 'HEAD'] : ['POST']
}

/**
 * OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2: only what is supported. Subject types
 * and the ID token algorithm are included even if no person can sign in, because readers of the
 * document refuse one without them.
 */
export function discoveryDocument(publicUrl: string, code: string, { forPeople }: { forPeople: boolean }) {
  const issuer = issuerOf(publicUrl, code)
  const grants = ['client_credentials', 'refresh_token', TOKEN_EXCHANGE]
  return {
    issuer,
    token_endpoint: issuer + ENDPOINTS.token,
    jwks_uri: issuer + ENDPOINTS.jwks,
    introspection_endpoint: issuer + ENDPOINTS.introspection,
    revocation_endpoint: issuer + ENDPOINTS.revocation,
    grant_types_supported: forPeople ? [...grants, 'authorization_code'] : grants,
    response_types_supported: forPeople ? ['code'] : [],
    scopes_supported: forPeople ? [API_SCOPE, ...PERSON_SCOPES] : [API_SCOPE],
    ...(forPeople && codeFlow(issuer)),
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    token_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    introspection_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    revocation_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    dpop_signing_alg_values_supported: CLIENT_ALGORITHMS,
    tls_client_certificate_bound_access_tokens: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
  }
}

/** The authorization code flow: RFC 7636, RFC 9207, OpenID Connect RP-Initiated Logout 1.0. */
function codeFlow(issuer: string) {
  return {
    authorization_endpoint: issuer + ENDPOINTS.authorization,
    end_session_endpoint: issuer + ENDPOINTS.endSession,
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    acr_values_supported: [TWO_FACTORS],
    claims_supported: ['sub', 'name', 'preferred_username', 'acr', 'amr', 'auth_time'],
    prompt_values_supported: ['none', 'login'],
  }
}
