import { Temporal } from 'temporal-polyfill'

/** Who answers a message of ours: Fedwire itself, or the bank that gets it. */
export type Answerer = 'Fedwire' | 'Bank'

/** A pattern of exchange: what answers a message, and what its absence means. */
export interface Pattern {
  answeredBy: Answerer
  /** The types of the messages that answer it. */
  answers: readonly string[]
  /** How long we wait. Fedwire sets no times: these are the defaults of the institution. */
  within: Temporal.Duration
  /**
   * What we do when nobody answers. `askStatus`: a pacs.028 once, and a person when that is silent,
   * too. `tellPerson`: at once. The same message never leaves again by itself.
   */
  whenSilent: 'askStatus' | 'tellPerson'
}

const minutes = (n: number) => Temporal.Duration.from({ minutes: n })
const days = (n: number) => Temporal.Duration.from({ hours: 24 * n })

const VALUE: Pattern = {
  answeredBy: 'Fedwire',
  answers: ['pacs.002.001.10', 'admi.002.001.01'],
  within: minutes(10),
  whenSilent: 'askStatus',
}

/** What answers each message that asks, and when a person must find out. */
export const PATTERNS: Readonly<Record<string, Pattern>> = {
  'pacs.008.001.08': VALUE,
  'pacs.009.001.08': VALUE,
  'pacs.004.001.10': VALUE,
  'pacs.028.001.03': { ...VALUE, whenSilent: 'tellPerson' },
  'camt.056.001.08': bank(['camt.029.001.09'], days(5)),
  'pain.013.001.07': bank(['pain.014.001.07'], days(1)),
  'camt.110.001.01': bank(['camt.111.001.01'], days(5)),
  'admi.004.001.02': fed(['admi.011.001.01']),
  'admi.006.001.01': fed(['admi.002.001.01']),
  'camt.060.001.05': fed(['camt.052.001.08']),
}

function bank(answers: readonly string[], within: Temporal.Duration): Pattern {
  return { answeredBy: 'Bank', answers: [...answers, 'admi.002.001.01'], within, whenSilent: 'tellPerson' }
}

function fed(answers: readonly string[]): Pattern {
  return {
    answeredBy: 'Fedwire',
    answers: [...answers, 'admi.002.001.01'],
    within: minutes(10),
    whenSilent: 'tellPerson',
  }
}

/** When the answer to a message is due that leaves at a time. */
export function dueAfter(messageType: string, leftAt: Temporal.Instant): Temporal.Instant {
  return leftAt.add(PATTERNS[messageType]!.within)
}
