import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Smaller answers do not gain from compression. */
const COMPRESSED_FROM_BYTES = 1_024
const PREFLIGHT_SECONDS = 600

/** The body has a coding that the service does not read. */
export class UnsupportedCoding extends Error {
  readonly statusCode = 415

  constructor(coding: string) {
    super(`the service reads bodies in gzip or without a coding, and not in Content-Encoding ${coding}`)
  }
}

/** What a page needs to read besides the body. */
const EXPOSED = [
  'allow',
  'deprecation',
  'etag',
  'giro-altered-fields',
  'giro-ignored-fields',
  'giro-reason',
  'giro-repeated-reference',
  'idempotent-replayed',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'request-id',
  'retry-after',
  'x-request-id',
]

/**
 * Reads bodies in gzip, and compresses answers for clients that accept it. A body of another coding
 * is refused with 415. The limit of a body counts what it becomes, so that a small one cannot fill
 * the memory. Only what needs a token or a session is compressed for one request: what a stranger
 * can ask for is small, or a stored text. `zlib` may be another one with the functions of
 * `node:zlib`.
 */
export async function acceptEncodings(server: FastifyInstance, zlib?: object): Promise<void> {
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    const coding = codingOf(headers['content-encoding'])
    if (coding !== undefined) headers['content-encoding'] = coding
    done()
  })
  server.addHook('onRoute', (route) => {
    if (!route.config?.operation && !route.config?.needsSession) route.compress = false
  })
  await server.register(compress, {
    threshold: COMPRESSED_FROM_BYTES,
    encodings: ['br', 'gzip', 'identity'],
    requestEncodings: ['gzip', 'identity'],
    forceRequestEncoding: undefined,
    ...(zlib && { zlib }),
    onUnsupportedRequestEncoding: (coding) => new UnsupportedCoding(coding),
    onInvalidRequestPayload: () => Object.assign(new Error('the body is not valid gzip'), { statusCode: 400 }),
  })
}

/**
 * The codings of a body in one form: their names have no case, `identity` changes nothing, and
 * `x-gzip` is gzip (RFC 9110 section 8.4).
 */
function codingOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity')
  return applied.map((coding) => (coding === 'x-gzip' ? 'gzip' : coding)).join(', ') || 'identity'
}

/** Lets pages of these origins call the service. Without any, no page of another origin can. */
export async function acceptOrigins(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await server.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}
