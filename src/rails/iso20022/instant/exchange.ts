import { Temporal } from 'temporal-polyfill'

/**
 * A message that moves money over an instant network, and what we know of it. Both sides give it
 * one final outcome, however its answers are lost, doubled, delayed or reordered.
 *
 *     Out: Sent → Settled | Rejected            (silence: Sent → Unresolved)
 *     In:  Received → Accepted → Settled | Rejected   (silence: Accepted → Unresolved)
 *          Received → Rejected
 *
 * `Unresolved` waits for a person, who has the network asked once more. A late answer of the
 * network still ends it, and a message that the network never got leaves again.
 */
export interface Exchange {
  direction: 'Out' | 'In'
  state: ExchangeState
  /** The time stamp of the message's header, from which the network's clock runs. */
  sentAt: Temporal.Instant
  /** Until when we answer a message that came in. Undefined for one that we sent. */
  answerBy: Temporal.Instant | undefined
  /** How often we asked after a silence, by a status request or by the same message again. */
  asks: number
  nextClock: Temporal.Instant | undefined
}

export const EXCHANGE_STATES = ['Sent', 'Received', 'Accepted', 'Settled', 'Rejected', 'Unresolved'] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

/** The times of a network, in seconds. */
export interface InstantRules {
  /** From the header's time stamp until the network gives the payment up. */
  expirySeconds: number
  /** Of these, what the receiver's bank has for its answer. */
  answerSeconds: number
  /** The shortest silence after which the sender may ask. */
  askAfterSeconds: number
  /** How often it asks, before a person decides. */
  maxAsks: number
}

/**
 * FedNow: Operating Procedures, payment timeout 20 s. The receiving participant has 5 s of them,
 * unless it agreed otherwise. RTP: Operating Rules, the same in Giro's default.
 */
export const INSTANT_RULES: InstantRules = { expirySeconds: 20, answerSeconds: 5, askAfterSeconds: 25, maxAsks: 4 }

export type ExchangeEvent =
  /** What the network says, in answer to the message or to our question. */
  | { kind: 'settled' }
  | { kind: 'rejected' }
  /** FedNow knows no such message. It answers this only to a status request. */
  | { kind: 'notFound' }
  /** What we answer to a message that came in. */
  | { kind: 'accept' }
  | { kind: 'reject' }
  /** Its clock has come. */
  | { kind: 'clock' }
  /** A person has the network asked once more about a message that nobody answered. */
  | { kind: 'person' }

/** What the event makes us do. */
export type ExchangeEffect =
  /** Nothing: it says what we know, or comes too early. */
  | 'none'
  /** The outcome, once per exchange. */
  | 'settle'
  | 'fail'
  /** Send our answer. */
  | 'answerAccept'
  | 'answerReject'
  /** No answer in time: it fails, and we reject it if the network still listens. */
  | 'expire'
  /** Ask the network: FedNow by a status request, RTP by the same message again. */
  | 'ask'
  /** Send the same message again with its id, because the network never got it. */
  | 'resend'
  /** Nobody answers: a person decides. */
  | 'giveUp'
  /** The network says the opposite of what it said: a person decides, and nothing is booked. */
  | 'contradiction'

export interface Decision {
  exchange: Exchange
  effect: ExchangeEffect
}

/** Opens the exchange of a message that we send. */
export function openSent(sentAt: Temporal.Instant, rules: InstantRules): Exchange {
  return {
    ...{ direction: 'Out', state: 'Sent', sentAt, answerBy: undefined, asks: 0 },
    nextClock: sentAt.add({ seconds: rules.askAfterSeconds }),
  }
}

/** Opens the exchange of a message that came in and waits for our answer. */
export function openReceived(sentAt: Temporal.Instant, receivedAt: Temporal.Instant, rules: InstantRules): Exchange {
  const answerBy = earlier(
    receivedAt.add({ seconds: rules.answerSeconds }),
    sentAt.add({ seconds: rules.expirySeconds }),
  )
  return { direction: 'In', state: 'Received', sentAt, answerBy, asks: 0, nextClock: answerBy }
}

