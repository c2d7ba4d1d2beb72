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

const text = (description: string) => ({ type: 'string', description })

/** The body of a failed token request: RFC 6749 section 5.2. */
export const TokenFailure = {
  description: 'A refusal of the token service: RFC 6749 section 5.2.',
  type: 'object',
  required: ['error'],
  properties: {
    error: text('A word of RFC 6749 for programs, such as invalid_client.'),
    error_description: text('For people: what failed.'),
  },
}

export const TokenRequest = {
  description: 'The request of a token, as a form.',
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['client_credentials', 'refresh_token', TOKEN_EXCHANGE],
      description: 'What the token is issued for: the key and the secret, a refresh token, or a person.',
    },
    refresh_token: text('Required if grant_type is refresh_token.'),
    subject_token: text(
      'The assertion of the identity provider that the person is signed in. Required for a token exchange.',
    ),
    subject_token_type: { type: 'string', enum: [JWT_TYPE], description: 'Required for a token exchange.' },
    scope: {
      type: 'string',
      description: 'Can be left out. Any of roles, openid and profile, separated by spaces; all mean roles here.',
    },
  },
}

export const TokenReply = {
  description: 'The tokens of a client or a person.',
  type: 'object',
  required: ['access_token', 'expires_in', 'token_type'],
  properties: {
    access_token: text('Send it with each request: Authorization: Bearer, then the token.'),
    expires_in: { type: 'integer', description: 'The seconds for which the access token is valid.' },
    refresh_expires_in: { type: 'integer', description: 'The seconds for which the refresh token is valid.' },
    refresh_token: text('Gets the next pair of tokens, once.'),
    issued_token_type: text('Only in the reply to a token exchange.'),
    token_type: text('bearer.'),
  },
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
        schema: { $ref: '#/components/schemas/TokenRequest' },
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
          schema: { $ref: '#/components/schemas/TokenReply' },
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
