import type { IncomingMessage, ServerResponse } from 'node:http'
import { build as buildSerializer, type Schema } from 'fast-json-stringify'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { App } from '../app.ts'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { refusal } from '../kernel/refusal.ts'
import { basePathOf, originForm } from '../kernel/request-target.ts'
import { VERSION } from '../kernel/version.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import type { Caller } from '../tokens/caller.ts'
import { type Admission, authenticate, guardRoutes } from './admission.ts'
import { nameCallers, type TrustedProxies } from './caller-address.ts'
import { type ChangeOperation, runChange, viewOf } from './change.ts'
import type { BatchedOperation } from './change-batches.ts'
import type { CertificateReader } from './client-certificate.ts'
import {
  boundConnections,
  closeConnections,
  nodeServerOptions,
  REQUEST_TIMEOUT_MS,
  refuseUnreadable,
} from './connections.ts'
import { type OauthDialect, renderAnswer } from './dialects.ts'
import { acceptEncodings, acceptOrigins } from './encodings.ts'
import { isOptionalBody } from './fields.ts'
import { mountGuides } from './guides/guides.ts'
import { fingerprintOf, type IdempotencyClaim, isIdempotencyKey } from './idempotency.ts'
import { requireOneMeaning } from './json-bodies.ts'
import { observeRequests, type RequestObserver } from './observe-requests.ts'
import { replySchema, waitingOperation } from './openapi.ts'
import { bodyKiBOf, type Dialect, mayWait, type Operation, takesIdempotencyKey, withTheirForms } from './operation.ts'
import { overloaded } from './overload.ts'
import { mountReference, type ReferenceOptions } from './reference.ts'
import { replyInTime, send, sendFailure, sendRefusal } from './replies.ts'
import { nameReply, nameRequests, requestIdOf } from './request-ids.ts'
import { WAITING_STATUS } from './second-person.ts'
import { secureAnswers } from './security-headers.ts'
import { mountSecurityTxt } from './security-txt.ts'
import { textServer } from './stored-text.ts'
import { createTokenUseCheck, type TokenUseCheck } from './token-use.ts'
import { traceRequests } from './trace-requests.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'
import { knownPart, requestChecker } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    /** The dialect of refusals on a route that is not an operation. */
    dialect?: Dialect | OauthDialect
    /** Exempt from overload and rate limits: the health checks of a load balancer. */
    isProbe?: boolean
    /** Answers only people who are signed in to the console. */
    needsSession?: boolean
  }
  interface FastifyRequest {
    principal: Principal
    /** The fields of the body that the operation does not know. */
    ignoredFields?: readonly string[]
    /** The body before it was read into the forms of its schema. */
    sentBody?: unknown
  }
}

export interface ServerOptions extends Admission {
  app: App
  operations: readonly Operation[]
  /** Handles every path below /auth/realms/, with the unread request. */
  tokenService: { handle(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> }
  /** Throws if the service cannot serve requests now. */
  checkReady: () => Promise<void>
  /** The URL by which clients reach the service. */
  publicUrl: string
  trustProxy: TrustedProxies
  maxConnections: number
  /** How long a request may take after it was received. */
  requestTimeoutMs: number
  /** The origins whose pages may call the service. */
  corsOrigins: readonly string[]
  /** Where to report a weakness: a mailto:, https: or tel: URI. */
  securityContact?: string
  /** The certificate and key of a TLS listener, in PEM; without them, plain HTTP. */
  tls?: { cert: Buffer; key: Buffer }
  certificateOf: CertificateReader
  /** What /openapi.json and /docs show. */
  reference: Omit<ReferenceOptions, 'basePath'>
  /** Why a request of the operation is refused before anything is read; undefined if it is not. */
  refuse?: (operation: Operation, request: FastifyRequest) => { reason: string; message: string } | undefined
  /** Told of every request that ended. */
  observers?: readonly RequestObserver[]
  /** Whether the background work goes on. What stands still is shown to operators only. */
  readWorkStatus: () => Promise<'working' | 'attention' | 'stalled'>
}

/** What the routes of operations need. */
type Mounting = ServerOptions & { checkTokenUse: TokenUseCheck }

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, checkReady, trustProxy } = options
  const operations = withTheirForms(options.operations)
  const server: FastifyInstance = fastify({
    ...listener(options),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    genReqId: requestIdOf,
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    loggerInstance: app.log as FastifyBaseLogger,
    // A failure is logged with the id of its request; no other line needs one.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      nameReply(request, reply)
      return sendFailure(request, reply, error)
    },
  })
  nameCallers(server, trustProxy)
  server.decorateRequest('principal', undefined as never)
  server.decorateRequest('ignoredFields', undefined)
  server.decorateRequest('sentBody', undefined)
  server.setErrorHandler((error: FastifyError, request, reply) => sendFailure(request, reply, error))
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refusal('pathNotFound').refusal))
  acceptJson(server)
  serializeAtFirstUse(server)
  boundConnections(server, options.maxConnections)
  closeConnections(server, app.time)

  await acceptOrigins(server, options.corsOrigins)
  await acceptEncodings(server)
  observeRequests(server, options.observers ?? [], app.time)
  nameRequests(server)
  traceRequests(server, app.tracing)
  secureAnswers(server, options.publicUrl)
  if (trustProxy === false) warnOfUntrustedProxy(server, app.log)
  guardRoutes(server, options)
  mountTokenService(server, options)
  const checkTokenUse = createTokenUseCheck(app, options)
  mountOperations(server, { ...options, operations, checkTokenUse })
  refuseOtherMethods(server, operations)

  const serveText = textServer(server, options.rateLimits)
  mountReference(serveText, { ...options.reference, basePath: basePathOf(options.publicUrl) })
  mountGuides(server, serveText, { document: () => options.reference.build({}), publicUrl: options.publicUrl })
  mountSecurityTxt(server, { contact: options.securityContact, publicUrl: options.publicUrl, clock: app.systemClock })
  server.get('/health/live', { config: { isProbe: true } }, () => ({ status: 'live', version: VERSION }))
  server.get('/health/ready', { config: { isProbe: true } }, async (request, reply) => {
    try {
      await checkReady()
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database did not answer')
      return sendRefusal(request, reply, { reason: 'unavailable' })
    }
  })
  server.get('/health/work', { config: { isProbe: true } }, async (_request, reply) => {
    const status = await options.readWorkStatus()
    return reply.code(status === 'stalled' ? 503 : 200).send({ status })
  })
  return server
}

