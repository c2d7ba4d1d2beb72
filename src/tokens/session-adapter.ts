import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Caller } from './caller.ts'
import type { PeoplePort } from './people.ts'
import {
  endSessions,
  findSession,
  type SessionPayload,
  type StoredSession,
  startSession,
  useSession,
} from './person-sessions.store.ts'
import type { Realm } from './realms.store.ts'
import { PERSON_TOKEN_SECONDS } from './token-exchange-grant.ts'

interface Options {
  db: Database
  clock: Clock
  realm: Realm
  onRevocation: () => Promise<void>
  callerOf: (request: IncomingMessage) => Caller
  people: PeoplePort
}

const MAX_USER_AGENT_CHARACTERS = 300

/**
 * The sessions of people. A session exists only while its person may sign in with the credentials
 * that started it: after a suspension or a reset, no request finds it.
 */
export function sessionAdapter(options: Options): Adapter {
  const { db, clock, realm, people, callerOf, onRevocation } = options
  const { tenantId } = realm

  async function live(
    stored: StoredSession | undefined,
    named: { cookieSha256: string } | { handle: string },
  ): Promise<AdapterPayload | undefined> {
    if (!stored) return undefined
    const person = await people.readPerson(realm, stored.userId)
    if (person?.credentialsId === stored.credentials) return stored.payload as AdapterPayload
    await end(named)
    return undefined
  }

  async function end(named: { cookieSha256: string } | { handle: string }): Promise<void> {
    const now = clock.now()
    await db.transaction((tx) => endSessions(tx, { tenantId, ...named }, { tokenSeconds: PERSON_TOKEN_SECONDS, now }))
    await onRevocation()
  }

  return {
    async upsert(id, { jti: _, exp: __, ...payload }) {
      const { accountId: userId, uid: handle } = payload as SessionPayload
      // Before anyone has signed in, there is nothing to remember.
      if (userId === undefined || handle === undefined) return
      const person = await people.readPerson(realm, userId)
      if (!person) return
      const { ctx } = Provider
      const login = ctx?.oidc?.result?.login as { credentialsId?: string } | undefined
      const address = ctx ? callerOf(ctx.req).address : ''
      const userAgent = (ctx?.get('user-agent') ?? '').slice(0, MAX_USER_AGENT_CHARACTERS)
      const { session } = person
      const use = { tenantId, userId, handle, cookieSha256: digestOf(id), payload, address, userAgent, session }
      const credentials = login?.credentialsId
      // Only a sign-in starts a session: a request that read one before its end does not bring it
      // back.
      await db.transaction((tx) =>
        credentials === undefined
          ? useSession(tx, use, clock.now())
          : startSession(tx, { ...use, credentials }, clock.now()),
      )
    },
    async find(id) {
      const named = { cookieSha256: digestOf(id) }
      const stored = await db.read((db) => findSession(db, { tenantId, ...named }, clock.now()))
      const payload = await live(stored, named)
      return payload && { ...payload, jti: id }
    },
    async findByUid(handle) {
      const stored = await db.read((db) => findSession(db, { tenantId, handle }, clock.now()))
      return live(stored, { handle })
    },
    async destroy(id) {
      // oidc-provider also destroys the earlier cookie of a session that gets a new one.
      if (Provider.ctx?.oidc?.session?.jti === id) await end({ cookieSha256: digestOf(id) })
    },
    consume: async () => {},
    revokeByGrantId: async () => {},
    findByUserCode: async () => undefined,
  }
}

/** The cookie itself is not stored: a reader of the database cannot use it. */
const digestOf = (id: string) => hash('sha256', id, 'base64url')
