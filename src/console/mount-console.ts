import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { findCustomer } from '../customers/customers.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { textServer } from '../http/stored-text.ts'
import { findInstitutionByCode, type Institution, listInstitutions } from '../institution/institution.ts'
import { CannotOpen } from '../kernel/sealer.ts'
import { readPerson } from '../sign-in/sign-in.ts'
import type { ConsoleClient } from '../tokens/console-client.ts'
import { findPerson } from '../tokens/people.ts'
import { mountAccount } from './account.ts'
import { cookiesFor, csrfTokenOf, isCsrfToken, isFromConsole, START_SECONDS } from './cookies.ts'
import { createFeed } from './feed.ts'
import { mountPages } from './pages.ts'
import { callApi, isOfApi, passBack } from './proxy.ts'
import { createSessions, type Sessions, type Visit } from './sessions.ts'
import { createSignInClient, type Started } from './sign-in-client.ts'

export interface ConsoleOptions {
  app: App
  publicUrl: string
  client: ConsoleClient
  /** The folder with the built pages. */
  pages: string
  rateLimits: RateLimits
  /** The longest body that an operation takes. */
  bodyLimit: number
}

const startContext = (tenantId: bigint) => `console_start:${tenantId}:`
const MAX_RETURN_TO = 1_000
const NO_SESSION = { reason: 'noSession' }
const NOT_FROM_HERE = { reason: 'notFromConsole', message: 'The request did not come from a page of the console.' }
const NO_CSRF = { reason: 'csrfTokenInvalid', message: 'The header X-Giro-CSRF lacks the token of the session.' }

/** Where people come back to after they signed in. */
export const redirectUriOf = (publicUrl: string) => `${publicUrl}/console/callback`

type Query = { Querystring: Record<string, unknown> }

/** What the routes share. */
interface Parts {
  app: App
  server: FastifyInstance
  publicUrl: string
  origin: string
  cookies: ReturnType<typeof cookiesFor>
  signIn: ReturnType<typeof createSignInClient>
  sessions: Sessions
  visits: WeakMap<FastifyRequest, Visit>
}

/**
 * Serves the console: its pages, its sessions, and the API in the name of the person. The browser
 * has a cookie and no token.
 */
export function mountConsole(server: FastifyInstance, options: ConsoleOptions): void {
  const { app, publicUrl, client, pages, bodyLimit, rateLimits } = options
  const signIn = createSignInClient(publicUrl, client, async (path, payload, headers) => {
    const answer = await server.inject({ method: 'POST', url: path, headers, payload })
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } })
  })
  const sessions = createSessions(app, signIn, () => app.tokens.refresh())
  const { origin } = new URL(publicUrl)
  const visits = new WeakMap<FastifyRequest, Visit>()
  const parts: Parts = { app, server, publicUrl, origin, cookies: cookiesFor(publicUrl), signIn, sessions, visits }
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    mountSignIn(scope, parts)
    mountSession(scope, parts)
    mountAccount(scope, { app, publicUrl, sessions, visits, guards: guardsOf(parts) })
    mountApi(scope, parts)
    mountPages(scope, textServer(scope, rateLimits), pages)
  })
}

