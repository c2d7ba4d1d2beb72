import { createContext, useContext } from 'react'

/** Who is signed in, as the server tells it. The page never has a token. */
export interface Session {
  person: { userUID: string; loginId: string; name: string }
  institution: { code: string; name: string; isSandbox: boolean; timeZone: string }
  legalEntity: { kind: 'Institution' | 'Customer'; customerUID: string | null; name: string }
  entitlements: readonly string[]
  /** Goes with every request to the API: another site cannot read it. */
  csrfToken: string
  signedInAt: string
  idleEndsAt: string
  endsAt: string
  steppedUpUntil: string | null
}

export interface SignInPlace {
  code: string
  name: string
  isSandbox: boolean
}

/** The session of this browser; null if nobody is signed in. Throws if the server does not answer. */
export async function readSession(): Promise<Session | null> {
  const reply = await fetch('/console/session', { headers: { Accept: 'application/json' } })
  if (reply.status === 401) return null
  if (!reply.ok) throw new Error(`The server answered ${reply.status}. Try again in a moment.`)
  return (await reply.json()) as Session
}

/** The institutions at which people can sign in here. */
export async function readSignInPlaces(): Promise<SignInPlace[]> {
  const reply = await fetch('/console/institutions', { headers: { Accept: 'application/json' } })
  if (!reply.ok) throw new Error(`The server answered ${reply.status}. Try again in a moment.`)
  return ((await reply.json()) as { institutions: SignInPlace[] }).institutions
}

/** The path of this page, to come back to. */
export const herePath = () => location.pathname + location.search

export function signInAt(code: string, returnTo = herePath()): void {
  location.assign(`/console/sign-in?${new URLSearchParams({ institution: code, returnTo })}`)
}

/** Asks for the second factor again, and comes back to this page. */
export function stepUp(): void {
  location.assign(`/console/step-up?${new URLSearchParams({ returnTo: herePath() })}`)
}

export async function signOut({ csrfToken }: Session): Promise<void> {
  const reply = await fetch('/console/sign-out', { method: 'POST', headers: { 'X-Giro-CSRF': csrfToken } })
  const { location: next } = reply.ok ? ((await reply.json()) as { location: string }) : { location: '/console' }
  location.assign(next)
}

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

/** The session of the signed-in person. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a session')
  return session
}

/** Whether the person may do it. The API decides again; this only hides what would be refused. */
export function useMay(): (...anyOf: string[]) => boolean {
  const { entitlements } = useSession()
  return (...anyOf) => anyOf.some((name) => entitlements.includes(name))
}