/**
 * With TLS, asks each client for a certificate and accepts any, also none: `cnf` and the registered
 * thumbprints decide what a certificate is good for.
 */
function listener({ tls }: ServerOptions): object {
  if (!tls) return { http: nodeServerOptions }
  return {
    https: { ...nodeServerOptions, ...tls, requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2' },
  }
}

/** Building the serializers of all operations would take a fifth of the time that a start takes. */
function serializeAtFirstUse(server: FastifyInstance): void {
  server.setSerializerCompiler(({ schema }) => {
    const serializer = atFirstUse(() => buildSerializer(schema as Schema))
    return (reply) => serializer()(reply)
  })
}

/** Accepts only JSON in valid UTF-8, so that no character is silently replaced. */
function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 && mayLackBody(request)) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(Object.assign(new Error('the body is not valid UTF-8'), { statusCode: 400 }))
    }
    void parse(request, text, (error, value) => {
      if (error) return done(error)
      try {
        requireOneMeaning(text, value)
      } catch (ambiguous) {
        return done(ambiguous as Error)
      }
      done(null, value)
    })
  })
}

/** Many clients send a media type with every request, even without a body. */
function mayLackBody({ method, routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.config.operation?.body
  return method === 'GET' || !body || isOptionalBody(body)
}

/**
 * A GET whose operation has no body ignores one, because clients send a Content-Type with every
 * request.
 */
function mountOperations(server: FastifyInstance, options: Mounting): void {
  const { operations } = options
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  const isPlainGet = ({ method, body }: Operation) => method === 'GET' && !body
  for (const operation of operations) if (!isPlainGet(operation)) mountOperation(server, options, operation)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const operation of operations) if (isPlainGet(operation)) mountOperation(scope, options, operation)
  })
}

function mountOperation(server: FastifyInstance, options: Mounting, operation: Operation): void {
  const limit = { timeoutMs: options.requestTimeoutMs, time: options.app.time }
  const check = requestChecker(operation)
  const basePath = basePathOf(options.publicUrl)
  const schema = { response: responseSchemas(operation) }
  for (const url of operation.paths) {
    server.route({
      method: operation.method,
      url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation },
      // A GET that changes something does it once, for a GET.
      exposeHeadRoute: hasHead(operation),
      bodyLimit: bodyKiBOf(operation) * 1024,
      schema,
      onRequest: (request, reply, done) => {
        const refused = options.refuse?.(operation, request)
        if (refused) return void reply.code(403).send(refused)
        if (operation.successor) announceSuccessor(reply, basePath + operation.successor, request.params)
        authenticate(options, operation, request, reply, done)
      },
      preValidation: (request, reply, done) => {
        request.sentBody = request.body
        const refused = check(request)
        if (refused) sendRefusal(request, reply, refused)
        else done()
      },
      handler: (request, reply) => replyInTime(request, reply, limit, () => answer(options, operation, request, reply)),
    })
  }
}

const hasHead = (operation: Operation) => operation.method === 'GET' && !('change' in operation)

