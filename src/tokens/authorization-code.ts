import {
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type Provider,
  type UnknownObject,
} from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { basePathOf } from '../kernel/request-target.ts'
import { API_IDENTIFIER, API_SCOPE } from './access-token-claims.ts'
import { CONSOLE_CLIENT } from './console-client.ts'
import { PERSON_SCOPES, type PeoplePort, TWO_FACTORS } from './people.ts'
import { touchSession } from './person-sessions.store.ts'
import { findPerson } from './persons.store.ts'
import type { Realm } from './realms.store.ts'
import { requestCookie } from './sign-in-requests.ts'
import { claimsOfPerson, PERSON_TOKEN_SECONDS } from './token-exchange-grant.ts'

/** A code is exchanged at once. RFC 6749 section 4.1.2 allows ten minutes. */
const CODE_SECONDS = 60
/** How long a person may take to sign in. */
export const SIGN_IN_SECONDS = 1_800
/** The longest session of any person. Each ends earlier, as its institution decides. */
const SESSION_SECONDS = 86_400

interface Options {
  db: Database
  clock: Clock
  publicUrl: string
  people: PeoplePort
}

/** What a realm's server needs in addition, so that people sign in to its clients. */
export function codeFlowConfiguration(realm: Realm, options: Options) {
  const { people, publicUrl } = options
  return {
    acrValues: [TWO_FACTORS],
    responseTypes: ['code'],
    scopes: [API_SCOPE, ...PERSON_SCOPES],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], acr: null, amr: null, auth_time: null },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: cookiesOf(realm, publicUrl),
    interactions: {
      policy: signInPolicy(),
      url: (ctx, { uid }) => beginSignIn(ctx, uid),
    },
    loadExistingGrant,
    findAccount: async (_ctx, id) => {
      const person = await people.readPerson(realm, id)
      return person && { accountId: id, claims: () => profileOf(id, person) }
    },
    // None of them outlives the session of the person.
    expiresWithSession: async (_ctx, token) => token.accountId !== token.clientId,
  } satisfies Configuration
}

export const codeFlowSeconds = {
  AuthorizationCode: CODE_SECONDS,
  Interaction: SIGN_IN_SECONDS,
  Session: SESSION_SECONDS,
  IdToken: PERSON_TOKEN_SECONDS,
}

function profileOf(userId: string, { displayName, loginId }: { displayName: string; loginId: string }) {
  return { sub: userId, name: displayName, preferred_username: loginId }
}

/**
 * The prefix makes browsers refuse these cookies from another host or over plain HTTP (RFC 6265bis
 * section 4.1.3). The loopback interface has no TLS, so there the names have none. Each institution
 * has its own names.
 */
function cookiesOf({ code }: Realm, publicUrl: string) {
  const isSecured = publicUrl.startsWith('https:')
  const [ofHost, secured] = isSecured ? ['__Host-', '__Secure-'] : ['', '']
  const options = { httpOnly: true, secure: isSecured, sameSite: 'lax', signed: false } as const
  return {
    names: {
      session: `${ofHost}giro-session-${code}`,
      interaction: `${secured}giro-sign-in-${code}`,
      resume: `${secured}giro-resume-${code}`,
    },
    long: { ...options, path: '/' },
    short: options,
  }
}

/** Marks the browser as the one that started the request, and sends it to the page. */
function beginSignIn(ctx: KoaContextWithOIDC, id: string): string {
  const { provider } = ctx.oidc
  const secure = ctx.request.secure
  const options = { httpOnly: true, secure, sameSite: 'lax', signed: false, path: '/' } as const
  ctx.cookies.set(requestCookie(provider, id), '1', { ...options, maxAge: SIGN_IN_SECONDS * 1_000 })
  return `${basePathOf(provider.issuer)}/sign-in/${id}`
}

/** No one is asked for consent: the clients are the institution's own or its customers'. */
function signInPolicy() {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  const login = policy.get('login')!
  login.checks.add(
    new Check('person_ended', 'the person may not sign in', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  )
  return policy
}

/** Gives the client the grant that its person's session has, or a new one. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { session, client, provider, account } = ctx.oidc
  const grantId = session!.grantIdFor(client!.clientId)
  const found = grantId ? await provider.Grant.find(grantId) : undefined
  const grant = found ?? new provider.Grant({ clientId: client!.clientId, accountId: account!.accountId })
  grant.addOIDCScope(PERSON_SCOPES.join(' '))
  grant.addResourceScope(API_IDENTIFIER, API_SCOPE)
  grant.exp = undefined
  await grant.save()
  return grant
}

/** Whether the token request is for a person and not for the client itself. */
export function isOfPerson({ oidc }: KoaContextWithOIDC): boolean {
  const source = oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken
  return source !== undefined && source.accountId !== oidc.client?.clientId
}

/** The use of a refresh token is a use of the session. */
export async function prolongSession(
  ctx: KoaContextWithOIDC,
  realm: Realm,
  { db, clock, people }: Pick<Options, 'db' | 'clock' | 'people'>,
): Promise<void> {
  const { sessionUid: handle, accountId } = ctx.oidc.entities.RefreshToken!
  const person = accountId && (await people.readPerson(realm, accountId))
  if (!handle || !person) return
  const { idleSeconds } = person.session
  await db.transaction((tx) => touchSession(tx, { tenantId: realm.tenantId, handle, idleSeconds }, clock.now()))
}

/**
 * The claims of the access token of a person who signed in: those of a token that was exchanged,
 * with the rights that the person has now, and how and when the person signed in.
 */
export async function claimsOfSignedIn(
  ctx: KoaContextWithOIDC,
  realm: Realm,
  { db }: { db: Database },
): Promise<UnknownObject | undefined> {
  if (!isOfPerson(ctx)) return undefined
  const client = ctx.oidc.client!
  const source = (ctx.oidc.entities.AuthorizationCode ?? ctx.oidc.entities.RefreshToken)!
  // The console is for everyone whom the institution serves.
  const legalEntityId = client.clientId === CONSOLE_CLIENT ? null : BigInt(String(client['legal_entity']))
  const key = { tenantId: realm.tenantId, legalEntityId }
  const person = await db.read((db) => findPerson(db, { ...key, userId: source.accountId! }))
  if (!person) throw new errors.InvalidGrant("the person is not an Active user of the client's legal entity")
  const { acr, amr, authTime } = source
  return {
    ...claimsOfPerson(person, client.clientId, client['entitlements'] as string[]),
    ...{ acr, amr, auth_time: authTime },
  }
}

/** A person's token is short, however long those of the client are. */
export function personSeconds(seconds: number, token: { accountId?: string }, client: Client): number {
  return token.accountId === client.clientId ? seconds : Math.min(seconds, PERSON_TOKEN_SECONDS)
}

/**
 * Addresses are those of the public URL. oidc-provider would derive them from the Host header,
 * which the caller chooses, and see no TLS behind a proxy.
 */
export function servePublicUrl(provider: Provider, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl)
  const { request } = provider as unknown as { request: object }
  Object.defineProperties(request, {
    protocol: { get: () => protocol.slice(0, -1) },
    host: { get: () => host },
  })
}
