import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { openExchanges, type WantedExchange } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { mustTransfer, openBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { releaseLimits } from '../../limits/limits.ts'
import { openComingBack, readReturnAccounts } from '../../suspense/suspense.ts'
import { type DrawnExchange, writeReturnContract } from '../decision/payment-exchanges.store.ts'
import { changePayments } from '../history/transitions.store.ts'
import { countedOf, type Ending } from './end-payments.ts'
import { openReturnSettlements } from './settle-returns.ts'

/**
 * Books the return of a payment that settled in another currency than the sender's. The original
 * exchange stands: a new contract sells the returned currency at the current rate with the
 * customer's margin, and the sender is credited with the proceeds. Without a rate, the return is
 * refused and nothing is booked. The caller has locked the payment.
 */
export async function returnExchanged(
  tx: Transaction,
  institution: Institution,
  ending: Ending,
  { buyAmount: paidAmount, buyCurrency, sellCurrency }: DrawnExchange,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  const { tenantId } = institution
  const { payment, to, actor, evidence, cameBack: buyAmount = paidAmount } = ending
  const { id: paymentId, senderAccountId, customerId, rail } = payment
  const settlements = await openReturnSettlements(tx, tenantId, [ending], now)
  const returnIds = await readReturnAccounts(tx, tenantId, [senderAccountId])
  const accountIds = [senderAccountId, ...returnIds]
  const books = await openBooks(tx, tenantId, { accountIds, books: settlements.books })
  const comingBack = await openComingBack(tx, tenantId, books, { accountIds: [senderAccountId], actor }, now)
  const wanted: WantedExchange = {
    customerId,
    accountId: senderAccountId,
    sellCurrency: buyCurrency,
    buyCurrency: sellCurrency,
    given: 'sell',
    amount: buyAmount,
    contractNo: undefined,
    tenor: 'SPOT',
    isReturn: true,
  }
  const exchanges = await openExchanges(tx, institution, [wanted], { books }, now)
  const price = exchanges.price(wanted, today(now, institution.timeZone))
  if (!price.ok) return price
  exchanges.draw(price.value, { paymentId, actor })
  const { contract, buyAmount: returned } = price.value
  const cameBack = { id: newId(now), rail, amount: buyAmount, currency: buyCurrency, referenceId: paymentId }
  mustTransfer(books, posting(books, 'exchangeReturned', cameBack))
  const money = { amount: returned, currency: sellCurrency, referenceId: paymentId }
  const proceeds = { id: newId(now), customer: senderAccountId, ...money }
  mustTransfer(books, comingBack.posting('exchangeReturnPaid', proceeds))
  settlements.post(books)
  const credited = {
    forexContract: String(contract.contractNo),
    allInRate: contract.allInRate,
    returnedAmount: formatAmount(returned, sellCurrency),
    returnedCurrency: sellCurrency,
  }
  const step = {
    paymentId,
    from: payment.status,
    to,
    actor,
    evidence: { ...evidence, ...credited, ...settlements.evidenceOf(payment) },
  }
  await changePayments(tx, tenantId, [step], now)
  await exchanges.write()
  await comingBack.write(now)
  await writeReturnContract(tx, tenantId, { paymentId, contractId: contract.id })
  const counted = countedOf(payment)
  await releaseLimits(tx, institution, counted ? [counted] : [])
  return accept(undefined)
}
