import { Temporal } from 'temporal-polyfill'

/** An entry of a chain: a debit that was returned, and the payments that sent it again. */
export interface ReinitiatedEntry {
  id: string
  isDebit: boolean
  status: string
  /** The code of its return; null if it did not come back. */
  returnCode: string | null
  /** yyyy-mm-dd. */
  settledOn: string
}

const RULE = 'Nacha Operating Rules, Subsection 2.13.4'
const FUNDS: ReadonlySet<string | null> = new Set(['R01', 'R09'])
const MOST = 2
const DAYS = 180
/** It has gone to the debtor's bank. What never left counts for nothing. */
const SENT: ReadonlySet<string> = new Set(['PROCESSED', 'RETURNED', 'REVERSED'])
const ENDED: ReadonlySet<string> = new Set(['CANCELLED', 'REJECTED', 'VALIDATION_FAILURE'])

/**
 * Why a returned debit cannot be sent again on a day; undefined if it can: at most twice, within
 * 180 days of the settlement of the first, and after R01 or R09 alone.
 *
 * @param chain the first debit, and then what sent it again, in their order
 * @param id the entry that came back
 */
export function judgeReinitiation(
  chain: readonly ReinitiatedEntry[],
  id: string,
  day: Temporal.PlainDate,
): string | undefined {
  const [first] = chain
  const entry = chain.find((one) => one.id === id)
  if (!first || !entry?.isDebit) return 'only ACH debits are sent again'
  if (entry.status !== 'RETURNED') return `the payment is ${entry.status}, and must be RETURNED`
  if (!FUNDS.has(entry.returnCode))
    return `it came back with ${entry.returnCode ?? 'no code'}, and only R01 and R09 allow to send it again (${RULE})`
  const again = chain.slice(1).filter(({ status }) => !ENDED.has(status))
  const open = again.find(({ status }) => !SENT.has(status))
  if (open) return `payment ${open.id} sends it again already`
  if (again.length >= MOST) return `it was sent again ${MOST} times, the most that ${RULE} allows`
  const last = again.at(-1) ?? first
  if (last.id !== id) return `payment ${last.id} has sent it again: name that one`
  const until = Temporal.PlainDate.from(first.settledOn).add({ days: DAYS })
  if (Temporal.PlainDate.compare(day, until) <= 0) return undefined
  return `the last day to send it again was ${until}, ${DAYS} days after its settlement (${RULE})`
}
