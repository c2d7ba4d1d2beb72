import type { ErrorEntry } from './error-entry.ts'

/** The institution. */
export const institutionErrors = {
  invalidInstitution: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  institutionChanged: {
    code: 'INST001',
    status: 412,
    title: 'the institution was changed since the version in If-Match',
    resolve: 'Read it again, and send the change for its present ETag.',
  },
  clockOfNoSandbox: {
    code: 'INST001',
    status: 409,
    title: 'only the clock of a sandbox can be set',
    resolve: "This institution goes by the machine's time. Try dates in a sandbox.",
  },
  clockOnlyForward: {
    code: 'INST001',
    status: 409,
    title: 'the clock can only be set forward',
    resolve: 'Send a time that is not before what GET /v1/institution/clock says.',
  },
  clockTooFarAhead: {
    code: 'INST001',
    status: 409,
    title: "the clock can be two years ahead of the machine's at the most",
    resolve: 'Send an earlier time.',
  },
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
} satisfies Record<string, ErrorEntry>
