import type { Session } from './session.ts'

/** A person's own credentials and sessions, as the server of the console tells them. */
export interface Account {
  passwordSetAt?: string
  factors: { factorId: string; kind: 'Totp' | 'Passkey'; createdAt: string; usedAt?: string }[]
  recoveryCodesLeft: number
  sessions: SignedInBrowser[]
}

export interface SignedInBrowser {
  sessionId: string
  address: string
  userAgent: string
  startedAt: string
  lastUsedAt: string
  isThisOne: boolean
}

/** An authenticator app that waits for its first code. */
export interface NewApp {
  secret: string
  qr: { size: number; path: string }
}

/** Why the server refused a change of the account. */
export class AccountRefusal extends Error {
  override readonly name = 'AccountRefusal'
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

async function ask<Answer>(session: Session, method: string, path: string, body?: object): Promise<Answer> {
  const reply = await fetch(`/console/session/account${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Giro-CSRF': session.csrfToken },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as Answer & { reason?: string; message?: string }
  if (reply.ok) return answer
  if (reply.status === 401) location.assign('/console')
  throw new AccountRefusal(answer.reason ?? '', answer.message ?? `The server answered ${reply.status}.`)
}

export const readAccount = (session: Session) => ask<Account>(session, 'GET', '')

interface Added {
  recoveryCodes: string[]
}

/** Has the browser make a passkey, and adds it. */
export async function addPasskey(session: Session): Promise<Added> {
  if (!('PublicKeyCredential' in window && PublicKeyCredential.parseCreationOptionsFromJSON))
    throw new Error('This browser cannot set up passkeys. Use a newer one, or an authenticator app.')
  const { challengeId, options } = await ask<{
    challengeId: string
    options: PublicKeyCredentialCreationOptionsJSON
  }>(session, 'POST', '/passkey-options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = (await navigator.credentials.create({ publicKey }).catch(() => null)) as PublicKeyCredential | null
  if (!made) throw new Error('No passkey was made: it was cancelled, or you have one on this device already.')
  return ask(session, 'POST', '/passkeys', { challengeId, response: made.toJSON() })
}

export const beginApp = (session: Session) => ask<NewApp>(session, 'POST', '/app')
export const confirmApp = (session: Session, code: string) => ask<Added>(session, 'POST', '/app/confirm', { code })

/** What follows ends the sessions of the person, this one too. */
export const removeFactor = (session: Session, factorId: string) => ask(session, 'DELETE', `/factors/${factorId}`)
export const changePassword = (session: Session, change: { current: string; next: string }) =>
  ask(session, 'POST', '/password', change)
export const signOutEverywhere = (session: Session) => ask(session, 'POST', '/sign-out-everywhere')
