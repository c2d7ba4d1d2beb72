const failure = (description: string, error: string, error_description: string) => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/TokenFailure' },
      example: { error, error_description },
    },
  },
})

/** The shape of a token request's failure: RFC 6749 section 5.2. */
export const TokenFailure = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

/** The token endpoint as the OpenAPI document shows it. It is oidc-provider's and no operation of ours, so it is described by hand. */
export const tokenEndpoint = {
  operationId: 'issueToken',
  tags: ['Token'],
  summary: 'Obtain an access token',
  description:
    'OAuth 2.0 (RFC 6749), with the API key and secret as HTTP Basic credentials. The access token lasts four hours, the refresh token half an hour; each refresh gives a new one. Discovery, keys, introspection and revocation stand beside this endpoint; see `/.well-known/openid-configuration` of the realm.',
  security: [{ basic: [] }],
  parameters: [
    { name: 'tenant_code', in: 'path', required: true, schema: { type: 'string' }, description: 'The institution.' },
  ],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { type: 'string', enum: ['client_credentials', 'refresh_token'] },
            refresh_token: { type: 'string', description: 'With grant_type refresh_token.' },
            scope: { type: 'string', enum: ['roles'] },
          },
        },
        examples: {
          credentials: { summary: 'With key and secret', value: { grant_type: 'client_credentials' } },
          refresh: { summary: 'With a refresh token', value: { grant_type: 'refresh_token', refresh_token: 'pQ3x…' } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The tokens.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'expires_in', 'refresh_expires_in', 'refresh_token', 'token_type'],
            properties: {
              access_token: { type: 'string' },
              expires_in: { type: 'integer' },
              refresh_expires_in: { type: 'integer' },
              refresh_token: { type: 'string' },
              token_type: { type: 'string' },
            },
          },
          example: {
            access_token: 'eyJhbGciOiJFUzI1NiIs…',
            expires_in: 14400,
            refresh_expires_in: 1800,
            refresh_token: 'pQ3x…',
            token_type: 'bearer',
          },
        },
      },
    },
    400: failure('The grant is not valid or not supported.', 'invalid_grant', 'grant request is invalid'),
    401: failure('The key or the secret is wrong.', 'invalid_client', 'client authentication failed'),
    404: failure('There is no such institution.', 'invalid_request', 'there is no realm of this name'),
    413: failure('The body is larger than 64 KiB.', 'invalid_request', 'the body is too large'),
    429: failure(
      'Too many requests from this address, or too many failures with this key: Retry-After says when to come again.',
      'too_many_requests',
      'too many requests, try again later',
    ),
    500: failure('An unexpected error.', 'server_error', 'an unexpected error'),
    503: failure('The service can not take the request now.', 'temporarily_unavailable', 'try again'),
  },
}
