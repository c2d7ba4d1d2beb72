import { Temporal } from 'temporal-polyfill'
import { type ApprovalRow, requestApproval } from '../../approvals/approvals.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { amountAsNumber, parseAmount } from '../../kernel/money.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { leftOf } from '../domain/drawdown.ts'
import { endOfTradeDate } from '../domain/value-date.ts'
import { expiryOf } from '../expiry.ts'
import type { AcceptBody } from '../fx-trades.schema.ts'
import type { Contract, Quote } from '../fx-trades.store.ts'
import { writeQuoteStatus } from '../fx-trades.store.ts'
import type { Sides } from './people-needed.ts'

/** What the approvers see, and approve by its hash: both sides, the price and the value date. */
export interface ProposedTrade {
  quoteUUID?: string
  forexContractNo?: string
  /** The payment whose cancellation exchanges back what it drew on the contract. */
  paymentUID?: string
  notes?: string
  sellCurrency: string
  sellAmount: number
  buyCurrency: string
  buyAmount: number
  allInRate: number
  ccyPair: string
  valueDate: string
  /** How the quote is accepted. */
  acceptance?: Omit<AcceptBody, 'quoteUUID'>
}

/** What a payment, locked by the caller, drew on a contract, in minor units. */
export interface DrawToRelease {
  paymentUID: string
  contractId: string
  sellAmount: bigint
  buyAmount: bigint
  /** Why the payment is cancelled. */
  notes: string | undefined
}

/** Makes the acceptance of a locked quote wait for its approvers. */
export async function proposeTrade(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { quote, acceptance, approversNeeded }: { quote: Quote; acceptance: AcceptBody; approversNeeded: number },
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const { quoteUUID, ...how } = acceptance
  await writeQuoteStatus(tx, principal.tenantId, quote.id, 'PendingApproval')
  return requestApproval(
    tx,
    principal,
    {
      kind: 'fxTrade',
      action: 'create',
      subjectId: quote.id,
      customerId: quote.customerId,
      proposed: { quoteUUID, ...renderSides(quote, quote), acceptance: how } satisfies ProposedTrade,
      several: { approversNeeded, expiresAt: expiryOfTrade(institution, quote, now) },
    },
    now,
  )
}

/** Makes the cancellation of a contract wait for its approvers. The caller holds its quote. */
export async function proposeCancellation(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  { contract, approversNeeded }: { contract: Contract; approversNeeded: number },
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const forexContractNo = String(contract.contractNo)
  return requestApproval(
    tx,
    principal,
    {
      kind: 'fxTrade',
      action: 'delete',
      subjectId: forexContractNo,
      customerId: contract.customerId,
      proposed: { forexContractNo, ...renderSides(contract, leftOf(contract)) } satisfies ProposedTrade,
      several: { approversNeeded, expiresAt: expiryOfTrade(institution, contract, now) },
    },
    now,
  )
}

/**
 * Makes the cancellation of a payment wait, which exchanges back what it drew. The caller has
 * locked the payment.
 */
export async function proposeRelease(
  tx: Transaction,
  principal: Principal,
  { contract, draw, approversNeeded }: { contract: Contract; draw: DrawToRelease; approversNeeded: number },
  now: Temporal.Instant,
): Promise<ApprovalRow> {
  const { paymentUID, notes } = draw
  const forexContractNo = String(contract.contractNo)
  return requestApproval(
    tx,
    principal,
    {
      kind: 'fxTrade',
      action: 'delete',
      subjectId: paymentUID,
      customerId: contract.customerId,
      proposed: {
        ...{ forexContractNo, paymentUID, ...(notes !== undefined && { notes }) },
        ...renderSides(contract, draw),
      } satisfies ProposedTrade,
      several: { approversNeeded, expiresAt: endOfTradeDate(now) },
    },
    now,
  )
}

/**
 * A trade can be approved on its trade date, and before its value date is over: the next day, spot
 * is another day, with another price.
 */
function expiryOfTrade(
  institution: Institution,
  { valueDate }: { valueDate: string },
  now: Temporal.Instant,
): Temporal.Instant {
  const ends = [endOfTradeDate(now), expiryOf(institution, valueDate)]
  return ends.toSorted(Temporal.Instant.compare)[0]!
}

function renderSides(terms: Quote | Contract, { sellAmount, buyAmount }: Pick<Sides, 'sellAmount' | 'buyAmount'>) {
  const { sellCurrency, buyCurrency, baseCurrency, quoteCurrency, allInRate, valueDate } = terms
  return {
    sellCurrency,
    sellAmount: amountAsNumber(sellAmount, sellCurrency),
    buyCurrency,
    buyAmount: amountAsNumber(buyAmount, buyCurrency),
    allInRate: Number(allInRate),
    ccyPair: `${baseCurrency}${quoteCurrency}`,
    valueDate,
  }
}

/** The amounts that were proposed, in minor units. */
export function sidesOf({ sellCurrency, sellAmount, buyCurrency, buyAmount }: ProposedTrade): Sides {
  const minorOf = (amount: number, currency: string) => {
    const parsed = parseAmount(amount, currency)
    if (!parsed.ok) throw new Error(`a proposed trade has no amount of ${currency}`)
    return parsed.value
  }
  return {
    ...{ sellCurrency, sellAmount: minorOf(sellAmount, sellCurrency) },
    ...{ buyCurrency, buyAmount: minorOf(buyAmount, buyCurrency) },
  }
}

/** What is said to those who ask for a trade that waits. */
export function waitsFor(approversNeeded: number): string {
  return approversNeeded === 1
    ? 'One person must approve this trade.'
    : `${approversNeeded} people must approve this trade.`
}
