import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import { type SignInProof, type SignInRequests, TWO_FACTORS } from './people.ts'
import { endSessions } from './person-sessions.store.ts'
import type { Realm } from './realms.store.ts'
import { PERSON_TOKEN_SECONDS } from './token-exchange-grant.ts'

interface Options {
  db: Database
  clock: Clock
  onRevocation: () => Promise<void>
}

/**
 * The requests of clients to sign a person in. Each belongs to the browser that started it: the
 * server set the cookie that names it there, and a page of another host cannot.
 */
export function createSignInRequests(realm: Realm, provider: Provider, options: Options): SignInRequests {
  const { db, clock, onRevocation } = options
  const { tenantId } = realm

  async function interactionOf(request: IncomingMessage, response: ServerResponse, id: string) {
    if (!provider.createContext(request, response).cookies.get(requestCookie(provider, id))) return undefined
    try {
      const interaction = await provider.interactionDetails(request, response)
      return interaction.uid === id ? interaction : undefined
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    }
  }

  /** Another person who is signed in in this browser is signed out first. */
  async function makeRoom(request: IncomingMessage, response: ServerResponse, proof: SignInProof): Promise<boolean> {
    const session = await provider.Session.get(provider.createContext(request, response) as never)
    if (!session.accountId || session.accountId === proof.userId) return false
    const named = { tenantId, handle: session.uid }
    const ending = { tokenSeconds: PERSON_TOKEN_SECONDS, now: clock.now() }
    await db.transaction((tx) => endSessions(tx, named, ending))
    await onRevocation()
    return true
  }

  async function settle(interaction: Interaction, response: ServerResponse, result: InteractionResults) {
    interaction.result = result
    await interaction.save(interaction.exp - Math.floor(clock.now().epochMilliseconds / 1_000))
    response.writeHead(303, { Location: interaction.returnTo, 'Content-Length': '0' }).end()
  }

  return {
    async find(request, response, id) {
      const interaction = await interactionOf(request, response, id)
      if (!interaction) return undefined
      const { params, session } = interaction
      const client = await provider.Client.find(String(params['client_id']))
      if (!client) return undefined
      const loginHint = params['login_hint']
      return {
        id,
        clientName: client.clientName ?? client.clientId,
        returnOrigin: new URL(String(params['redirect_uri'])).origin,
        loginHint: typeof loginHint === 'string' ? loginHint : undefined,
        current: session?.accountId ? { userId: session.accountId, amr: session.amr ?? [] } : undefined,
      }
    },
    async finish(request, response, id, proof) {
      const interaction = await interactionOf(request, response, id)
      if (!interaction) throw new errors.SessionNotFound('the request to sign in has ended')
      if (await makeRoom(request, response, proof)) delete interaction.session
      const { userId: accountId, credentialsId, amr } = proof
      const ts = Math.floor(clock.now().epochMilliseconds / 1_000)
      const login = { accountId, credentialsId, acr: TWO_FACTORS, amr: [...amr], ts, remember: false }
      await settle(interaction, response, { login })
    },
    async cancel(request, response, id) {
      const interaction = await interactionOf(request, response, id)
      if (!interaction) throw new errors.SessionNotFound('the request to sign in has ended')
      await settle(interaction, response, { error: 'access_denied', error_description: 'the person did not sign in' })
    },
  }
}

/**
 * A request continues only in the browser that started it. A neighbouring host can plant the cookie
 * by which oidc-provider continues a request, but not the one that marks the browser.
 */
export function continueInOwnBrowser(provider: Provider, authorizationPath: string): void {
  const below = `${authorizationPath}/`.toLowerCase()
  provider.use(async (ctx, next) => {
    // oidc-provider matches paths in any case, and follows the cookie instead of the path.
    const id = ctx.path.toLowerCase().startsWith(below) && ctx.cookies.get(provider.cookieName('resume'))
    if (!id) return next()
    const mark = requestCookie(provider, id)
    // Without cookies, oidc-provider knows no request and shows that it has ended.
    if (!ctx.cookies.get(mark)) delete ctx.req.headers.cookie
    await next()
    if (ctx.status !== 303) return
    const { secure } = ctx.request
    ctx.cookies.set(mark, null, { path: '/', httpOnly: true, secure, sameSite: 'lax', signed: false })
  })
}

/** `__Host-` where there is TLS: only this server can set it, and each request has its own. */
export function requestCookie(provider: Provider, id: string): string {
  return `${provider.cookieName('session')}-${id}`
}
