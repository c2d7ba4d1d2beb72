import { errors, type Provider, type ResourceServer, type TokenEndpointGrantContext } from 'oidc-provider'
import { API_IDENTIFIER, API_SCOPE } from './access-token-claims.ts'
import { refuseForeignScopes } from './requested-scopes.ts'

/** The parameters of the grant in addition to `grant_type`. */
export const CLIENT_CREDENTIALS_PARAMETERS = ['scope', 'resource']

/**
 * RFC 6749 section 4.4, plus a refresh token. Section 4.4.3 advises against one but the interface
 * requires it, so this grant is implemented here. The client is already authenticated. Scope and
 * resource are optional: only the resource of the API is accepted, and a scope changes nothing.
 */
export async function grantClientCredentials(
  provider: Provider,
  resourceServer: ResourceServer,
  ctx: TokenEndpointGrantContext,
): Promise<void> {
  const { client, params } = ctx.oidc
  refuseForeignScopes(ctx.oidc.requestParamScopes)
  if (params.resource !== undefined && params.resource !== API_IDENTIFIER) throw new errors.InvalidTarget()

  const { clientId } = client
  const grant = new provider.Grant({ clientId, accountId: clientId })
  grant.addResourceScope(API_IDENTIFIER, API_SCOPE)
  const issued = {
    client,
    accountId: clientId,
    grantId: await grant.save(),
    gty: 'client_credentials',
    scope: API_SCOPE,
  }
  const accessToken = new provider.AccessToken(issued)
  accessToken.resourceServer = new provider.ResourceServer(API_IDENTIFIER, resourceServer)
  const refreshToken = new provider.RefreshToken({ ...issued, resource: API_IDENTIFIER })
  ctx.oidc.entity('AccessToken', accessToken)
  ctx.oidc.entity('RefreshToken', refreshToken)
  ctx.body = {
    access_token: await accessToken.save(),
    expires_in: accessToken.expiration,
    refresh_token: await refreshToken.save(),
  }
}
