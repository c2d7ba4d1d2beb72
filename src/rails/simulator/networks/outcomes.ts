/** What the network, and the bank on its other side, do with a payment, besides settling it. */
export type Outcome =
  | { kind: 'settle' }
  /** Accepted, and settled an hour later. */
  | { kind: 'pend' }
  | { kind: 'reject'; code: string }
  /** Settled, and sent back an hour later. */
  | { kind: 'return'; code: string }
  | { kind: 'double' }
  /** Settled, and reported as rejected afterwards. */
  | { kind: 'contradict' }
  /** Settled at once, and reported after the network's time. */
  | { kind: 'late' }
  | { kind: 'rejectLate'; code: string }
  /** No answer. A request for the status is answered with what is here, or not either. */
  | { kind: 'silence'; asked: 'settled' | 'rejected' | 'notFound' | 'nothing' }
  /** A message that breaks a rule, and then the right answer. */
  | { kind: 'spoil'; how: Spoiled }
  /** Settled. What a request for its return is answered. */
  | { kind: 'keep'; asked: 'refused' | 'nothing' }

/** What is wrong with a message: its amount, its currency, what it answers, or its XML. */
export const SPOILED = ['amount', 'currency', 'original', 'xml'] as const
export type Spoiled = (typeof SPOILED)[number]

/** What a payment says that a test can choose. */
export interface Choosable {
  /** In minor units. */
  amount: bigint
  creditorName?: string | undefined
  creditorAccount?: string | undefined
}

/**
 * The outcome of a payment by the magic values (docs/guides/sandbox.md): six digits at the start of
 * the creditor's account number, after `SIM ` in its name, or as the amount in minor units, in this
 * order.
 */
export function outcomeOf({ amount, creditorName = '', creditorAccount = '' }: Choosable): Outcome {
  const inName = /\bSIM (997\d{3})\b/.exec(creditorName)?.[1]
  const digits = [creditorAccount.slice(0, 6), inName ?? '', amount.toString()].find((text) => MAGIC.test(text))
  return (digits === undefined ? undefined : chosenBy(digits)) ?? { kind: 'settle' }
}

const MAGIC = /^997\d{3}$/

function chosenBy(digits: string): Outcome | undefined {
  const [group, number] = [digits[3], digits.slice(4)]
  const letters = REJECTED[group!]
  if (letters !== undefined) return { kind: 'reject', code: `${letters}${number}` }
  if (group === '4') return { kind: 'return', code: `AC${number}` }
  return OTHERS[`${group}${number[0]}`]
}

/** The letters of the ISO 20022 status reason codes, by the fourth digit. */
const REJECTED: Readonly<Record<string, string>> = { '1': 'AC', '2': 'AM', '3': 'BE' }

/** The other outcomes, by the fourth digit and the fifth. */
const OTHERS: Readonly<Record<string, Outcome>> = {
  '01': { kind: 'pend' },
  '51': { kind: 'double' },
  '52': { kind: 'contradict' },
  '61': { kind: 'late' },
  '62': { kind: 'rejectLate', code: 'AC04' },
  '71': { kind: 'silence', asked: 'settled' },
  '72': { kind: 'silence', asked: 'rejected' },
  '73': { kind: 'silence', asked: 'notFound' },
  '74': { kind: 'silence', asked: 'nothing' },
  '81': { kind: 'spoil', how: 'amount' },
  '82': { kind: 'spoil', how: 'currency' },
  '83': { kind: 'spoil', how: 'original' },
  '84': { kind: 'spoil', how: 'xml' },
  '91': { kind: 'keep', asked: 'refused' },
  '92': { kind: 'keep', asked: 'nothing' },
}