/** The way to the pages of the token service, and back. */
function mountSignIn(scope: FastifyInstance, parts: Parts): void {
  const { app, cookies, signIn, sessions, origin } = parts
  scope.get('/console/institutions', async () => {
    const institutions = await app.db.read(listInstitutions)
    return { institutions: institutions.map(shown) }
  })

  scope.get<Query>('/console/sign-in', async ({ query }, reply) => {
    const institutions = await app.db.read(listInstitutions)
    const found = institutions.find(({ code }) => code === query['institution'])
    if (!found) return reply.code(404).send({ reason: 'institutionNotFound', message: 'No institution has this code.' })
    return leaveToSignIn(parts, reply, found, { returnTo: query['returnTo'], isStepUp: false })
  })

  scope.get<Query>('/console/step-up', async (request, reply) => {
    const visit = await sessions.find(cookies.session(request))
    if (!visit) return reply.redirect('/console')
    return leaveToSignIn(parts, reply, visit.institution, { returnTo: request.query['returnTo'], isStepUp: true })
  })

  scope.get('/console/callback', async (request, reply) => {
    const started = await startedBy(parts, request)
    cookies.endStart(reply)
    const callback = new URL(request.raw.url!, origin)
    const signedIn = started && (await signIn.finish(callback, started))
    if (!started || !signedIn) return reply.redirect('/console')
    const earlier = await sessions.find(cookies.session(request))
    const stepUpSince = started.isStepUp ? started.at : undefined
    const cookie = await sessions.start(started.realm, signedIn, { earlier, stepUpSince })
    if (cookie === undefined) return reply.redirect('/console')
    cookies.setSession(reply, cookie)
    return reply.redirect(started.returnTo)
  })
}

async function leaveToSignIn(
  { app, cookies, signIn, origin }: Parts,
  reply: FastifyReply,
  { code, tenantId }: Institution,
  asked: { returnTo: unknown; isStepUp: boolean },
) {
  const returnTo = returnPathOf(asked.returnTo, origin)
  if (returnTo === undefined) return refuseReturn(reply)
  const now = app.tokenClock.now().epochMilliseconds
  const [url, started] = await signIn.begin(code, { ...asked, returnTo, now })
  const sealed = app.sealer.seal(JSON.stringify(started), startContext(tenantId))
  cookies.setStart(reply, `${code}.${sealed.toString('base64url')}`)
  return reply.redirect(url.href)
}

async function startedBy({ app, cookies }: Parts, request: FastifyRequest): Promise<Started | undefined> {
  const [code = '', sealed = ''] = (cookies.start(request) ?? '').split('.')
  const institution = await app.db.read((db) => findInstitutionByCode(db, code))
  if (!institution) return undefined
  try {
    const opened = app.sealer.open(Buffer.from(sealed, 'base64url'), startContext(institution.tenantId))
    const started = JSON.parse(opened.toString()) as Started
    return started.at + START_SECONDS * 1_000 > app.tokenClock.now().epochMilliseconds ? started : undefined
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/** For requests that pages send: from the console, and with a session. */
function visitCheck({ origin, cookies, sessions, visits }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromConsole(request, origin)) return reply.code(403).send(NOT_FROM_HERE)
    const visit = await sessions.find(cookies.session(request))
    if (!visit) return reply.code(401).send(NO_SESSION)
    visits.set(request, visit)
    return undefined
  }
}

function csrfCheck({ visits }: Parts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { cookie } = visits.get(request)!
    if (!isCsrfToken(request.headers['x-giro-csrf'], cookie)) return reply.code(403).send(NO_CSRF)
    return undefined
  }
}

const guardsOf = (parts: Parts) => [visitCheck(parts), csrfCheck(parts)]

function mountSession(scope: FastifyInstance, parts: Parts): void {
  const { app, server, publicUrl, cookies, sessions, visits } = parts
  const feed = createFeed(app, server, sessions)
  const requireVisit = visitCheck(parts)
  scope.get('/console/session', { onRequest: requireVisit }, async (request, reply) => {
    const described = await describe(app, visits.get(request)!, publicUrl)
    return described ?? reply.code(401).send(NO_SESSION)
  })

  scope.post('/console/sign-out', { onRequest: guardsOf(parts) }, async (request, reply) => {
    await sessions.end(visits.get(request)!)
    cookies.endSession(reply)
    return { location: '/console' }
  })

  scope.get('/console/events', { onRequest: requireVisit }, async (request, reply) => {
    const last = request.headers['last-event-id']
    const after = typeof last === 'string' && /^\d{1,18}$/.test(last) ? BigInt(last) : undefined
    if (await feed.open(visits.get(request)!, reply, after)) return reply
    return reply.code(429).send({ reason: 'tooManyStreams', message: 'Close other windows of the console first.' })
  })
}

