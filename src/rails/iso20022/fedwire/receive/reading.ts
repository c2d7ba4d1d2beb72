import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../../db/client.ts'
import type { Institution } from '../../../../institution/institution.ts'
import type { Evidence, Meaning, NewMessage } from '../../../network.ts'
import type { DocumentOf, MessageType } from '../../messages.ts'
import type { Participant } from '../participant.ts'

/** A message that came in and keeps the rules, with what its reader may use. */
export interface Reading<Type extends MessageType = MessageType> {
  tx: Transaction
  institution: Institution
  /** The institution, as Fedwire knows it. */
  us: Participant
  type: Type
  document: DocumentOf<Type>
  /** The id that Fedwire gave it: its OMAD, if another bank sent it. */
  messageId: string
  /** Fedwire sends it again at our request. */
  isCopy: boolean
  now: Temporal.Instant
}

/** What a message means, and what it is about. */
export interface Understood {
  meanings: readonly Meaning[]
  replies?: readonly NewMessage[]
  uetr?: string | undefined
  paymentId?: string | undefined
}

export function evidenceOf(
  { type, messageId }: Pick<Reading, 'type' | 'messageId'>,
  more: Readonly<Record<string, string | undefined>> = {},
): Evidence {
  const known = Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { network: 'FEDWIRE', messageId, messageType: type, ...Object.fromEntries(known) }
}

export function informed(reading: Pick<Reading, 'type' | 'messageId'>, about: string): Meaning {
  return { kind: 'informed', about, evidence: evidenceOf(reading) }
}

/** A person must see it: no rule says what to do. */
export function exception(
  reading: Pick<Reading, 'type' | 'messageId'>,
  why: string,
  { paymentId, ...more }: { paymentId?: string | null | undefined } & Record<string, string | null | undefined> = {},
): Meaning {
  const facts = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value ?? undefined]))
  return { kind: 'exception', why, ...(paymentId && { paymentId }), evidence: evidenceOf(reading, facts) }
}
