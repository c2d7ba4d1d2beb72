import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { formatAmount } from '../kernel/money.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { OpenBooks } from '../ledger/ledger.ts'
import { fxBooksOf, openFxBooks } from '../ledger/open-account.ts'
import { applyBookings } from './book-exchange.ts'
import { bookContract } from './domain/bookings.ts'
import { CONTRACT_NO } from './domain/contract-no.ts'
import { type Amounts, type Drawing, type DrawRefusal, drawOf, leftOf, statusWhenDrawn } from './domain/drawdown.ts'
import { exchangeOf, otherAmountAt } from './domain/exchange.ts'
import { type Pair, pairName, pairOf } from './domain/pair.ts'
import { changeByContract } from './domain/position.ts'
import { formatRate } from './domain/rate.ts'
import { NEW_YORK, tradeDateOf, valueDateOf } from './domain/value-date.ts'
import { expiryOf } from './expiry.ts'
import {
  type Contract,
  insertContracts,
  insertQuotes,
  lockContracts,
  readContracts,
  reserveContractNumbers,
  writeDrawn,
} from './fx-trades.store.ts'
import { addToPositions } from './positions.store.ts'
import { priceTrade, type TradePrice } from './price-trade.ts'
import { readMargin } from './read-margin.ts'
import { type ContractChange, recordContracts } from './record-contracts.ts'

/** What a payment has to exchange. */
export interface WantedExchange extends Drawing {
  /** The contract that it names; without one it is priced at a contract of its own, made now. */
  contractNo: string | undefined
  /** When a contract of its own settles. */
  tenor: 'SPOT' | 'ON' | 'TN'
}

/** What a payment exchanges, and at which contract. Amounts are minor units. */
export interface PricedExchange extends Amounts {
  contract: Contract
  isOwn: boolean
}

/**
 * The contracts that the payments of one transaction are priced at, as `openBooks` is for money: each draw sees the effect of those
 * before it, and all is written together. Named contracts are locked, after the ledger accounts, so that no two transactions draw the
 * same remainder.
 */
export interface OpenExchanges {
  /** What the exchange would be on that day, and why it can not be; changes nothing. */
  price(wanted: WantedExchange, on: Temporal.PlainDate): Result<PricedExchange, Refusal>
  /** Draws what was priced, after nothing else was drawn. A contract of its own is booked. */
  draw(priced: PricedExchange, by: { paymentId: string; actor: string }): void
  /** Writes the contracts made, after the payments they were made for, what is drawn of the others, and positions, before the books are written. */
  write(): Promise<void>
}

