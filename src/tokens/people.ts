import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from './caller.ts'
import type { Realm } from './realms.store.ts'

export { endSessionOfGrant, listSessions } from './person-sessions.store.ts'
export { findPerson } from './persons.store.ts'
export type { Realm } from './realms.store.ts'
export { deleteTokenRecord, findTokenRecord, upsertTokenRecord } from './token-records.store.ts'

/** A person who may sign in now. */
export interface SigningPerson {
  loginId: string
  displayName: string
  /** Changes when the person's credentials are reset: sessions of the earlier ones end. */
  credentialsId: string
  /** How long a session lasts without use, and at most. */
  session: { idleSeconds: number; maxSeconds: number }
}

/**
 * What the token service needs to sign people in. The slice `sign-in` implements it: it knows
 * credentials and shows the pages.
 */
export interface PeoplePort {
  /** Undefined unless the user may sign in now. */
  readPerson(realm: Realm, userId: string): Promise<SigningPerson | undefined>
  /** Serves a page of the institution: the path is what follows the issuer, from the slash on. */
  servePage(visit: PageVisit): Promise<void>
  /** The page for an authorization request that cannot return to its client. */
  showError(realm: Realm, error: { code: string; description: string | undefined }): Promise<Page>
  /** The page that asks before it signs out; `action` is where its form goes. */
  askSignOut(realm: Realm, form: { action: string; xsrf: string }): Promise<Page>
  showSignedOut(realm: Realm): Promise<Page>
}

/** A page with the headers that it needs. */
export interface Page {
  html: string
  headers: Readonly<Record<string, string>>
}

/** A request for a page. */
export interface PageVisit {
  realm: Realm
  path: string
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
  requests: SignInRequests
}

/** How a person proved who they are. */
export interface SignInProof {
  userId: string
  credentialsId: string
  /** Authentication methods: RFC 8176. */
  amr: readonly string[]
}

/** A person whom a client wants to be signed in, in the browser that asked for it. */
export interface SignInRequest {
  id: string
  /** The name of the client. */
  clientName: string
  /** The origin to which the browser returns. */
  returnOrigin: string
  /** What the client says about who wants to sign in. */
  loginHint: string | undefined
  /** The person who is signed in in this browser, and must prove it again. */
  current: { userId: string; amr: readonly string[] } | undefined
}

export interface SignInRequests {
  /** The request of this browser; undefined if it has ended or belongs to another browser. */
  find(request: IncomingMessage, response: ServerResponse, id: string): Promise<SignInRequest | undefined>
  /** Signs the person in and sends the browser back. */
  finish(request: IncomingMessage, response: ServerResponse, id: string, proof: SignInProof): Promise<void>
  /** Ends the request without signing in, and sends the browser back. */
  cancel(request: IncomingMessage, response: ServerResponse, id: string): Promise<void>
}

/** The scopes of OpenID Connect: who the person is, and their name. */
export const PERSON_SCOPES = ['openid', 'profile'] as const

/** The authentication context of every session: two factors, AAL2 of NIST SP 800-63B. */
export const TWO_FACTORS = 'aal2'
