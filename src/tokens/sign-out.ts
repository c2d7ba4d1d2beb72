import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Page, PeoplePort } from './people.ts'
import { endSessions } from './person-sessions.store.ts'
import type { Realm } from './realms.store.ts'
import { PERSON_TOKEN_SECONDS } from './token-exchange-grant.ts'

type Context = Pick<KoaContextWithOIDC, 'body' | 'set' | 'type'>

/** Replies with a page for a person. */
export function show(ctx: Context, { html, headers }: Page): void {
  ctx.type = 'text/html'
  ctx.set({ ...headers })
  ctx.body = html
}

/** The pages of OpenID Connect RP-Initiated Logout 1.0. */
export function signOutPages(realm: Realm, people: PeoplePort) {
  return {
    logoutSource: async (ctx: KoaContextWithOIDC) => {
      const { secret } = ctx.oidc.session!.state as { secret: string }
      show(ctx, await people.askSignOut(realm, { action: ctx.oidc.urlFor('end_session_confirm'), xsrf: secret }))
    },
    postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) => show(ctx, await people.showSignedOut(realm)),
  }
}

interface Options {
  db: Database
  clock: Clock
  onRevocation: () => Promise<void>
}

/**
 * Signs out without a question if the client proves with the person's ID token that it signed them
 * in, or if nobody is signed in. Otherwise any page could sign people out, so they are asked.
 */
export function signOutOfBrowser(provider: Provider, { tenantId }: Realm, options: Options): void {
  const { db, clock, onRevocation } = options
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as KoaContextWithOIDC
    if (oidc?.route !== 'end_session' || ctx.status !== 200) return
    const { accountId, uid: handle, state } = oidc.session!
    if (accountId && oidc.entities.IdTokenHint?.payload['sub'] !== accountId) return
    if (accountId) {
      const now = clock.now()
      await db.transaction((tx) => endSessions(tx, { tenantId, handle }, { tokenSeconds: PERSON_TOKEN_SECONDS, now }))
      await onRevocation()
    }
    const name = provider.cookieName('session')
    const secure = name.startsWith('__Host-')
    ctx.cookies.set(name, null, { path: '/', httpOnly: true, secure, sameSite: 'lax', signed: false })
    const { postLogoutRedirectUri, state: returned } = (state ?? {}) as Record<string, string | undefined>
    const target = new URL(postLogoutRedirectUri ?? oidc.urlFor('end_session_success'))
    if (postLogoutRedirectUri && returned !== undefined) target.searchParams.set('state', returned)
    ctx.status = 303
    ctx.redirect(target.href)
  })
}
