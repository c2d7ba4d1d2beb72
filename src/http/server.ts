import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastifyHelmet from '@fastify/helmet'
import scalarReference from '@scalar/fastify-api-reference'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { App } from '../app.ts'
import { isConnectionFailure } from '../db/client.ts'
import { BatcherClosed, BatcherOverloaded } from '../kernel/batcher.ts'
import { type Principal, TokenRefused } from '../tokens/access-tokens.ts'
import { runChange } from './change.ts'
import { type Rendered, renderAnswer, renderRefusal } from './dialects.ts'
import { errorCatalogue, type Refusal, refusal } from './errors.ts'
import { isOptionalBody } from './fields.ts'
import { type Fingerprint, fingerprintOf, type IdempotencyClaim, isIdempotencyKey } from './idempotency.ts'
import { buildOpenapi, replySchema } from './openapi.ts'
import { type Operation, takesIdempotencyKey } from './operation.ts'
import { refusalOfValidation, unstorable, validatorCompiler } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
  interface FastifyRequest {
    principal: Principal
  }
}

export interface ServerOptions {
  app: App
  operations: readonly Operation[]
  /** Answers everything below /auth/realms/, on the unread request. */
  tokenService: { handle(request: IncomingMessage, response: ServerResponse): Promise<void> }
  /** Whether requests can be served now; thrown errors say why not. */
  checkReady: () => Promise<void>
}

const BODY_LIMIT_BYTES = 1024 * 1024
const RETRY_AFTER_SECONDS = 2
/** How long requests that came before the service was told to stop may take from then on. */
const FINISH_WITHIN_MS = 5_000
const CLOSE_SILENT_EVERY_MS = 20

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, operations, tokenService, checkReady } = options
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128 },
    frameworkErrors: (error, request, reply) => sendFailure(request, reply, error),
  })
  server.setValidatorCompiler(validatorCompiler as never)
  server.decorateRequest('principal', undefined as never)
  server.setErrorHandler((error: FastifyError, request, reply) => sendFailure(request, reply, error))
  server.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refusal('pathNotFound').refusal))
  acceptJson(server)
  closeConnections(server)

  await server.register(fastifyHelmet, { contentSecurityPolicy: false })
  mountTokenService(server, tokenService)
  mountOperations(server, app, operations)
  refuseOtherMethods(server, operations)

  const document = buildOpenapi(operations)
  server.get('/openapi.json', () => document)
  await server.register(scalarReference, {
    routePrefix: '/docs',
    configuration: { url: '/openapi.json', title: 'Giro' },
  })
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', async () => {
    await checkReady()
    return { status: 'ready' }
  })
  return server
}

/**
 * Stopping waits for requests, not for connections. Node.js closes those that are idle when it begins; here go also those that fall idle later,
 * those on which nothing was asked yet, as browsers open them in advance, and in the end those whose request does not come to an end.
 */
function closeConnections(server: FastifyInstance): void {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('preClose', (done) => {
    const closeSilent = setInterval(() => {
      server.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, CLOSE_SILENT_EVERY_MS).unref()
    const closeAll = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS).unref()
    server.server.once('close', () => {
      clearInterval(closeSilent)
      clearTimeout(closeAll)
    })
    done()
  })
}

/** Only JSON, only valid UTF-8, so that no character is silently replaced. */
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
    parse(request, text, done)
  })
}

/** Clients send a Content-Type where nothing follows. */
function mayLackBody({ method, routeOptions }: FastifyRequest): boolean {
  const body = routeOptions.config.operation?.body
  return method === 'GET' || (body !== undefined && isOptionalBody(body))
}

/** A GET without a body of its own does not look at what is sent as one: clients send it a Content-Type, too. */
function mountOperations(server: FastifyInstance, app: App, operations: readonly Operation[]): void {
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  const isPlainGet = ({ method, body }: Operation) => method === 'GET' && !body
  for (const operation of operations) if (!isPlainGet(operation)) mountOperation(server, app, operation)
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const operation of operations) if (isPlainGet(operation)) mountOperation(scope, app, operation)
  })
}

function mountOperation(server: FastifyInstance, app: App, operation: Operation): void {
  const { status } = operation.reply
  for (const url of operation.paths) {
    server.route({
      method: operation.method,
      url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation },
      schema: {
        ...(operation.params && { params: operation.params }),
        ...(operation.query && { querystring: operation.query }),
        ...(operation.body && { body: operation.body }),
        ...(status !== 204 && { response: { [status]: replySchema(operation) } }),
      },
      onRequest: (request, reply, done) => authenticate(app, operation, request, reply, done),
      preValidation: (request, reply, done) => {
        const reason = unstorable(request.body) ?? unstorable(request.query)
        if (reason) sendRefusal(request, reply, { reason: operation.invalid, detail: reason })
        else done()
      },
      handler: async (request, reply) => {
        const idempotency = takesIdempotencyKey(operation) ? idempotencyClaim(request) : undefined
        if (idempotency === 'invalid') return sendRefusal(request, reply, { reason: 'invalidIdempotencyKey' })
        const { principal, params, query, body } = request
        const given = { principal, params, query, body, idempotency, ifMatch: request.headers['if-match'] }
        if (operation.successor) announceSuccessor(reply, operation.successor, params)
        if ('change' in operation) {
          const { replayed, ...rendered } = await runChange(app, operation, given)
          return send(reply, rendered, replayed)
        }
        const outcome = await operation.handle(app, given)
        if (!outcome.ok) return sendRefusal(request, reply, outcome.refusal, outcome.replayed)
        return send(reply, renderAnswer(operation.dialect, status, outcome.value), outcome.replayed)
      },
    })
  }
}

