import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { type Institution, readInstitution } from '../institution/institution.ts'
import { currencyCalendars } from '../kernel/currency-calendars.ts'
import { largestAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import { divideRounded } from '../kernel/rounding.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { bookExchange } from './book-exchange.ts'
import { bookCover } from './domain/bookings.ts'
import { type Amounts, amountsToExchange } from './domain/drawdown.ts'
import { amountsOfPair, coverExchangeOf, exchangeOf } from './domain/exchange.ts'
import { atMarket } from './domain/margin.ts'
import { changeByCover, ownValueOf } from './domain/position.ts'
import { convert, formatRate, rateOf } from './domain/rate.ts'
import { tradeDateOf, valueDateOf } from './domain/value-date.ts'
import { type Cover, clearCoverDue, findCover, insertCover } from './fx-covers.store.ts'
import { renderCover } from './fx-trades.schema.ts'
import type { Contract } from './fx-trades.store.ts'
import { priceTrade } from './price-trade.ts'
import { contractSubject } from './record-contracts.ts'
import { requireContract } from './require-contract.ts'

/**
 * Covers the contract in the market, once. A repeated request returns the same cover trade. It is a
 * trade of the institution, and moves no money of the customer: it needs none of its approvers.
 */
export async function coverContract(
  tx: Transaction,
  principal: Principal,
  forexContractNo: string,
  now: Temporal.Instant,
): Promise<Result<{ contract: Contract; cover: Cover }, Refusal>> {
  const options = { locked: true, notFound: 'fxCoverContractNotFound' } as const
  const found = await requireContract(tx, principal, forexContractNo, options)
  if (!found.ok) return found
  const { contract } = found.value
  const earlier = await findCover(tx, principal.tenantId, contract.id)
  if (earlier) return accept({ contract, cover: earlier })
  if (amountsToExchange(contract).buyAmount === 0n) return refusal('fxNotCovered', `the contract is ${contract.status}`)
  const { tenantId, clientId } = principal
  const cover = await coverLocked(tx, { tenantId, actor: clientId }, contract, now)
  return cover.ok ? accept({ contract, cover: cover.value }) : refusal('fxNotCovered', cover.refusal)
}

/**
 * Makes the opposite exchange with the market: the same base amount at the current rate, without
 * margin. It settles on the contract's value date, or at spot if that date is over, because the
 * market does not trade past dates. If the rate has no forward points for the date, those of the
 * contract apply. On a contract that has ended, only the drawn amount is covered.
 *
 * The caller holds the contract's lock; the contract is not covered and has an amount to cover.
 * A refusal is the reason in words, such as a stale rate.
 */
export async function coverLocked(
  tx: Transaction,
  { tenantId, actor }: { tenantId: bigint; actor: string },
  contract: Contract,
  now: Temporal.Instant,
): Promise<Result<Cover, string>> {
  if (contract.altered !== undefined) return refuse(contract.altered)
  const { sellCurrency, buyCurrency, baseCurrency, quoteCurrency } = contract
  const institution = await readInstitution(tx, tenantId)
  const valueDate = coverDateOf(institution, contract, now)
  const wanted = {
    ...{ sellCurrency, buyCurrency, marginBps: 0, fallbackPoints: rateOf(contract.forwardPoints) },
    valueDate,
  }
  const price = await priceTrade(tx, institution, wanted, now)
  if (!price.ok) return price
  const covered = { ...contract, ...coveredAmounts(contract) }
  const { sellAmount, buyAmount } = covered
  const { baseAmount } = amountsOfPair(covered)
  const marketAmount = convert(baseAmount, baseCurrency, quoteCurrency, price.value.allInRate, {
    direction: 'multiply',
    rounding: 'halfEven',
  })
  if (marketAmount <= 0n || marketAmount > largestAmount(quoteCurrency))
    return refuse(`the base amount converts to an amount of ${quoteCurrency} that cannot be booked`)

  await insertCover(tx, tenantId, contract.id, {
    ...{ sellAmount, buyAmount, marketAmount, crossAmount: covered.crossAmount },
    spotRate: formatRate(price.value.spotRate),
    allInRate: formatRate(price.value.allInRate),
    pricingReference: price.value.pricingReference,
    tradeDate: tradeDateOf(now).toString(),
    valueDate: valueDate.toString(),
  })
  if (contract.coverDueAt !== null) await clearCoverDue(tx, tenantId, contract.id)
  const taken = exchangeOf(covered)
  const bookings = bookCover(taken, coverExchangeOf(covered, marketAmount))
  const value = ownValueOf(taken, institution.currency, covered.crossAmount)
  const positions = changeByCover(taken, { valueDate: contract.valueDate, value })
  await bookExchange(tx, tenantId, { bookings, positions, contractId: contract.id }, now)
  const cover = (await findCover(tx, tenantId, contract.id))!
  const subject = contractSubject(contract)
  const change = { tenantId, actor, action: 'fx.contract.covered', subject, after: renderCover(contract, cover) }
  await recordChange(tx, change, now)
  return accept(cover)
}

/** The amounts to exchange at the market rate of the trade: without their margin. */
function coveredAmounts(contract: Contract): Amounts & Pick<Contract, 'crossAmount'> {
  const { sellAmount, marginAmount, crossAmount, quoteCurrency } = contract
  const amounts = amountsToExchange(contract)
  const restOf = (whole: bigint) => whole - divideRounded(whole * (sellAmount - amounts.sellAmount), sellAmount, 'down')
  const { receives, delivers } = atMarket(exchangeOf({ ...contract, ...amounts }), quoteCurrency, restOf(marginAmount))
  return { sellAmount: receives.amount, buyAmount: delivers.amount, crossAmount: restOf(crossAmount) }
}

/**
 * The value date of a cover that is made or unwound now: that of the contract, or spot if that date
 * is over.
 */
export function coverDateOf(
  { settings }: Pick<Institution, 'settings'>,
  { valueDate, baseCurrency, quoteCurrency }: Contract,
  now: Temporal.Instant,
): Temporal.PlainDate {
  const date = Temporal.PlainDate.from(valueDate)
  if (Temporal.PlainDate.compare(date, tradeDateOf(now)) >= 0) return date
  const calendars = currencyCalendars(settings.currencyCalendars)
  const spot = valueDateOf({ base: baseCurrency, quote: quoteCurrency, tenor: 'SPOT', tradedAt: now, calendars })
  return spot.ok ? spot.value : date
}
