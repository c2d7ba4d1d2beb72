import type { Principal } from './access-tokens.ts'
import { CONSOLE_CLIENT } from './console-client.ts'

/** An API client that acts, and the person whose token it uses. */
export interface Party {
  clientId: string
  userId: string | null
}

/** The client and person of a token. */
export function partyOf({ clientId, person }: Pick<Principal, 'clientId' | 'person'>): Party {
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

/** Who may be behind a name: itself, its holders, their holders, and so on. */
export type Holders = ReadonlyMap<string, ReadonlySet<string>>

/** Everyone who may be behind one of the names. */
export function behind(holders: Holders, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...(holders.get(name) ?? [name])]))
}
