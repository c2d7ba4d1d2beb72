import { TOKEN_EXCHANGE } from './endpoints.ts'
import { JWT_TYPE } from './token-exchange-grant.ts'

const failure = (description: string, error: string, error_description: string) => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/TokenFailure' },
      example: { error, error_description },
    },
  },
})

/** The body of a failed token request: RFC 6749 section 5.2. */
export const TokenFailure = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

/**
 * The token endpoint in the OpenAPI document. oidc-provider implements it, so it is described by
 * hand.
 */
export const tokenEndpoint = {
  operationId: 'issueToken',
  tags: ['Token'],
  summary: 'Obtain an access token',
  description:
    "OAuth 2.0 (RFC 6749), with the API key and secret as HTTP Basic credentials. An access token is valid for four hours, a refresh token for half an hour; each refresh returns a new refresh token. A token exchange (RFC 8693) returns the token of a person, valid for a quarter of an hour, without a refresh token. The realm's `/.well-known/openid-configuration` lists the endpoints for keys, introspection and revocation.",
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
            grant_type: { type: 'string', enum: ['client_credentials', 'refresh_token', TOKEN_EXCHANGE] },
            refresh_token: { type: 'string', description: 'Required if grant_type is refresh_token.' },
            subject_token: {
              type: 'string',
              description:
                'The assertion of the identity provider that the person is signed in. Required for a token exchange.',
            },
            subject_token_type: { type: 'string', enum: [JWT_TYPE], description: 'Required for a token exchange.' },
            scope: { type: 'string', enum: ['roles'] },
          },
        },
        examples: {
          credentials: { summary: 'With key and secret', value: { grant_type: 'client_credentials' } },
          refresh: { summary: 'With a refresh token', value: { grant_type: 'refresh_token', refresh_token: 'pQ3x…' } },
          person: {
            summary: 'For a person',
            value: { grant_type: TOKEN_EXCHANGE, subject_token: 'eyJhbGciOiJFUzI1NiIs…', subject_token_type: JWT_TYPE },
          },
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
            required: ['access_token', 'expires_in', 'token_type'],
            properties: {
              access_token: { type: 'string' },
              expires_in: { type: 'integer' },
              refresh_expires_in: { type: 'integer' },
              refresh_token: { type: 'string' },
              issued_token_type: { type: 'string', description: 'Only in the reply to a token exchange.' },
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
    400: failure('The grant is invalid or not supported.', 'invalid_grant', 'grant request is invalid'),
    401: failure('The key or the secret is wrong.', 'invalid_client', 'client authentication failed'),
    404: failure('The institution does not exist.', 'invalid_request', 'the realm does not exist'),
    413: failure('The body is larger than 64 KiB.', 'invalid_request', 'the body is larger than 65536 bytes'),
    429: failure(
      'Too many requests from this address, or too many failed authentications with this key. Retry-After says when to retry.',
      'too_many_requests',
      'too many requests, try again later',
    ),
    500: failure('An unexpected error.', 'server_error', 'an unexpected error'),
    503: failure('The service cannot handle the request now.', 'temporarily_unavailable', 'try again'),
  },
}