export async function openExchanges(
  tx: Transaction,
  institution: Institution,
  wanted: readonly WantedExchange[],
  { books, unlocked = false }: { books: OpenBooks; unlocked?: boolean },
  now: Temporal.Instant,
): Promise<OpenExchanges> {
  const { tenantId } = institution
  const currencies = [...new Set(wanted.flatMap(({ sellCurrency, buyCurrency }) => [sellCurrency, buyCurrency]))]
  if (!unlocked) await openFxBooks(tx, tenantId, currencies, now)
  await books.include(fxBooksOf(currencies))

  const numbers = [
    ...new Set(wanted.flatMap(({ contractNo }) => (isContractNo(contractNo) ? [BigInt(contractNo)] : []))),
  ]
  const open = unlocked ? readContracts : lockContracts
  const before = numbers.length === 0 ? [] : await open(tx, tenantId, { numbers, ids: [] })
  const named = new Map(before.map((contract) => [String(contract.contractNo), contract]))
  const changed = new Set<Contract>()
  const changes: ContractChange[] = []

  const own = wanted.filter(({ contractNo }) => contractNo === undefined)
  const asked = new Map(own.map((one) => [priceKey(one), one]))
  const prices = new Map(
    await Promise.all(
      Array.from(asked, async ([key, one]) => [key, await priceOwn(tx, institution, one, now)] as const),
    ),
  )
  const ownNumbers = unlocked || own.length === 0 ? [] : await reserveContractNumbers(tx, own.length)
  const made: Contract[] = []

  return {
    price(one, on) {
      if (one.contractNo !== undefined) return priceNamed(named.get(one.contractNo), one, { on, now })
      const price = prices.get(priceKey(one))
      if (!price) throw new Error('the exchange was not among those that were opened')
      return price.ok ? priceAt(price.value, one, now) : price
    },
    draw({ contract, isOwn, sellAmount, buyAmount }, { paymentId, actor }) {
      if (isOwn) {
        const contractNo = ownNumbers[made.length] ?? 0n
        Object.assign(contract, { contractNo, paymentId })
        made.push(contract)
        changes.push({ action: 'fx.contract.made', actor, after: contract })
        const bookings = bookContract(exchangeOf(contract))
        applyBookings(books, { bookings, purpose: 'fxContract', contractId: contract.id }, now)
        return
      }
      const before = { ...contract }
      contract.drawnSellAmount += sellAmount
      contract.drawnBuyAmount += buyAmount
      contract.status = statusWhenDrawn(contract)
      changed.add(contract)
      changes.push({ action: 'fx.contract.drawn', actor, before, after: { ...contract } })
    },
    async write() {
      const quotes = made.map((contract) => quoteOf(contract, now))
      const news = made.map((contract) => ({ ...contract, expiresAt: expiryOf(institution, contract.valueDate) }))
      const positions = made.flatMap((contract) => changeByContract(exchangeOf(contract), contract.valueDate))
      await Promise.all([
        quotes.length > 0 && insertQuotes(tx, tenantId, quotes, now),
        news.length > 0 && insertContracts(tx, tenantId, news, now),
        changed.size > 0 && writeDrawn(tx, tenantId, [...changed]),
        positions.length > 0 && addToPositions(tx, tenantId, positions),
      ])
      await recordContracts(tx, tenantId, changes, now)
    },
  }
}

const isContractNo = (text: string | undefined): text is string => text !== undefined && CONTRACT_NO.test(text)

const priceKey = ({ customerId, sellCurrency, buyCurrency, tenor }: WantedExchange) =>
  `${customerId} ${sellCurrency} ${buyCurrency} ${tenor}`

interface OwnPrice {
  price: TradePrice
  valueDate: string
}

async function priceOwn(
  tx: Transaction,
  institution: Institution,
  { customerId, sellCurrency, buyCurrency, tenor }: WantedExchange,
  now: Temporal.Instant,
): Promise<Result<OwnPrice, Refusal>> {
  const pair = pairOf(sellCurrency, buyCurrency)
  const valueDate = valueDateOf({ base: pair.baseCcy, quote: pair.quoteCcy, tenor, tradedAt: now })
  if (!valueDate.ok) return refusal('fxNotQuoted', `${pairName(pair)} is not traded here`)
  const marginBps = await readMargin(tx, institution.tenantId, customerId, pair)
  const wanted = { sellCurrency, buyCurrency, valueDate: valueDate.value, marginBps }
  const price = await priceTrade(tx, institution, wanted, now)
  if (!price.ok) return refusal('fxNotQuoted', price.refusal)
  return accept({ price: price.value, valueDate: valueDate.value.toString() })
}

function priceNamed(
  contract: Contract | undefined,
  wanted: WantedExchange,
  { on, now }: { on: Temporal.PlainDate; now: Temporal.Instant },
): Result<PricedExchange, Refusal> {
  if (!contract) return refusal('fxContractMismatch', `the sender's customer has no contract ${wanted.contractNo}`)
  const spot = spotOf(contract, { on, now })
  const drawn = drawOf(contract, wanted, { on, spot })
  if (!drawn.ok) return refusal('fxContractMismatch', whyNot(contract, wanted, { refusal: drawn.refusal, on, spot }))
  return accept({ ...drawn.value, contract, isOwn: false })
}

