/** How bad messages are made: something is done to a good one. */
import type { MessageRailName } from '../../../src/rails/network.ts'
import type { SentPayment, Wire } from './wires.ts'

/**
 * What becomes of a bad message. `unreadable`: it is kept, and nobody is told, because nobody can
 * tell whose it is. `invalid`: it breaks the schema, or is not for us. `unfit`: it breaks a rule of
 * the network. `exception`: it contradicts what we know. `refused`: so, and its sender is told.
 * `double`: it has the id of an earlier message. `tooLarge`: it is not even read.
 */
export type Fate = 'unreadable' | 'invalid' | 'unfit' | 'exception' | 'refused' | 'double' | 'tooLarge'

/** The payments that a bad message may be about. */
export interface Payments {
  open: SentPayment
  settled: SentPayment
  rejected: SentPayment
}

export interface BadMessage {
  name: string
  /** What comes in. Only the last message is bad. */
  make(wire: Wire, payments: Payments, wires: Readonly<Record<MessageRailName, Wire>>): (string | Uint8Array)[]
  fate: Fate | Readonly<Record<MessageRailName, Fate>>
  /** What the exception says. */
  why: RegExp
  /** The networks that have such a message; all if absent. */
  on?: readonly MessageRailName[]
}

type Edit = (xml: string) => string | Uint8Array

/** A credit for an account of ours to which something was done. */
export function spoiled(
  name: string,
  fate: BadMessage['fate'],
  why: RegExp,
  edit: Edit,
  on?: readonly MessageRailName[],
): BadMessage {
  const make = (wire: Wire) => {
    const good = wire.credit()
    const bad = edit(good)
    if (bad === good) throw new Error(`${name} changes nothing on ${wire.rail}`)
    return [bad]
  }
  return { name, make, fate, why, ...(on && { on }) }
}

/** After the XML declaration, if there is one. */
export const withProlog = (prolog: string) => (xml: string) =>
  xml.startsWith('<?xml') ? xml.replace('?>', () => `?>${prolog}`) : prolog + xml

/** The name of the creditor becomes another text. */
export const named = (text: string) => (xml: string) => xml.replace(/(<Cdtr>\s*<Nm>)[^<]*/, (_, open) => open + text)

/** The text of every element with this tag. */
export const withText = (tag: string, change: (text: string) => string) => (xml: string) =>
  xml.replaceAll(new RegExp(`(<${tag}>)([^<]*)`, 'g'), (_, open, text) => open + change(text))

/** The first bank within an element becomes one that nobody has to do with. */
export const withStranger = (tag: string) => (xml: string) => {
  const bank = new RegExp(`(<${tag}>.*?<(MmbId|BICFI)>)[^<]*`, 's')
  return xml.replace(bank, (_, before, kind) => before + (kind === 'BICFI' ? 'OTHRUS33XXX' : '011000015'))
}

/** The amount that moves, wherever the message says it. */
export const withAmount =
  (value: string, currency = 'USD') =>
  (xml: string) =>
    xml.replaceAll(
      /(<(?:IntrBkSttlmAmt|InstdAmt|TtlIntrBkSttlmAmt) Ccy=")USD">5\.00</g,
      (_, before) => `${before}${currency}">${value}<`,
    )
