import { Temporal } from 'temporal-polyfill'

/** A client, and the user whose token it sent. */
interface Actor {
  clientId: string
  userId: string | null
}

/** What the audit log has of a change of a customer, user or signatory. */
export interface NumberRecord {
  action: string
  at: Temporal.Instant
  /** Who made the change, and who had asked for it. */
  by: readonly Actor[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A telephone number as somebody set it. */
export interface NumberSet {
  phoneNumber: string
  since: Temporal.Instant
  /** Empty if it is not known: it was set before the records that were read. */
  setBy: readonly Actor[]
  /** Who confirmed it since. */
  confirmedBy: readonly Actor[]
}

export const NUMBER_CONFIRMED = 'phoneNumberConfirmed'

/**
 * The number that was in force at `agedAt`, and the present one if it was set later. The records of
 * one customer, user or signatory are in the order of time. A number written in another form is no
 * change; a number that comes back after another one is.
 */
export function numbersOf(records: readonly NumberRecord[], agedAt: Temporal.Instant): NumberSet[] {
  const numbers: (Omit<NumberSet, 'phoneNumber'> & { phoneNumber: string | undefined })[] = []
  for (const [at, { action, at: since, by, before, after }] of records.entries()) {
    const last = numbers.at(-1)
    if (action.endsWith(`.${NUMBER_CONFIRMED}`)) {
      if (last && isSameNumber(last.phoneNumber, textOf(after))) last.confirmedBy = [...last.confirmedBy, ...by]
      continue
    }
    const [old, phoneNumber] = [textOf(before), textOf(after)]
    const isFirst = at === 0 && before !== null && isSameNumber(old, phoneNumber)
    if (isFirst) numbers.push({ phoneNumber, since, setBy: [], confirmedBy: [] })
    else if (!isSameNumber(old, phoneNumber)) numbers.push({ phoneNumber, since, setBy: by, confirmedBy: [] })
  }
  const aged = numbers.findLast(({ since }) => Temporal.Instant.compare(since, agedAt) <= 0)
  return [...new Set([aged, numbers.at(-1)])].flatMap((one) =>
    one?.phoneNumber === undefined ? [] : [{ ...one, phoneNumber: one.phoneNumber }],
  )
}

function textOf(content: Record<string, unknown> | null): string | undefined {
  const text = content?.phoneNumber
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Whether both are one number, in whatever form. A number without country code is of the US. */
export function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  return dialled(one) === dialled(other)
}

function dialled(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const digits = text.replaceAll(/\D/g, '')
  if (text.trim().startsWith('+')) return digits
  const international = /^(?:011|00)/.exec(digits)
  if (international) return digits.slice(international[0].length)
  return digits.length === 10 ? `1${digits}` : digits
}

export const NUMBER_STANDINGS = ['Callable', 'TooRecent', 'SetByMaker', 'OfMaker', 'SetterUnknown'] as const
/** Whether a number can be called about a payment, or why not. */
export type NumberStanding = (typeof NUMBER_STANDINGS)[number]

/** What is known of a number for one payment. */
export interface NumberFacts {
  isOfMaker: boolean
  /** Somebody of the institution set or confirmed it: no maker, and not who records the call. */
  isConfirmed: boolean
  isSetByMaker: boolean
  isSetterKnown: boolean
  isAged: boolean
}

export function standingOfNumber(facts: NumberFacts): NumberStanding {
  if (facts.isOfMaker) return 'OfMaker'
  if (facts.isConfirmed) return 'Callable'
  if (facts.isSetByMaker) return 'SetByMaker'
  if (!facts.isAged) return 'TooRecent'
  return facts.isSetterKnown ? 'Callable' : 'SetterUnknown'
}
