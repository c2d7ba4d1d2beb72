import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { isWithinRate } from './admission.ts'
import { isUnchanged } from './etag.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * A text that is the same for every reader, or a file of the pages, compressed once, beside the
 * event loop.
 */
export interface StoredText {
  type: string
  /** Its address names its content, so that a reader never asks for it again. */
  isImmutable: boolean
  etag: string
  plain: Buffer
  compressed: Record<'br' | 'gzip', () => Promise<Buffer>>
}

/** Nearly as small as the best, in a tenth of its time. */
const AT_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzipCompress)

export function storeText(
  text: string | Buffer,
  type: string,
  { isImmutable = false, br, gzip }: { isImmutable?: boolean; br?: Buffer; gzip?: Buffer } = {},
): StoredText {
  const plain = Buffer.from(text)
  return {
    ...{ type, isImmutable },
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    compressed: {
      br: atFirstUse(async () => br ?? toBrotli(plain, AT_QUALITY)),
      gzip: atFirstUse(async () => gzip ?? toGzip(plain)),
    },
  }
}

/** Answers GET and HEAD of a path. `read` may answer by itself, with undefined. */
export type ServeText = (
  path: string,
  read: (request: FastifyRequest, reply: FastifyReply) => StoredText | undefined | Promise<StoredText | undefined>,
) => void

/**
 * Serves stored texts to anyone, in a coding that the client accepts, or with 304 if the client has
 * the text. Nothing is compressed for a single request: a client whose header Accept-Encoding names
 * no stored coding gets the plain text. What is sent counts for the address, in bytes.
 */
export function textServer(server: FastifyInstance, rateLimits: RateLimits): ServeText {
  return (path, read) => {
    server.get(path, async (request, reply) => {
      const stored = await read(request, reply)
      return stored ? sendText(request, reply, stored, rateLimits) : reply
    })
  }
}

async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredText,
  rateLimits: RateLimits,
): Promise<FastifyReply> {
  const { type, etag, plain, compressed } = stored
  const isKnown = isUnchanged(etag, request.headers['if-none-match'])
  const coding = isKnown ? undefined : acceptedCoding(request.headers['accept-encoding'])
  const body = coding ? await compressed[coding]() : plain
  const hasBody = !isKnown && request.method !== 'HEAD'
  if (hasBody && !isWithinBytes(request, reply, body.length, rateLimits)) return reply
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.headers({ 'cache-control': stored.isImmutable ? FOR_EVER : FOR_MINUTES, etag, vary })
  if (isKnown) return reply.code(304).send()
  if (coding) reply.header('content-encoding', coding)
  return reply.type(type).send(body)
}

const FOR_MINUTES = 'public, max-age=300'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** An answer that is sent shows the limit of requests; one that is refused, that of bytes. */
function isWithinBytes(request: FastifyRequest, reply: FastifyReply, bytes: number, rateLimits: RateLimits): boolean {
  const counted = rateLimits.ofBytes(request.callerAddress, bytes)
  return !counted || counted.admitted || isWithinRate(rateLimits, counted, request, reply)
}

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** The best known coding that the header accepts. `x-gzip` is gzip (RFC 9110 section 8.4.1.3). */
function acceptedCoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const coding = negotiator.negotiate(
    String(header ?? '')
      .toLowerCase()
      .replaceAll('x-gzip', 'gzip'),
  )
  return coding === 'br' || coding === 'gzip' ? coding : undefined
}