/** Who asks, and whether they may: before the body is read. A token that was seen before costs no wait. */
function authenticate(
  app: App,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const admit = (principal: Principal) => {
    if (!principal.entitlements.has(operation.entitlement))
      return sendRefusal(request, reply, {
        reason: 'entitlementMissing',
        detail: `the client does not hold ${operation.entitlement}, which this operation needs`,
      })
    request.principal = principal
    done()
  }
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) {
    sendUnauthorized(request, reply, 'the header Authorization: Bearer <token> is missing or malformed')
    return
  }
  try {
    const principal = app.tokens.verify(token)
    if (principal instanceof Promise) principal.then(admit, (error) => refuseToken(request, reply, error, done))
    else admit(principal)
  } catch (error) {
    refuseToken(request, reply, error as Error, done)
  }
}

function refuseToken(request: FastifyRequest, reply: FastifyReply, error: Error, done: (error: Error) => void): void {
  if (error instanceof TokenRefused) sendUnauthorized(request, reply, `the access token was refused (${error.message})`)
  else done(error)
}

function sendUnauthorized(request: FastifyRequest, reply: FastifyReply, detail: string): void {
  reply.header('www-authenticate', 'Bearer realm="giro"')
  sendRefusal(request, reply, { reason: 'unauthorized', detail })
}

function idempotencyClaim(request: FastifyRequest): IdempotencyClaim | 'invalid' | undefined {
  const key = request.headers['idempotent-key'] ?? request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !isIdempotencyKey(key)) return 'invalid'
  return { key, fingerprint: { ...fingerprintOf(request.body), ...fingerprintOfPath(request.params) } }
}

/** The parameters of the path are a part of the request: the same body for another customer is another request. */
function fingerprintOfPath(params: unknown): Fingerprint {
  const named = Object.entries(params as object).map(([name, value]) => [`{${name}}`, value])
  return named.length === 0 ? {} : fingerprintOf(Object.fromEntries(named))
}

/** RFC 9745 and RFC 8288. The date is that on which the successor was published. */
function announceSuccessor(reply: FastifyReply, successor: string, params: unknown): void {
  const target = successor.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name]!)
  reply.header('deprecation', '@1767225600').header('link', `<${target}>; rel="successor-version"`)
}

function send(reply: FastifyReply, { status, body, etag }: Rendered, replayed?: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (etag) reply.header('etag', etag)
  if (status === 204) return reply.code(status).send()
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refused: Refusal, replayed?: boolean): FastifyReply {
  const operation = request.routeOptions.config.operation
  const rendered = renderRefusal(operation?.dialect, operation?.failure ?? 'The request failed', refused)
  if (rendered.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  return send(reply, rendered, replayed)
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  const refused = refusalOfError(request, error)
  if (errorCatalogue[refused.reason].status >= 500)
    request.log.error(
      { err: error, reference: request.id, operation: request.routeOptions.config.operation?.id },
      'request failed',
    )
  return sendRefusal(request, reply, refused)
}

function refusalOfError(request: FastifyRequest, error: FastifyError): Refusal {
  if (error.validation)
    return refusalOfValidation(request.routeOptions.config.operation ?? { invalid: 'malformedBody' }, error.validation)
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { reason: 'unsupportedMediaType' }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { reason: 'bodyTooLarge' }
  if (error.code === 'FST_ERR_BAD_URL') return { reason: 'malformedUrl' }
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return { reason: 'pathNotFound' }
  if (error.statusCode === 400) return { reason: 'malformedBody' }
  if (error instanceof BatcherOverloaded || error instanceof BatcherClosed || isConnectionFailure(error))
    return { reason: 'unavailable' }
  return { reason: 'internalError', detail: `an unexpected error, reference ${request.id}` }
}

/** The token service reads the request itself, so it stands in a scope without body parsers. */
function mountTokenService(server: FastifyInstance, tokenService: ServerOptions['tokenService']): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/auth/realms/*', async (request, reply) => {
      reply.hijack()
      await tokenService.handle(request.raw, reply.raw)
    })
  })
}

/** A known path with an unknown method is 405 with the methods it knows, not 404. */
function refuseOtherMethods(server: FastifyInstance, operations: readonly Operation[]): void {
  const methodsOf = new Map<string, Set<string>>()
  for (const { paths, method } of operations)
    for (const path of paths) methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method))
  for (const [path, known] of methodsOf) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter((method) => !known.has(method))
    server.route({
      method: others,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Before the body is read: what is wrong with it makes no difference.
      onRequest: (request, reply) => {
        sendRefusal(request, reply.header('allow', [...known].join(', ')), { reason: 'methodNotAllowed' })
      },
      handler: () => {},
    })
  }
}
