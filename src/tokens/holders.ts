import { CONSOLE_CLIENT } from './console-client.ts'

/** An API client that acts, and the person whose token it uses. */
export interface Party {
  clientId: string
  /** The id of a user, or the name of a signatory (`signatoryParty`). */
  userId: string | null
}

/** A signatory whom a trusted client names. Signatories do not sign in. */
export function signatoryParty(signatoryId: string): Party {
  return { clientId: CONSOLE_CLIENT, userId: `signatory:${signatoryId}` }
}

/** The client and person of a token. */
export function partyOf({ clientId, person }: { clientId: string; person?: { userId: string } }): Party {
  return { clientId, userId: person?.userId ?? null }
}

/** The party in one text, for a column: the API key, and after a space the id of the person. */
export function textOfParty({ clientId, userId }: Party): string {
  return userId === null ? clientId : `${clientId} ${userId}`
}

export function partyOfText(text: string): Party {
  const [clientId, userId = null] = text.split(' ')
  return { clientId: clientId!, userId }
}

/** The person alone, if a token proves one: another person of the same client is somebody else. */
export function provenPartyOf({ clientId, userId }: Party): Party {
  return { clientId: userId === null ? clientId : CONSOLE_CLIENT, userId }
}

/**
 * How a party is named among the holders of a client: the API key, and the id of the person. The
 * console works for people only, so its person counts alone.
 */
export function namesOf({ clientId, userId }: Party): string[] {
  if (userId === null) return [clientId]
  return clientId === CONSOLE_CLIENT ? [userId] : [clientId, userId]
}

/** The people among the parties. */
export function peopleOf(parties: readonly Party[]): string[] {
  return parties.flatMap(({ userId }) => (userId === null ? [] : [userId]))
}
