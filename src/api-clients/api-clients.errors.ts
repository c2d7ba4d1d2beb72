import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const apiClientErrors = defineErrors({
  invalidApiClient: {
    code: 'CLIENT001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  apiClientEntityUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: 'customerUID is no customer of the institution',
    resolve: "Take customerUID from the customer search, or leave it out for a client of the institution's own.",
  },
  apiClientRoleUnknown: {
    code: 'CLIENT001',
    status: 400,
    title: "a role is no role of the client's legal entity",
    resolve: "Take roleNames from the search of that customer's roles.",
  },
  apiClientNotFound: {
    code: 'CLIENT001',
    status: 404,
    title: 'there is no API client with this apiKey',
    resolve: 'Take apiKey from the list of API clients.',
  },
  apiClientRevoked: {
    code: 'CLIENT001',
    status: 409,
    title: 'the API client is revoked',
    resolve: 'Create another one.',
  },
  apiClientChanged: {
    code: 'CLIENT001',
    status: 412,
    title: 'the API client was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof apiClientErrors> {}
}
