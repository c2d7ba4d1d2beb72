import { errors } from 'oidc-provider'
import { API_SCOPE } from './access-token-claims.ts'
import { PERSON_SCOPES } from './people.ts'

/** What a token request without a browser may name as its scope. */
export const REQUESTED_SCOPES: readonly string[] = [API_SCOPE, ...PERSON_SCOPES]

/**
 * Refuses scopes that nothing stands behind. Libraries of OpenID Connect ask for `openid` and
 * `profile` in every grant. Where nobody signs in, they are ignored: there is no ID token, and the
 * access token has the scope of the API alone.
 */
export function refuseForeignScopes(scopes: Iterable<string>): void {
  const foreign = [...scopes].filter((scope) => !REQUESTED_SCOPES.includes(scope))
  if (foreign.length > 0) throw new errors.InvalidScope(`the only scope is ${API_SCOPE}`, foreign.join(' '))
}
