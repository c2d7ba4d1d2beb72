import type { Temporal } from 'temporal-polyfill'
import type { ExtraFee, PaymentPrice } from '../../fees/fees.ts'
import type { BaseAmount, BaseRates, PricedExchange, WantedExchange } from '../../fx/fx.ts'
import { debitsOf } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import type { EntryType, Rail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Counterparty, PaymentTerms } from './domain/accept-payment.ts'
import type { OwnSide } from './parties.store.ts'
import type { PaymentExchange } from './payment-exchanges.store.ts'
import { wantedExchange } from './payment-exchanges.ts'
import { withExtraFees } from './with-extra-fees.ts'
import type { WorkingSet } from './working-set.ts'

/** What the price of a payment depends on. */
interface PricedTerms {
  senderAccountId: bigint
  terms: PaymentTerms
}

interface Money {
  /** In minor units. */
  amount: bigint
  currency: string
}

/** The amounts of a payment. */
export interface Sides {
  /** What the payment takes with deducted fees, in the currency of the customer's own account. */
  gross: Money
  /** What is sent or collected: less than `gross` by the fees deducted from a credit. */
  sent: Money
  /** The fees that come out of the payment: of a credit, or of what a debit collects. */
  deducted: bigint
  /**
   * The amount that counts against limits: the side in the institution's currency, otherwise the
   * amount sent at the mid rate. With the fees that the request puts on top.
   */
  counted: Result<BaseAmount, Refusal>
  /**
   * What approvers measure: as `counted`, but of an exchange the larger side at the mid rate. The
   * other one may be the side that the request names, and cost the account more.
   */
  measured: Result<BaseAmount, Refusal>
  /** The contract and both amounts of the exchange; undefined for one currency. */
  exchange: PricedExchange | undefined
}

/** The sides of a payment that is not priced yet: in one currency, without deductions. */
export function sameSides({ rates }: WorkingSet, { amount, currency, extraFees }: PaymentTerms): Sides {
  const sent = { amount, currency }
  const counted = withExtraFees(rates, rates.inBase(sent), extraFees)
  return { gross: sent, sent, deducted: 0n, counted, measured: counted, exchange: undefined }
}

/** What approvers measure of a payment that is not priced, or of one that is: it has drawn. */
export function measureDrawn(
  rates: BaseRates,
  {
    amount,
    currency,
    exchange,
    extraFees,
  }: Money & { exchange: PaymentExchange | null; extraFees: readonly ExtraFee[] },
): Result<BaseAmount, Refusal> {
  const drawn = exchange?.drawn
  if (!drawn) return withExtraFees(rates, rates.inBase({ amount, currency }), extraFees)
  const sent = { amount: drawn.sellAmount, currency: drawn.sellCurrency }
  const bought = { amount: drawn.buyAmount, currency: drawn.buyCurrency }
  return withExtraFees(rates, largerSide(rates, { sent, bought }), extraFees)
}

/** When and over which rail a payment goes. */
interface Course {
  rail: Rail | 'BOOK'
  paymentDate: Temporal.PlainDate
}

/**
 * The sides of a payment that is priced now. Refused without a rate, or if the fees that come out
 * of it leave nothing.
 */
export function sidesOf(
  set: WorkingSet,
  payment: PricedTerms & { counterparty: Counterparty },
  ownSide: OwnSide,
  { rail, paymentDate }: Course,
): Result<Sides, Refusal> {
  const { terms, counterparty } = payment
  const wanted = wantedExchange(terms, { ownSide, counterparty }, set.institution)
  const before = wanted ? exchangedSides(set, terms, wanted, paymentDate) : accept(sameSides(set, terms))
  if (!before.ok || !feesComeOut(set, terms)) return before
  const { gross, counted, measured } = before.value
  const price = priceOf(set, payment, rail, gross)
  if (!price.ok) return price
  const deducted = price.value?.amount ?? 0n
  if (deducted === 0n) return before
  if (deducted >= gross.amount)
    return refusal('feesExceedAmount', feesExceed(terms.entryType, deducted, gross.currency))
  if (terms.entryType === 'DEBIT') return accept({ ...before.value, deducted })
  const net = { ...gross, amount: gross.amount - deducted }
  if (!wanted) return accept({ ...before.value, sent: net, deducted })
  const after = exchangedSides(set, terms, { ...wanted, given: 'sell', amount: net.amount }, paymentDate)
  return after.ok ? accept({ ...after.value, gross, counted, measured, deducted }) : after
}

function exchangedSides(
  { exchanges, institution, rates }: WorkingSet,
  { extraFees }: PaymentTerms,
  wanted: WantedExchange,
  on: Temporal.PlainDate,
): Result<Sides, Refusal> {
  if (!exchanges) throw new Error('the working set was opened without exchanges')
  const exchange = exchanges.price(wanted, on)
  if (!exchange.ok) return exchange
  const sent = { amount: exchange.value.sellAmount, currency: wanted.sellCurrency }
  const bought = { amount: exchange.value.buyAmount, currency: wanted.buyCurrency }
  const moved = rates.inBase(bought.currency === institution.currency ? bought : sent)
  const counted = withExtraFees(rates, moved, extraFees)
  const measured = withExtraFees(rates, largerSide(rates, { sent, bought }), extraFees)
  return accept({ gross: sent, sent, deducted: 0n, counted, measured, exchange: exchange.value })
}

/** The larger side of an exchange at the mid rate. Refused if one of them has no current rate. */
function largerSide(rates: BaseRates, { sent, bought }: { sent: Money; bought: Money }): Result<BaseAmount, Refusal> {
  const [given, received] = [rates.inBase(sent), rates.inBase(bought)]
  if (!given.ok || !received.ok) return given.ok ? received : given
  return received.value.amount > given.value.amount ? received : given
}

/** Whether the fees of a payment come out of its amount, instead of out of an account. */
function feesComeOut({ institution }: Pick<WorkingSet, 'institution'>, { entryType, deductsFees }: PaymentTerms) {
  return entryType === 'DEBIT' ? debitsOf(institution.settings).feesFrom === 'Proceeds' : deductsFees === true
}

function feesExceed(entryType: EntryType, fees: bigint, currency: string): string {
  const from = entryType === 'DEBIT' ? 'what the debit collects' : 'the amount, because its receiver pays them'
  return `the fees of ${formatAmount(fees, currency)} ${currency} come out of ${from}, and leave nothing of it`
}

/**
 * The fees of a payment. If they come out of its amount, its own account pays them. Refused without
 * the rate of a fee in another currency.
 */
export function priceOf(
  set: Pick<WorkingSet, 'pricing' | 'convertFee' | 'institution'>,
  payment: PricedTerms,
  rail: Rail | 'BOOK',
  gross: Money,
): Result<PaymentPrice | undefined, Refusal> {
  const price = set.pricing.price(pricedOf(payment, rail, gross), set.convertFee)
  if (!price.ok || !price.value || !feesComeOut(set, payment.terms)) return price
  return accept({ ...price.value, accountId: payment.senderAccountId })
}

/**
 * The speed of a book transfer does not affect its price. Fees are in the currency of the
 * customer's own account.
 */
function pricedOf({ senderAccountId, terms }: PricedTerms, rail: Rail | 'BOOK', gross: Money) {
  const { speed, extraFees = [] } = terms
  return { senderAccountId, ...gross, extraFees, products: rail === 'BOOK' ? [rail] : [speed, rail] }
}
