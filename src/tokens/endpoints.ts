import { CLIENT_ALGORITHMS } from './access-rules.ts'
import { ALGORITHM, API_SCOPE, issuerOf } from './access-token-claims.ts'

/** The paths of a realm's endpoints below its issuer, in Keycloak's layout. */
export const ENDPOINTS = {
  token: '/protocol/openid-connect/token',
  introspection: '/protocol/openid-connect/token/introspect',
  revocation: '/protocol/openid-connect/revoke',
  jwks: '/protocol/openid-connect/certs',
  discovery: '/.well-known/openid-configuration',
} as const

export type Endpoint = keyof typeof ENDPOINTS

/** RFC 8693 section 2.1 */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

export const CLIENT_AUTHENTICATION_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'self_signed_tls_client_auth',
] as const

const byPath: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(ENDPOINTS).map(([name, path]) => [path, name as Endpoint]),
)

const REALM_PATH = /^\/auth\/realms\/([a-z0-9-]+)(\/[^?#]*)(?:\?|$)/

/** The realm and endpoint that a URL names; undefined for any other URL. */
export function matchEndpoint(url: string): { code: string; endpoint: Endpoint } | undefined {
  const [, code, path] = REALM_PATH.exec(url) ?? []
  const endpoint = path === undefined ? undefined : byPath.get(path)
  return endpoint && { code: code!, endpoint }
}

export function allowedMethods(endpoint: Endpoint): readonly string[] {
  return endpoint === 'jwks' || endpoint === 'discovery' ? ['GET', 'HEAD'] : ['POST']
}

/**
 * OpenID Connect Discovery 1.0 section 3, RFC 8414 section 2: only what is supported. No user signs
 * in, so response types are empty. Subject types and the ID token algorithm are included because
 * readers of the document refuse one without them.
 */
export function discoveryDocument(publicUrl: string, code: string) {
  const issuer = issuerOf(publicUrl, code)
  return {
    issuer,
    token_endpoint: issuer + ENDPOINTS.token,
    jwks_uri: issuer + ENDPOINTS.jwks,
    introspection_endpoint: issuer + ENDPOINTS.introspection,
    revocation_endpoint: issuer + ENDPOINTS.revocation,
    grant_types_supported: ['client_credentials', 'refresh_token', TOKEN_EXCHANGE],
    response_types_supported: [],
    scopes_supported: [API_SCOPE],
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
