import { CONSOLE_CLIENT } from './console-client.ts'

/** An API client that acts, and the person whose token it uses. */
export interface Party {
  clientId: string
  userId: string | null
}

/** The client and person of a token. */
export function partyOf({ clientId, person }: { clientId: string; person?: { userId: string } }): Party {
  return { clientId, userId: person?.userId ?? null }
}

/**
 * How a party is named among the holders of a client: the API key, and the id of the person. The
 * console works for people only, so its person counts alone.
 */
export function namesOf({ clientId, userId }: Party): string[] {
  if (userId === null) return [clientId]
  return clientId === CONSOLE_CLIENT ? [userId] : [clientId, userId]
}
