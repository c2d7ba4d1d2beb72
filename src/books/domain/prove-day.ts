import { formatAmount } from '../../kernel/money.ts'

/** What an account did on a business day, in minor units; balances are credits less debits. */
export interface Turnover {
  /** The code of an account of the institution, or `customers:CUR:GL` for accounts of customers. */
  account: string
  currency: string
  kind: string
  /** The sums of the day's entries, from the journal. */
  debits: bigint
  credits: bigint
  /** The balance at the end of the day, from the totals of the accounts. */
  balance: bigint
}

export interface Opening {
  account: string
  currency: string
  closing: bigint
}

export interface Closing {
  account: string
  currency: string
  opening: bigint
  debits: bigint
  credits: bigint
  /** Balances that moved with accounts of customers that changed their master GL account. */
  reclassified: bigint
  closing: bigint
}

/**
 * An amount that waits in a clearing account for its settlement, or in suspense for its release.
 * Credits are positive.
 */
export interface ItemInTransit {
  /** The code of the account. */
  account: string
  id: string
  amount: bigint
}

/** Something that keeps a day open. */
export interface DayDifference {
  what: string
  id: string
  detail: string
}

/**
 * Proves a business day: the totals of every account agree with its entries, the accounts of
 * customers agree with their control account, the trial balance of each currency is zero, and each
 * account of clearing and suspense holds exactly the items that wait in it.
 */
export function proveDay(
  turnovers: readonly Turnover[],
  openings: readonly Opening[],
  inTransit: readonly ItemInTransit[],
): { closings: Closing[]; differences: DayDifference[] } {
  const closings = closingsOf(turnovers, openings)
  const kinds = new Map(turnovers.map(({ account, kind }) => [account, kind]))
  const isCustomer = ({ account }: Closing) => account.startsWith('customers:')
  const wrongTotals = closings.filter((one) => !isCustomer(one) && one.reclassified !== 0n)
  const controls = sumsOf(closings.filter(isCustomer), ({ reclassified }) => reclassified)
  const balances = sumsOf(closings, ({ closing }) => closing)
  const waiting = new Map<string, bigint>()
  for (const { account, amount } of inTransit) waiting.set(account, (waiting.get(account) ?? 0n) + amount)
  const itemized = closings.filter(({ account }) => ['clearing', 'suspense'].includes(kinds.get(account) ?? ''))
  return {
    closings,
    differences: [
      ...wrongTotals.map(({ account, currency, closing, reclassified }) => ({
        what: 'the totals of an account do not agree with its entries',
        id: account,
        detail: `balance ${formatAmount(closing, currency)}, by its entries ${formatAmount(closing - reclassified, currency)}`,
      })),
      ...[...controls].flatMap(([currency, amount]) =>
        amount === 0n
          ? []
          : [
              {
                what: 'the accounts of customers do not agree with their control account',
                id: currency,
                detail: `they differ by ${formatAmount(amount, currency)}`,
              },
            ],
      ),
      ...[...balances].flatMap(([currency, amount]) =>
        amount === 0n
          ? []
          : [
              {
                what: 'the trial balance is not zero',
                id: currency,
                detail: `it is ${formatAmount(amount, currency)}`,
              },
            ],
      ),
      ...itemized.flatMap(({ account, currency, closing }) => {
        const expected = waiting.get(account) ?? 0n
        if (closing === expected) return []
        const detail = `balance ${formatAmount(closing, currency)}, items that wait ${formatAmount(expected, currency)}`
        return [{ what: 'an account in transit or in suspense is not explained by its items', id: account, detail }]
      }),
    ],
  }
}

/** One row for each account that has an opening balance or exists now. */
function closingsOf(turnovers: readonly Turnover[], openings: readonly Opening[]): Closing[] {
  const opened = new Map(openings.map((one) => [one.account, one]))
  const names = [...new Set([...opened.keys(), ...turnovers.map(({ account }) => account)])].sort()
  const moved = new Map(turnovers.map((one) => [one.account, one]))
  return names.map((account) => {
    const turnover = moved.get(account)
    const opening = opened.get(account)?.closing ?? 0n
    const { debits = 0n, credits = 0n, balance: closing = 0n } = turnover ?? {}
    const currency = (turnover ?? opened.get(account)!).currency
    return {
      account,
      currency,
      opening,
      debits,
      credits,
      reclassified: closing - (opening + credits - debits),
      closing,
    }
  })
}

function sumsOf(closings: readonly Closing[], amountOf: (one: Closing) => bigint): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const one of closings) sums.set(one.currency, (sums.get(one.currency) ?? 0n) + amountOf(one))
  return sums
}
