import { defineErrors, type ReasonsOf } from './errors.ts'

const requestErrors = defineErrors({
  // Malformed requests
  malformedBody: {
    code: 'REQ001',
    status: 400,
    title: 'the body is not valid JSON',
    resolve: 'Send one JSON object in UTF-8.',
  },
  bodyTooLarge: {
    code: 'REQ001',
    status: 413,
    title: 'the body is larger than the operation allows',
    resolve: 'Split it into smaller requests; the limit is in the message.',
  },
  unsupportedMediaType: {
    code: 'REQ001',
    status: 415,
    title: 'the media type of the body is not supported',
    resolve: 'Send JSON with the header Content-Type: application/json, as it is or in gzip.',
  },
  malformedUrl: {
    code: 'REQ001',
    status: 400,
    title: 'the path or the query is not a valid URL',
    resolve: 'Percent-encode the parts of the path and the query in UTF-8.',
  },
  urlTooLong: {
    code: 'REQ001',
    status: 414,
    title: 'the URL is longer than 8,192 characters',
    resolve: 'Shorten the query.',
  },
  headerTwice: {
    code: 'REQ001',
    status: 400,
    title: 'the request has the header Host, Authorization, If-Match or a key of idempotency twice',
    resolve: 'Send it once.',
  },
  headersTooLarge: {
    code: 'REQ001',
    status: 431,
    title: 'the request has more than 100 headers, or headers larger than 16 KiB',
    resolve: 'Send fewer or shorter headers.',
  },
  requestTooSlow: {
    code: 'REQ001',
    status: 408,
    title: 'the request did not arrive within 30 seconds, or its headers within 10 seconds',
    resolve: 'Send the whole request again without pauses.',
  },
  malformedRequest: {
    code: 'REQ001',
    status: 400,
    title: 'the request is not valid HTTP/1.1',
    resolve: 'Correct the HTTP client.',
  },
  pathNotFound: {
    code: 'REQ001',
    status: 404,
    title: 'no such path exists',
    resolve: 'See /docs for the paths of this service.',
  },
  methodNotAllowed: {
    code: 'REQ001',
    status: 405,
    title: 'the path does not support this method',
    resolve: 'Use one of the methods in the Allow header.',
  },
  invalidIdempotencyKey: {
    code: 'REQ002',
    status: 400,
    title: 'the idempotency key is not valid',
    resolve: 'Send 1 to 255 visible ASCII characters, preferably a UUID, in the Idempotent-Key header.',
  },
  idempotencyConflict: {
    code: 'REQ002',
    status: 409,
    title: 'the idempotency key was used for another request',
    resolve:
      'Find what the first request made before you use another key, or repeat it unchanged. See /docs/guides/getting-started.',
  },
  idempotencyInFlight: {
    code: 'REQ002',
    status: 409,
    title: 'the first request with this idempotency key is still being processed',
    resolve: 'Try again in a few seconds with the same key.',
  },
  // Authentication and entitlements
  unauthorized: {
    code: 'AUTH001',
    status: 401,
    title: 'the request carries no valid access token',
    resolve: 'Get an access token from the token service and send it as Authorization: Bearer <token>.',
  },
  entitlementMissing: {
    code: 'AUTH002',
    status: 403,
    title: 'the client does not have the entitlement that this operation requires',
    resolve: 'Ask the institution to grant it.',
  },
  actorStopped: {
    code: 'AUTH003',
    status: 403,
    title: 'the client, its user, its legal entity or one above it may change nothing now',
    resolve: 'Ask the institution, which can lift a suspension and issue another client.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof requestErrors> {}
}