async function answer(
  { app, overload }: Mounting,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.ignoredFields) reply.header('giro-ignored-fields', headerOfFields(request.ignoredFields))
  const idempotency = takesIdempotencyKey(operation) ? idempotencyClaim(request) : undefined
  if (typeof idempotency === 'string')
    return sendRefusal(request, reply, { reason: 'invalidIdempotencyKey', detail: idempotency })
  const { principal, params } = request
  const query = knownPart(operation.query, request.query)
  const body = knownPart(operation.body, request.body)
  const { trace } = request
  const given = { principal, params, query, body, idempotency, ifMatch: request.headers['if-match'], trace }
  // Other requests may have used up the capacity while the body was read.
  if (overload.isReached()) return sendRefusal(request, reply, overloaded(overload))
  overload.begin()
  try {
    const ownApp = { ...app, db: app.db.forTenant(principal.tenantId) }
    if ('change' in operation) {
      const { replayed, ...rendered } = await (isBatched(operation)
        ? app.changeBatches.submit(ownApp, operation, given)
        : runChange(ownApp, operation, given))
      return send(reply, rendered, replayed)
    }
    const outcome = await operation.handle(ownApp, given)
    if (!outcome.ok) return sendRefusal(request, reply, outcome.refusal, outcome.replayed)
    if (outcome.value.headers) reply.headers(outcome.value.headers)
    return send(
      reply,
      renderAnswer(operation.dialect, operation.reply.status, outcome.value, viewOf(operation, principal)),
      outcome.replayed,
    )
  } finally {
    overload.end()
  }
}

function isBatched(operation: ChangeOperation): operation is BatchedOperation {
  return operation.changeAll !== undefined
}

function responseSchemas(operation: Operation): Record<number, TSchema> {
  const { status } = operation.reply
  const schemas: Record<number, TSchema> = status === 204 ? {} : { [status]: replySchema(operation) }
  if (mayWait(operation)) schemas[WAITING_STATUS] = replySchema(waitingOperation(operation))
  return schemas
}

/** Clients and proxies take headers of some kilobytes. */
const MAX_FIELDS_HEADER = 2_000

/** A list of names as RFC 9110 writes lists; characters that a header cannot carry are encoded. */
function headerOfFields(names: readonly string[]): string {
  const encoded = names.map((name) => name.toWellFormed().replaceAll(/[^\x21-\x7e]|[",%]/gu, encodeURIComponent))
  const whole = encoded.join(', ')
  // A name is not cut in half.
  return whole.length <= MAX_FIELDS_HEADER ? whole : whole.slice(0, whole.lastIndexOf(', ', MAX_FIELDS_HEADER))
}

/** The claim of a request; undefined without a key; a text says why its key is not valid. */
function idempotencyClaim(request: FastifyRequest): IdempotencyClaim | string | undefined {
  const { 'idempotent-key': own, 'idempotency-key': standard } = request.headers
  const key = own ?? standard
  if (key === undefined) return undefined
  if (standard !== undefined && standard !== key)
    return 'the headers Idempotent-Key and Idempotency-Key have different keys: send one of them'
  if (typeof key !== 'string' || !isIdempotencyKey(key)) return 'the idempotency key is not valid'
  // Two persons who use one client have different keys. A key of a client has no space.
  const { person } = request.principal
  const scopedKey = person ? `${person.userId} ${key}` : key
  const ifMatch = request.headers['if-match']
  const params = { ...(request.params as object), ...(ifMatch !== undefined && { 'If-Match': ifMatch }) }
  const fingerprintAsSent = () => fingerprintOf(request.sentBody, params)
  return { key: scopedKey, fingerprint: fingerprintOf(request.body, params), fingerprintAsSent }
}

/**
 * Adds the headers of RFC 9745 and RFC 8288 to every reply. The date is the successor's publication
 * date. The parameters are not validated yet.
 */
function announceSuccessor(reply: FastifyReply, successor: string, params: unknown): void {
  const target = successor.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name]!),
  )
  reply.header('deprecation', '@1767225600').header('link', `<${target}>; rel="successor-version"`)
}

/** The token service reads the request itself, so it is mounted in a scope without body parsers. */
function mountTokenService(server: FastifyInstance, { tokenService, overload, certificateOf }: ServerOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/auth/realms/*', { config: { dialect: 'oauth' } }, async (request, reply) => {
      reply.hijack()
      // The rate limit headers are on Fastify's reply, which is not sent.
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
      overload.begin()
      try {
        const certificate = certificateOf(request.raw)
        await tokenService.handle(request.raw, reply.raw, {
          address: request.callerAddress,
          ...(certificate && { certificate }),
        })
      } finally {
        overload.end()
      }
    })
  })
}

/**
 * A known path with an unknown method is refused with 405 and its methods, not with 404, in the
 * dialect of its operations.
 */
function refuseOtherMethods(server: FastifyInstance, operations: readonly Operation[]): void {
  const byPath = Map.groupBy(
    operations.flatMap((operation) => operation.paths.map((path) => ({ ...operation, path }))),
    ({ path }) => path,
  )
  for (const [path, answered] of byPath) {
    const known = new Set<string>(answered.map(({ method }) => method))
    if (answered.some(hasHead)) known.add('HEAD')
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter((method) => !known.has(method))
    server.route({
      method: others,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { dialect: answered[0]?.dialect },
      // Before the body is read, so that its errors do not matter.
      onRequest: (request, reply) => {
        sendRefusal(request, reply.header('allow', [...known].join(', ')), { reason: 'methodNotAllowed' })
      },
      handler: () => {},
    })
  }
}