/** Whether the network still waits for an answer to the message. */
export function isListening({ sentAt }: Pick<Exchange, 'sentAt'>, now: Temporal.Instant, rules: InstantRules): boolean {
  return Temporal.Instant.compare(now, sentAt.add({ seconds: rules.expirySeconds })) < 0
}

/** Decides what an event makes of an exchange. */
export function decideExchange(
  exchange: Exchange,
  event: ExchangeEvent,
  now: Temporal.Instant,
  rules: InstantRules,
): Decision {
  switch (event.kind) {
    case 'settled':
    case 'rejected':
      return hear(exchange, event.kind === 'settled' ? 'Settled' : 'Rejected')
    case 'notFound':
      return afterNotFound(exchange, now, rules)
    case 'accept':
      return afterAccept(exchange, now, rules)
    case 'reject':
      return exchange.state === 'Received' ? close(exchange, 'Rejected', 'answerReject') : unchanged(exchange)
    case 'clock':
      return afterClock(exchange, now, rules)
    case 'person':
      return afterPerson(exchange, now, rules)
  }
}

/** The network says how it ended. */
function hear(exchange: Exchange, outcome: 'Settled' | 'Rejected'): Decision {
  const { state } = exchange
  if (state === outcome) return unchanged(exchange)
  if (state === 'Settled' || state === 'Rejected') return { exchange, effect: 'contradiction' }
  // A payment that we have not accepted cannot settle.
  if (state === 'Received' && outcome === 'Settled') return { exchange, effect: 'contradiction' }
  return close(exchange, outcome, outcome === 'Settled' ? 'settle' : 'fail')
}

/** The same message leaves again with its id: the network drops it if the first one comes late. */
function afterNotFound(exchange: Exchange, now: Temporal.Instant, rules: InstantRules): Decision {
  const { direction, state, asks } = exchange
  const isOpen = direction === 'Out' && (state === 'Sent' || state === 'Unresolved')
  if (!isOpen || asks === 0) return unchanged(exchange)
  const nextClock = now.add({ seconds: rules.askAfterSeconds })
  return { exchange: { ...exchange, state: 'Sent', sentAt: now, nextClock }, effect: 'resend' }
}

function afterAccept(exchange: Exchange, now: Temporal.Instant, rules: InstantRules): Decision {
  if (exchange.state !== 'Received') return unchanged(exchange)
  if (Temporal.Instant.compare(now, exchange.answerBy!) > 0) return close(exchange, 'Rejected', 'expire')
  const nextClock = exchange.sentAt.add({ seconds: rules.askAfterSeconds })
  return { exchange: { ...exchange, state: 'Accepted', nextClock }, effect: 'answerAccept' }
}

function afterClock(exchange: Exchange, now: Temporal.Instant, rules: InstantRules): Decision {
  const { state, nextClock, asks } = exchange
  if (!nextClock || Temporal.Instant.compare(now, nextClock) < 0) return unchanged(exchange)
  if (state === 'Received') return close(exchange, 'Rejected', 'expire')
  if (state !== 'Sent' && state !== 'Accepted') return unchanged(exchange)
  if (asks >= rules.maxAsks)
    return { exchange: { ...exchange, state: 'Unresolved', nextClock: undefined }, effect: 'giveUp' }
  return asked(exchange, now, rules)
}

/** After one more silence, a person decides again. */
function afterPerson(exchange: Exchange, now: Temporal.Instant, rules: InstantRules): Decision {
  if (exchange.state !== 'Unresolved') return unchanged(exchange)
  return asked({ ...exchange, state: exchange.direction === 'Out' ? 'Sent' : 'Accepted' }, now, rules)
}

function asked(exchange: Exchange, now: Temporal.Instant, { askAfterSeconds }: InstantRules): Decision {
  const nextClock = now.add({ seconds: askAfterSeconds })
  return { exchange: { ...exchange, asks: exchange.asks + 1, nextClock }, effect: 'ask' }
}

function unchanged(exchange: Exchange): Decision {
  return { exchange, effect: 'none' }
}

function close(exchange: Exchange, state: 'Settled' | 'Rejected', effect: ExchangeEffect): Decision {
  return { exchange: { ...exchange, state, nextClock: undefined }, effect }
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) <= 0 ? a : b
}
