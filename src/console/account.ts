import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { App } from '../app.ts'
import type { Institution } from '../institution/institution.ts'
import { timestamp } from '../kernel/timestamp.ts'
import {
  beginTotpEnrolment,
  changeOwnPassword,
  confirmPasskeyEnrolment,
  confirmTotpEnrolment,
  endOwnSessions,
  passkeyEnrolmentOptions,
  qrSquares,
  type RelyingParty,
  readOwnCredentials,
  removeOwnFactor,
  renderFactor,
  SignInBusy,
} from '../sign-in/sign-in.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'
import { listSessions } from '../tokens/people.ts'
import type { Sessions, Visit } from './sessions.ts'
import { STEP_UP_REQUIRED } from './step-up.ts'

interface Parts {
  app: App
  publicUrl: string
  sessions: Sessions
  visits: WeakMap<FastifyRequest, Visit>
  /** Let in requests of a page with a session, and with its token. */
  guards: onRequestAsyncHookHandler[]
}

/** A change that a page asks for. */
interface Asked {
  app: App
  rp: RelyingParty
  institution: Institution
  userId: string
  body: Record<string, unknown>
  request: FastifyRequest
}

/** What a change returns: an answer, or why it was refused. */
type Outcome = { is: object } | { refused: string; message: string; status?: number }
type Change = (asked: Asked) => Promise<Outcome>

const NO_SESSION = { reason: 'noSession' }
const MAX_TEXT = 1_000
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/**
 * A person's own credentials and sessions. Whose they are follows from the session alone: no
 * request names a person. Each change needs the second factor again.
 */
export function mountAccount(scope: FastifyInstance, { app, publicUrl, sessions, visits, guards }: Parts): void {
  const { origin, hostname: id } = new URL(publicUrl)
  scope.get('/console/session/account', { onRequest: guards }, (request) => describe(app, visits.get(request)!))

  /**
   * The session is refreshed first: one whose credentials were reset has ended, and changes
   * nothing. `ends` says whether the change ends the person's sessions, this one too.
   */
  const change = (method: 'POST' | 'DELETE', path: string, act: Change, { ends } = { ends: false }) =>
    scope.route({
      method,
      url: `/console/session/account${path}`,
      onRequest: guards,
      handler: async (request, reply) => {
        const visit = await sessions.use(visits.get(request)!, { force: true })
        if (!visit) return reply.code(401).send(NO_SESSION)
        const { institution, session } = visit
        const until = session.steppedUpUntil?.epochMilliseconds ?? 0
        if (until <= app.tokenClock.now().epochMilliseconds) return reply.code(403).send(STEP_UP_REQUIRED)
        const asked = { app, rp: { id, origin }, institution, userId: session.userId, body: bodyOf(request), request }
        const outcome = await act(asked)
        reply.header('cache-control', 'no-store')
        if ('refused' in outcome) {
          const { refused: reason, message, status = 400 } = outcome
          return reply.code(status).send({ reason, message })
        }
        if (ends) await sessions.forget(visit)
        return outcome.is
      },
    })

  change('POST', '/passkey-options', askForPasskey)
  change('POST', '/passkeys', addPasskey)
  change('POST', '/app', beginApp)
  change('POST', '/app/confirm', confirmApp)
  change('DELETE', '/factors/:factorId', removeFactor, { ends: true })
  change('POST', '/password', changePassword, { ends: true })
  change('POST', '/sign-out-everywhere', signOutEverywhere, { ends: true })
}

const askForPasskey: Change = async ({ app, institution, userId, rp }) => ({
  is: await passkeyEnrolmentOptions(app, institution, userId, rp),
})

const addPasskey: Change = async ({ app, institution, userId, rp, body: { challengeId, response } }) => {
  const answer = { challengeId: textOf(challengeId, MAX_CHALLENGE), response, rp }
  const added = await confirmPasskeyEnrolment(app, institution, { userId }, answer)
  if (added.kind === 'ok') return { is: { recoveryCodes: added.recoveryCodes } }
  return { refused: 'passkeyRefused', message: 'The passkey was not added. Try again.' }
}

const beginApp: Change = async ({ app, institution, userId }) => {
  const { secret, uri } = await beginTotpEnrolment(app, institution, userId)
  return { is: { secret, qr: qrSquares(uri) } }
}

const confirmApp: Change = async ({ app, institution, userId, body: { code } }) => {
  const added = await confirmTotpEnrolment(app, institution, { userId }, textOf(code).replaceAll(/\s/g, ''))
  if (added.kind === 'ok') return { is: { recoveryCodes: added.recoveryCodes } }
  return { refused: 'codeRefused', message: 'The digits are wrong or too old. Enter those that the app shows now.' }
}

const removeFactor: Change = async ({ app, institution: { tenantId }, userId, request }) => {
  const { factorId } = request.params as { factorId: string }
  const removed = UUID.test(factorId) ? await removeOwnFactor(app, { tenantId, userId }, factorId) : 'factorNotFound'
  if (removed === 'ok') return { is: {} }
  if (removed === 'factorNotFound') return { refused: removed, message: 'You have no such second factor.', status: 404 }
  return { refused: removed, message: 'It is your only second factor. Add another one first.', status: 409 }
}

const changePassword: Change = async ({ app, institution, userId, body: { current, next }, request: { ip } }) => {
  const given = { userId, current: textOf(current), next: textOf(next), ip }
  const changed = await changeOwnPassword(app, institution, given).catch(unlessBusy)
  if (!changed) return BUSY
  return changed.kind === 'ok' ? { is: {} } : { refused: 'passwordRefused', message: changed.why }
}

const signOutEverywhere: Change = async ({ app, institution: { tenantId }, userId }) => {
  await endOwnSessions(app, { tenantId, userId })
  return { is: {} }
}

const BUSY = {
  refused: 'busy',
  message: 'Too many passwords are being checked at this moment. Wait a few seconds and try again.',
  status: 503,
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof SignInBusy)) throw error
}

/** The sealed challenge of a passkey. */
const MAX_CHALLENGE = 4_096

const textOf = (value: unknown, max = MAX_TEXT) => (typeof value === 'string' && value.length <= max ? value : '')

/** The fields of the JSON; none if it is anything else. */
function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(String(body ?? '{}'))
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

async function describe(app: App, { institution: { tenantId }, session }: Visit) {
  const { userId, tokens } = session
  const grant = { tenantId, userId, clientId: CONSOLE_CLIENT, grantId: tokens.grantId }
  const [credentials, open] = await app.db
    .forTenant(tenantId)
    .read(async (db) => [
      await readOwnCredentials(db, { tenantId, userId }),
      await listSessions(db, grant, app.tokenClock.now()),
    ])
  const { passwordSetAt, factors, recoveryCodesLeft } = credentials
  return {
    passwordSetAt: passwordSetAt && timestamp(passwordSetAt),
    factors: factors.map(renderFactor),
    recoveryCodesLeft,
    sessions: open.map(({ id, address, userAgent, startedAt, lastUsedAt, isOfGrant }) => ({
      ...{ sessionId: id, address, userAgent, isThisOne: isOfGrant },
      ...{ startedAt: timestamp(startedAt), lastUsedAt: timestamp(lastUsedAt) },
    })),
  }
}
