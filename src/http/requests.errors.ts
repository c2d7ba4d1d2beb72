import { defineErrors, type ReasonsOf } from './errors.ts'

const requestErrors = defineErrors({
  // The request itself
  malformedBody: {
    code: 'REQ001',
    status: 400,
    title: 'the body is not valid JSON',
    resolve: 'Send one JSON object in UTF-8.',
  },
  bodyTooLarge: {
    code: 'REQ001',
    status: 413,
    title: 'the body is larger than 1 MiB',
    resolve: 'Send less in one request.',
  },
  unsupportedMediaType: {
    code: 'REQ001',
    status: 415,
    title: 'the media type of the body is not supported',
    resolve: 'Send the header Content-Type: application/json.',
  },
  malformedUrl: {
    code: 'REQ001',
    status: 400,
    title: 'the path is not a valid URL',
    resolve: 'Percent-encode its parts in UTF-8.',
  },
  urlTooLong: {
    code: 'REQ001',
    status: 414,
    title: 'the URL is longer than 8,192 characters',
    resolve: 'Ask for less in one request.',
  },
  headersTooLarge: {
    code: 'REQ001',
    status: 431,
    title: 'the request has more than 100 headers, or more than 16 KiB of them',
    resolve: 'Send fewer or shorter headers.',
  },
  requestTooSlow: {
    code: 'REQ001',
    status: 408,
    title: 'the request did not come in whole within 30 seconds, or its headers within 10',
    resolve: 'Send it again, at one go.',
  },
  malformedRequest: {
    code: 'REQ001',
    status: 400,
    title: 'the request is not valid HTTP/1.1',
    resolve: 'Correct how the client writes its requests.',
  },
  pathNotFound: {
    code: 'REQ001',
    status: 404,
    title: 'there is no such path',
    resolve: 'See /docs for the paths of this service.',
  },
  methodNotAllowed: {
    code: 'REQ001',
    status: 405,
    title: 'the path does not know this method',
    resolve: 'Use one of the methods in the Allow header.',
  },
  invalidIdempotencyKey: {
    code: 'REQ002',
    status: 400,
    title: 'the idempotency key is not valid',
    resolve: 'Send 1 to 255 visible ASCII characters, best a UUID, in the header Idempotent-Key.',
  },
  idempotencyConflict: {
    code: 'REQ002',
    status: 409,
    title: 'the idempotency key was used for another request',
    resolve: 'Use a new key for a new request, or send the first one again unchanged.',
  },
  idempotencyInFlight: {
    code: 'REQ002',
    status: 409,
    title: 'the first request with this idempotency key is still being worked on',
    resolve: 'Try again in a few seconds with the same key.',
  },
  // Who asks
  unauthorized: {
    code: 'AUTH001',
    status: 401,
    title: 'the request is not authorised',
    resolve: 'Get an access token from the token service and send it as Authorization: Bearer <token>.',
  },
  entitlementMissing: {
    code: 'AUTH002',
    status: 403,
    title: 'the client does not hold the entitlement that this operation needs',
    resolve: 'Ask the institution to grant it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof requestErrors> {}
}
