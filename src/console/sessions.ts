import { randomBytes, randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { findInstitutionByCode, type Institution } from '../institution/institution.ts'
import { readPerson, sessionEndsOf } from '../sign-in/sign-in.ts'
import { CONSOLE_CLIENT } from '../tokens/console-client.ts'
import { endSessionOfGrant } from '../tokens/people.ts'
import { PERSON_TOKEN_SECONDS } from '../tokens/token-exchange-grant.ts'
import {
  beginRefresh,
  type ConsoleSession,
  deleteSession,
  deleteSessionsOfUser,
  endRefresh,
  findSession,
  insertSession,
} from './console.store.ts'
import type { SignedIn, SignInClient } from './sign-in-client.ts'

/** A session with its institution and the cookie that named it. */
export interface Visit {
  institution: Institution
  session: ConsoleSession
  cookie: string
}

/** Tokens are refreshed after this time of use: so their session in the token service lasts. */
const REFRESH_AFTER_MS = 60_000
/** How long the second factor counts for what needs it again. */
const STEP_UP_SECONDS = 300
const SECRET_BYTES = 32
const WAIT_MS = 50
const MAX_WAITS = 60

export interface Sessions {
  /** The live session of a cookie; undefined if there is none. Does not count as use. */
  find(cookie: string | undefined): Promise<Visit | undefined>
  /** The session with fresh tokens: it was used. Undefined if it has ended. */
  use(visit: Visit, options?: { force: boolean }): Promise<Visit | undefined>
  /** Starts a session in place of `earlier`, the browser's own. Undefined if the person may not. */
  start(realm: string, signedIn: SignedIn, options: StartOptions): Promise<string | undefined>
  /** Ends all sessions of the person in the console. */
  forget(visit: Visit): Promise<void>
  /** Ends the session, and the one in the token service with all its tokens. */
  end(visit: Visit): Promise<void>
}

interface StartOptions {
  earlier: Visit | undefined
  /** When the second factor was asked for again, in milliseconds since 1970. */
  stepUpSince: number | undefined
}

export function createSessions(app: App, client: SignInClient, onRevocation: () => Promise<void>): Sessions {
  const { sealer, tokenClock } = app

  async function find(cookie: string | undefined): Promise<Visit | undefined> {
    const [, code] = /^([\w-]{1,64})\.[\w-]{43}$/.exec(cookie ?? '') ?? []
    if (!code) return undefined
    const institution = await app.db.read((db) => findInstitutionByCode(db, code))
    if (!institution) return undefined
    const { tenantId } = institution
    const now = tokenClock.now()
    const db = app.db.forTenant(tenantId)
    const session = await db.read((db) => findSession(db, sealer, { tenantId, cookie: cookie! }, now))
    return session && { institution, session, cookie: cookie! }
  }

  async function drop({ institution: { tenantId }, session: { id } }: Visit): Promise<undefined> {
    await app.db.forTenant(tenantId).transaction((tx) => deleteSession(tx, { tenantId, id }))
  }

  async function refresh(visit: Visit): Promise<Visit | undefined> {
    const { institution, session } = visit
    const { tenantId, code } = institution
    const { id, sealedTokens, userId } = session
    const db = app.db.forTenant(tenantId)
    const isOurs = await db.transaction((tx) => beginRefresh(tx, { tenantId, id, sealedTokens }, tokenClock.now()))
    if (!isOurs) return undefined
    const tokens = await client.refresh(code, session.tokens.refreshToken)
    const person = tokens && (await readPerson(app, institution, userId))
    if (!tokens || !person) return drop(visit)
    const { idleSeconds } = sessionEndsOf(person)
    await db.transaction((tx) => endRefresh(tx, sealer, { tenantId, id, tokens, idleSeconds }, tokenClock.now()))
    return find(visit.cookie)
  }

  return {
    find,
    async use(visit, { force } = { force: false }) {
      const now = tokenClock.now().epochMilliseconds
      const age = now - visit.session.refreshedAt.epochMilliseconds
      if (!force && age < REFRESH_AFTER_MS && visit.session.tokens.expiresAt > now) return visit
      const fresh = await refresh(visit)
      if (fresh) return fresh
      // Another request refreshes: its tokens are needed if those of now are not good any more.
      for (let waits = 0; waits < MAX_WAITS; waits++) {
        const found = await find(visit.cookie)
        if (!found?.session.sealedTokens.equals(visit.session.sealedTokens)) return found
        if (!force && found.session.tokens.expiresAt > now) return found
        await app.time.sleep(WAIT_MS)
      }
      return undefined
    },
    start: (realm, signedIn, options) => startSession(app, realm, signedIn, { ...options, drop }),
    async forget({ institution: { tenantId }, session: { userId } }) {
      await app.db.forTenant(tenantId).transaction((tx) => deleteSessionsOfUser(tx, { tenantId, userId }))
      await onRevocation()
    },
    async end({ institution: { tenantId }, session }) {
      const { id, userId, tokens } = session
      const ended = { tenantId, userId, clientId: CONSOLE_CLIENT, grantId: tokens.grantId }
      const ending = { tokenSeconds: PERSON_TOKEN_SECONDS, now: tokenClock.now() }
      await app.db.forTenant(tenantId).transaction(async (tx) => {
        await deleteSession(tx, { tenantId, id })
        await endSessionOfGrant(tx, ended, ending)
      })
      await onRevocation()
    },
  }
}

/** Starts the session of a person who has just signed in, in place of the browser's own. */
async function startSession(
  app: App,
  realm: string,
  { userId, tokens, authTime }: SignedIn,
  { earlier, stepUpSince, drop }: StartOptions & { drop: (visit: Visit) => Promise<undefined> },
): Promise<string | undefined> {
  const institution = await app.db.read((db) => findInstitutionByCode(db, realm))
  const person = institution && (await readPerson(app, institution, userId))
  if (!person) return undefined
  const { tenantId } = institution
  const now = app.tokenClock.now()
  const own = earlier?.institution.tenantId === tenantId && earlier.session.userId === userId ? earlier : undefined
  if (earlier && !own) await drop(earlier)
  const { idleSeconds, maxSeconds } = sessionEndsOf(person)
  const endsAt = own?.session.endsAt ?? now.add({ seconds: maxSeconds })
  const idleEndsAt = earliest(now.add({ seconds: idleSeconds }), endsAt)
  const isProven = own && stepUpSince !== undefined && authTime >= Math.floor(stepUpSince / 1_000)
  const cookie = `${institution.code}.${randomBytes(SECRET_BYTES).toString('base64url')}`
  const session = {
    ...{ id: randomUUID(), userId, tokens, signedInAt: own?.session.signedInAt ?? now, refreshedAt: now },
    ...{ steppedUpUntil: isProven ? now.add({ seconds: STEP_UP_SECONDS }) : null, idleEndsAt, endsAt },
  }
  await app.db.forTenant(tenantId).transaction(async (tx) => {
    if (own) await deleteSession(tx, { tenantId, id: own.session.id })
    await insertSession(tx, app.sealer, { tenantId, cookie, ...session })
  })
  return cookie
}

const earliest = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other
