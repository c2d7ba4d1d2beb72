import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const apiClientErrors = defineErrors({
  invalidApiClient: {
    code: 'CLIENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  apiClientEntityUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: 'customerUID does not name a customer of the institution',
    resolve: 'Take customerUID from the customer search, or omit it for a client of the institution itself.',
  },
  apiClientRoleUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: "the role does not exist in the client's legal entity",
    resolve: "Take roleNames from the search of that customer's roles.",
  },
  identityProviderKeyInvalid: {
    code: 'CLIENT001',
    status: 400,
    title: 'a key of identityProvider is not a usable public key',
    resolve:
      'Send the public keys of the identity provider as JWKs: EC P-256 or P-384, Ed25519, or RSA of at least 2048 bits, each with its own kid.',
  },
  apiClientNotFound: {
    code: 'CLIENT001',
    status: 404,
    title: 'no API client has this apiKey',
    resolve: 'Take apiKey from the list of API clients.',
  },
  apiClientBeyondCaller: {
    code: 'CLIENT001',
    status: 403,
    title: 'the client would have entitlements that the caller does not have',
    resolve: 'Ask a client that has these entitlements itself, or leave them out.',
  },
  apiClientRevoked: {
    code: 'CLIENT001',
    status: 409,
    title: 'the API client is revoked',
    resolve: 'Create a new API client.',
  },
  apiClientAltered: {
    code: 'CLIENT001',
    status: 409,
    title: 'what is stored of the API client was changed in the database, and not by the service',
    resolve: 'Tell the operator, who finds out who wrote there. Revoke the client, and create a new one.',
  },
  apiClientWithoutSecret: {
    code: 'CLIENT001',
    status: 409,
    title: 'the API client does not use a secret',
    resolve: 'Change its publicKeys or certificateThumbprints, or first its authenticationMethod to client_secret.',
  },
  apiClientTooManySecrets: {
    code: 'CLIENT001',
    status: 409,
    title: 'the API client has the maximum of 5 valid secrets',
    resolve: 'Wait until one of secrets expires, or send overlapSeconds 0, which ends all of them and all tokens.',
  },
  apiClientChanged: {
    code: 'CLIENT001',
    status: 412,
    title: 'the API client was changed since the version in If-Match',
    resolve: 'Read it again and resend the change with its current ETag.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof apiClientErrors> {}
}
