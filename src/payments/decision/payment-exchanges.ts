import type { Transaction } from '../../db/client.ts'
import { openBaseRates, openExchanges, type WantedExchange } from '../../fx/fx.ts'
import type { Institution } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { Speed } from '../../kernel/rail.ts'
import { openPayoutBooks } from '../../ledger/open-account.ts'
import type { ShownExchange } from '../payments.store.ts'
import { type Counterparty, isBookTransfer, type PaymentTerms } from './domain/accept-payment.ts'
import type { OwnSide } from './parties.store.ts'
import type { DecidedExchange, ExchangeCurrencies } from './payment-exchanges.store.ts'
import { booksOf, type WorkingSet } from './working-set.ts'

interface Parties {
  ownSide: Pick<OwnSide, 'account' | 'customer'>
  counterparty: Pick<Counterparty, 'accountCurrency' | 'nationalCode'>
}

/**
 * The two currencies of a payment; null if both accounts have the same one, as they must for a
 * debit.
 */
export function exchangeCurrencies(
  { entryType }: Pick<PaymentTerms, 'entryType'>,
  { ownSide, counterparty }: Parties,
): ExchangeCurrencies | null {
  if (entryType === 'DEBIT') return null
  const [sellCurrency, buyCurrency] = [ownSide.account.currency, counterparty.accountCurrency]
  return sellCurrency === buyCurrency ? null : { sellCurrency, buyCurrency }
}

/**
 * The exchange that a payment needs; undefined if none. Its amount is in the currency of either
 * account.
 */
export function wantedExchange(
  terms: PaymentTerms,
  parties: Parties,
  institution: Pick<Institution, 'routingNumber'>,
): WantedExchange | undefined {
  const { amount, currency, speed, fxContractNumber } = terms
  const currencies = exchangeCurrencies(terms, parties)
  if (!currencies || (currency !== currencies.sellCurrency && currency !== currencies.buyCurrency)) return undefined
  return {
    ...currencies,
    customerId: parties.ownSide.customer.id,
    accountId: parties.ownSide.account.id,
    given: currency === currencies.sellCurrency ? 'sell' : 'buy',
    amount,
    contractNo: fxContractNumber,
    tenor: isBookTransfer(terms, parties.counterparty, institution) ? 'ON' : tenorOf(speed),
  }
}

/**
 * The speeds of international payments are settlement tenors; every other payment settles today.
 */
export function tenorOf(speed: Speed): WantedExchange['tenor'] {
  return speed === 'SPOT' || speed === 'TN' ? speed : 'ON'
}

/** An exchange as its payment shows it. */
export function shownExchange(currencies: ExchangeCurrencies, decided: DecidedExchange | null): ShownExchange {
  const { sellCurrency, buyCurrency } = currencies
  return {
    sellCurrency,
    buyCurrency,
    sellAmount: decided && String(decided.sellAmount),
    buyAmount: decided && String(decided.buyAmount),
    // A previewed contract has no number yet.
    contractNo: decided?.contractNo ? String(decided.contractNo) : null,
    quoteId: decided?.contractNo ? decided.quoteId : null,
  }
}

/** The evidence of the exchange for the transition that validates a payment. */
export function exchangeEvidence(exchange: DecidedExchange): object {
  const { contractNo, sellAmount, sellCurrency, buyAmount, buyCurrency, allInRate, valueDate } = exchange
  return {
    forexContract: String(contractNo),
    ...{ sold: formatAmount(sellAmount, sellCurrency), sellCurrency },
    ...{ bought: formatAmount(buyAmount, buyCurrency), buyCurrency },
    ...{ allInRate, valueDate },
  }
}

/**
 * The working set with the FX contracts of its payments. Reads and locks nothing if no payment is
 * between two currencies.
 */
export async function withExchanges(
  tx: Transaction,
  set: WorkingSet,
  payments: readonly (Parties & { terms: PaymentTerms })[],
  { unlocked = false }: { unlocked?: boolean } = {},
): Promise<WorkingSet> {
  const wanted = payments.flatMap(({ terms, ...parties }) => wantedExchange(terms, parties, set.institution) ?? [])
  if (wanted.length === 0) return set
  const { institution, books, now } = set
  const bought = [...new Set(wanted.map(({ buyCurrency }) => buyCurrency))]
  if (!unlocked) await openPayoutBooks(tx, institution.tenantId, bought, now)
  await books.include([...bought, ...wanted.map(({ sellCurrency }) => sellCurrency)].flatMap(booksOf))
  const exchanges = await openExchanges(tx, institution, wanted, { books, unlocked }, now)
  const ofBought = await openBaseRates(tx, institution, bought, now)
  return {
    ...set,
    exchanges,
    rates: { inBase: (money) => (bought.includes(money.currency) ? ofBought : set.rates).inBase(money) },
    async write() {
      // In this order: currency positions are locked before ledger accounts.
      await Promise.all([exchanges.write(), set.write()])
    },
  }
}
