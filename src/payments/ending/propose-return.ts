import { mayActAlone, unlessAlone } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import { measureLarger } from '../../fx/fx.ts'
import type { Proposal, TimedRequest } from '../../http/second-person.ts'
import { type Institution, returnsAloneUpToOf } from '../../institution/institution.ts'
import { amountAsNumber, formatAmount } from '../../kernel/money.ts'
import { isMessageRail } from '../../kernel/rail.ts'
import type { PaymentRow } from '../payments.store.ts'
import { readPayment } from '../search/read-payment.ts'

/** What somebody returns or reverses by hand. Amounts are minor units. */
interface Returned {
  id: string
  status: string
  amount: bigint
  currency: string
  /** What else it moves, in other currencies. */
  otherSides?: readonly { amount: bigint; currency: string }[]
}

/**
 * What a second person is shown of a return, or undefined if one person may make it alone: up to
 * `returns.aloneUpTo` a day, measured by the larger side. What has no current rate takes two.
 */
export async function returnToPropose(
  tx: Transaction,
  request: TimedRequest<unknown, unknown>,
  institution: Institution,
  { id, status, amount, currency, otherSides = [] }: Returned,
): Promise<Omit<Proposal, 'customerId'> | undefined> {
  if (amount === 0n) return undefined
  const worth = await measureLarger(tx, institution, [{ amount, currency }, ...otherSides], request.now)
  const upTo = returnsAloneUpToOf(institution.settings)
  if (worth.ok && (await mayActAlone(tx, institution, request, { act: 'Return', amount: worth.value, upTo })))
    return undefined
  const why = worth.ok ? 'it is more than one person returns alone on a day (returns.aloneUpTo)' : worth.refusal
  const measured = worth.ok ? amountAsNumber(worth.value, institution.currency) : null
  const shown = { status, amount: formatAmount(amount, currency), currency, worth: measured, waitsBecause: [why] }
  return { subjectId: id, current: shown }
}

/** A return or a reversal of a payment. `moves` tells whether it moves money. */
export const proposedReturn = (moves: (payment: PaymentRow) => boolean = () => true) =>
  unlessAlone<{ paymentUID: string }, unknown>('adjustment', async (tx, request, institution) => {
    const found = await readPayment(tx, request.principal, request.params.paymentUID)
    if (!found.ok || !moves(found.value)) return undefined
    return returnToPropose(tx, request, institution, { ...found.value, otherSides: sidesOf(found.value) })
  })

/** Whether a reversal moves money. A credit that a message paid is only asked back. */
export function reversalMoves({ entryType, rail }: PaymentRow): boolean {
  return entryType === 'DEBIT' || !isMessageRail(rail)
}

function sidesOf({ exchange }: PaymentRow) {
  const { sellAmount, sellCurrency, buyAmount, buyCurrency } = exchange ?? {}
  return [
    ...(sellAmount && sellCurrency ? [{ amount: BigInt(sellAmount), currency: sellCurrency }] : []),
    ...(buyAmount && buyCurrency ? [{ amount: BigInt(buyAmount), currency: buyCurrency }] : []),
  ]
}
