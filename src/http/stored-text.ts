import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { isUnchanged } from './etag.ts'

const CACHE_CONTROL = 'public, max-age=300'

/** A text that is the same for every reader, compressed once, beside the event loop. */
export interface StoredText {
  type: string
  etag: string
  plain: Buffer
  compressed: Record<'br' | 'gzip', () => Promise<Buffer>>
}

/** Nearly as small as the best, in a tenth of its time. */
const BROTLI_QUALITY = 6

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export function storeText(text: string | Buffer, type: string): StoredText {
  const plain = Buffer.from(text)
  return {
    type,
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    compressed: {
      br: atFirstUse(() => toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
      gzip: atFirstUse(() => toGzip(plain)),
    },
  }
}

/**
 * Answers GET and HEAD of a path with a stored text, in a coding that the client accepts, or with
 * 304 if the client has it. Nothing is compressed for a single request: a client whose header
 * Accept-Encoding names no stored coding gets the plain text. `read` may answer by itself, with
 * undefined.
 */
export function serveText(
  server: FastifyInstance,
  path: string,
  read: (request: FastifyRequest, reply: FastifyReply) => StoredText | undefined | Promise<StoredText | undefined>,
): void {
  server.get(path, { compress: false }, async (request, reply) => {
    const stored = await read(request, reply)
    return stored ? sendText(request, reply, stored) : reply
  })
}

async function sendText(request: FastifyRequest, reply: FastifyReply, stored: StoredText): Promise<FastifyReply> {
  const { type, etag, plain, compressed } = stored
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag).header('vary', vary)
  if (isUnchanged(etag, request.headers['if-none-match'])) return reply.code(304).send()
  const coding = acceptedCoding(request.headers['accept-encoding'])
  reply.type(type)
  return coding ? reply.header('content-encoding', coding).send(await compressed[coding]()) : reply.send(plain)
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