/** The spot date of a payment's day: of a trade of this moment, or of the beginning of a later day. */
function spotOf(
  { baseCcy, quoteCcy }: Pair,
  { on, now }: { on: Temporal.PlainDate; now: Temporal.Instant },
): Temporal.PlainDate {
  const begins = on.toZonedDateTime(NEW_YORK).toInstant()
  const tradedAt = Temporal.Instant.compare(begins, now) > 0 ? begins : now
  const date = valueDateOf({ base: baseCcy, quote: quoteCcy, tenor: 'SPOT', tradedAt })
  return date.ok ? date.value : on
}

/** In words; of a contract of somebody else no more is said than of one that does not exist. */
function whyNot(
  contract: Contract,
  { given, contractNo, sellCurrency, buyCurrency }: WantedExchange,
  { refusal: why, on, spot }: { refusal: DrawRefusal; on: Temporal.PlainDate; spot: Temporal.PlainDate },
): string {
  const its = `contract ${contractNo}`
  switch (why) {
    case 'otherCustomer':
      return `the sender's customer has no ${its}`
    case 'otherCurrencies':
      return `${its} sells ${contract.sellCurrency} for ${contract.buyCurrency}, and the payment ${sellCurrency} for ${buyCurrency}`
    case 'contractEnded':
      return `${its} is ${contract.status}`
    case 'valueDatePassed':
      return `the value date of ${its} is ${contract.valueDate}, before the payment`
    case 'beyondSpot':
      return `${its} settles on ${contract.valueDate}; a payment of ${on} draws what settles until its spot date, ${spot}`
    case 'exceedsContract': {
      const left = leftOf(contract)
      const [amount, currency] = given === 'sell' ? [left.sellAmount, sellCurrency] : [left.buyAmount, buyCurrency]
      return `of ${its} ${formatAmount(amount, currency)} ${currency} are left`
    }
    case 'tooSmall':
      return `at ${its} the amount is worth less than the smallest amount of ${given === 'sell' ? buyCurrency : sellCurrency}`
  }
}

/** A contract of the payment's own, drawn whole; it has no number before it is drawn. */
function priceAt(
  { price, valueDate }: OwnPrice,
  wanted: WantedExchange,
  now: Temporal.Instant,
): Result<PricedExchange, Refusal> {
  const amounts = otherAmountAt(wanted, price.allInRate)
  if (!amounts.ok) return refusal('invalidPayment', `paymentAmount ${amounts.refusal}`)
  const { customerId, sellCurrency, buyCurrency, tenor } = wanted
  const { sellAmount, buyAmount } = amounts.value
  const contract: Contract = {
    id: newId(now),
    contractNo: 0n,
    quoteId: newId(now),
    status: 'Completed',
    customerId,
    ...{ customerIdType: 'CustomerUID', customerReference: String(customerId), channel: 'Payment' },
    ...{ productType: 'SPOT', tenor, sellCurrency, buyCurrency, sellAmount, buyAmount },
    ...{ baseCcy: price.baseCcy, quoteCcy: price.quoteCcy },
    spotRate: formatRate(price.spotRate),
    fwdPoints: formatRate(price.fwdPoints),
    allInRate: formatRate(price.allInRate),
    pricingReference: price.pricingReference,
    tradeDate: tradeDateOf(now).toString(),
    valueDate,
    expiresAt: now.toString(),
    ...{ coverDueAt: null, coverNo: null, paymentId: null },
    ...{ drawnSellAmount: sellAmount, drawnBuyAmount: buyAmount },
  }
  return accept({ sellAmount, buyAmount, contract, isOwn: true })
}

/** The quote that a contract of a payment's own stands for: taken in the moment it was made. */
function quoteOf({ quoteId, ...terms }: Contract, now: Temporal.Instant) {
  return { ...terms, id: quoteId, status: 'Accepted', expiresAt: now.toString() } as const
}
