import { Temporal } from 'temporal-polyfill'

/**
 * The input message accountability data of a message that we send (IMAD): the cycle date, our
 * endpoint, and the number of the message among those of the endpoint on that day.
 */
export interface Imad {
  cycleDate: Temporal.PlainDate
  /** Eight capital letters and digits. */
  endpoint: string
  sequence: number
}

/** How many messages an endpoint can send in a cycle day. */
export const LAST_SEQUENCE = 999_999

const IMAD = /^(\d{8})([A-Z0-9]{8})(\d{6})$/

/** A month, a day, an hour, a minute and the application follow in the long form of an OMAD. */
const OMAD = /^\d{8}[A-Z0-9]{8}\d{6}(?:\d{8}[A-Z0-9]{4})?$/

export function formatImad({ cycleDate, endpoint, sequence }: Imad): string {
  return `${cycleDate.toString().replaceAll('-', '')}${endpoint}${String(sequence).padStart(6, '0')}`
}

/** Undefined if it does not have the form, or its date does not exist. */
export function parseImad(text: string): Imad | undefined {
  const [, date, endpoint, digits] = IMAD.exec(text) ?? []
  if (date === undefined) return undefined
  try {
    const sequence = Number(digits)
    return sequence === 0 ? undefined : { cycleDate: Temporal.PlainDate.from(date), endpoint: endpoint!, sequence }
  } catch {
    return undefined
  }
}

/**
 * Whether an id is output message accountability data (OMAD), which the Fedwire Funds Service gives
 * to a message that it delivers. Other messages of its own have references of other forms.
 */
export function isOmad(id: string): boolean {
  return OMAD.test(id)
}

/** The endpoint to which Fedwire delivered a message; undefined unless the id is a long OMAD. */
export function endpointOfOmad(id: string): string | undefined {
  return /^\d{8}([A-Z0-9]{8})\d{14}[A-Z0-9]{4}$/.exec(id)?.[1]
}