function mountApi(scope: FastifyInstance, parts: Parts): void {
  const { app, server, sessions, visits } = parts
  const isOver = (ms: number) => ms <= app.tokenClock.now().epochMilliseconds
  const access = ({ session: { tokens, steppedUpUntil } }: Visit) => ({
    accessToken: tokens.accessToken,
    isSteppedUp: steppedUpUntil !== null && !isOver(steppedUpUntil.epochMilliseconds),
  })
  scope.all(
    '/console/api/*',
    { config: { needsSession: true }, onRequest: guardsOf(parts) },
    async (request, reply) => {
      if (!isOfApi(request))
        return reply.code(404).send({ reason: 'pathNotFound', message: 'The API has no such path.' })
      const found = visits.get(request)!
      // Pages also ask by themselves: only what the person does keeps the session alive.
      const isActive = request.headers['x-giro-active'] === '1'
      let visit = isActive ? await sessions.use(found) : isOver(found.session.tokens.expiresAt) ? undefined : found
      let answer = visit && (await callApi(server, request, access(visit)))
      // The person's rights changed, and ended the token before anything was done.
      if (visit && answer?.statusCode === 401) {
        visit = await sessions.use(visit, { force: true })
        answer = visit && (await callApi(server, request, access(visit)))
      }
      if (!answer || answer.statusCode === 401) return reply.code(401).send(NO_SESSION)
      return passBack(reply, answer)
    },
  )
}

/** A path of the console. Everything else could lead a person to another site. */
function returnPathOf(asked: unknown, origin: string): string | undefined {
  if (asked === undefined) return '/console'
  if (typeof asked !== 'string' || asked.length > MAX_RETURN_TO || !/^\/console(?:[/?#]|$)/.test(asked))
    return undefined
  // Without what browsers leave out or take for a slash.
  if (/[\\\p{Cc}]/u.test(asked)) return undefined
  const url = new URL(asked, origin)
  return url.origin === origin && /^\/console(?:\/|$)/.test(url.pathname)
    ? url.pathname + url.search + url.hash
    : undefined
}

function refuseReturn(reply: FastifyReply) {
  return reply.code(400).send({ reason: 'invalidReturnTo', message: 'returnTo must be a path of the console.' })
}

/** Who works in the session, with the rights of now. Undefined if the person may not any more. */
async function describe(app: App, { institution, session, cookie }: Visit, publicUrl: string) {
  const { tenantId, legalEntityId } = institution
  const { userId } = session
  const person = await readPerson(app, institution, userId)
  const db = app.db.forTenant(tenantId)
  const rights = await db.read((db) => findPerson(db, { tenantId, legalEntityId: null, userId }))
  if (!person || !rights) return undefined
  const isOwn = rights.legalEntityId === legalEntityId
  const customer = isOwn ? undefined : await db.read((db) => findCustomer(db, tenantId, rights.legalEntityId))
  const { steppedUpUntil, signedInAt, idleEndsAt, endsAt } = session
  const isSteppedUp = steppedUpUntil && steppedUpUntil.epochMilliseconds > app.tokenClock.now().epochMilliseconds
  return {
    person: { userUID: userId, loginId: person.loginId, name: person.displayName },
    institution: { ...shown(institution), timeZone: institution.timeZone, publicUrl },
    legalEntity: customer
      ? { kind: 'Customer', customerUID: String(customer.id), name: customer.legalName }
      : { kind: 'Institution', customerUID: null, name: institution.name },
    entitlements: rights.entitlements,
    csrfToken: csrfTokenOf(cookie),
    signedInAt: signedInAt.toString(),
    idleEndsAt: idleEndsAt.toString(),
    endsAt: endsAt.toString(),
    steppedUpUntil: isSteppedUp ? steppedUpUntil.toString() : null,
  }
}

const shown = ({ code, name, sandbox }: Institution) => ({ code, name, isSandbox: sandbox })
