const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema })

/** The headers of replies. */
export const headers = {
  Allow: header('With 405: the methods that the path has.'),
  Deprecation: header('The date since which the operation is deprecated (RFC 9745); on every reply.'),
  ETag: header('The version of the record. Send it as If-Match with a change, or as If-None-Match with a read.'),
  GiroIgnoredFields: header('The fields of the request that the operation does not know, separated by commas.'),
  IdempotentReplayed: header('true if the reply is that of an earlier request with the same Idempotent-Key.'),
  Link: header('The path that replaces it, as rel="successor-version"; on every reply.'),
  RetryAfter: header('With 429 and 503: the seconds after which to try again.', { type: 'integer', minimum: 0 }),
}

/** The headers that operations take. */
export const headerParameters = {
  IdempotentKey: {
    name: 'Idempotent-Key',
    in: 'header',
    description: 'Makes the request safe to repeat: the same key with the same body returns the first reply again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the version to change. If the record has changed since, the request is refused with 412.',
    schema: { type: 'string' },
  },
}
