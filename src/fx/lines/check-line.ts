import type { Temporal } from 'temporal-polyfill'
import { requireCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { formatAmount } from '../../kernel/money.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { readOwedUnder } from '../../receivables/receivables.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { exchangeOf } from '../domain/exchange.ts'
import { exceededBy, type LINE_AMOUNTS, type LineAmounts, usageOf, type ValuedPart } from '../domain/line.ts'
import { lossAtMarket, partOf } from '../domain/market-value.ts'
import type { Quote } from '../fx-trades.store.ts'
import { type MarketRates, marketRates } from '../market-rates.ts'
import { type Line, type OpenContracts, readLinesAbove, readOpenContracts } from './fx-lines.store.ts'

/**
 * Whether a trade is on credit: the customer has an FX line, and the trade fits into it and into
 * the line of every customer above it. False if the customer has no line. Refused if the trade does
 * not fit, or if a contract cannot be valued without a current rate.
 *
 * `locked` keeps the lines from other transactions, so that two acceptances cannot use the same
 * rest of a line.
 */
export async function checkLine(
  tx: Transaction,
  principal: Principal,
  institution: Institution,
  trade: OpenContracts & { customerId: bigint },
  { now, locked }: { now: Temporal.Instant; locked: boolean },
): Promise<Result<boolean, Refusal>> {
  const { tenantId } = institution
  const lines = await readLinesAbove(tx, tenantId, trade.customerId, { locked })
  if (!lines.some(({ customerId }) => customerId === trade.customerId)) return accept(false)
  const rates = marketRates(tx, institution, now)
  const added = await worthOf(rates, [trade])
  if (!added.ok) return added
  for (const line of lines) {
    const used = await usedOf(tx, rates, tenantId, line.customerId)
    if (!used.ok) return used
    const exceeded = exceededBy(line, { used: used.value, added: added.value })
    if (exceeded)
      return refusal(
        'fxLineExceeded',
        await whyNot(
          tx,
          principal,
          { line, exceeded, used: used.value, added: added.value, customerId: trade.customerId },
          institution,
        ),
      )
  }
  return accept(true)
}

/** The trade of a quote, as lines count it. */
export function lineTradeOf(quote: Quote): OpenContracts & { customerId: bigint } {
  const { customerId, productType, valueDate, baseCurrency } = quote
  return { customerId, productType, valueDate, ...partOf(exchangeOf(quote), baseCurrency) }
}

/** What the open contracts of the customer and of those below it use of its line. */
export async function readLineUsage(
  tx: Transaction,
  institution: Institution,
  customerId: bigint,
  now: Temporal.Instant,
): Promise<Result<LineAmounts, Refusal>> {
  return usedOf(tx, marketRates(tx, institution, now), institution.tenantId, customerId)
}

/** Open contracts, and all that is owed: who owes has used a part of its credit. */
async function usedOf(
  tx: Transaction,
  rates: MarketRates,
  tenantId: bigint,
  customerId: bigint,
): Promise<Result<LineAmounts, Refusal>> {
  const open = await worthOf(rates, await readOpenContracts(tx, tenantId, customerId))
  if (!open.ok) return open
  let { exposure } = open.value
  for (const { currency, owed } of await readOwedUnder(tx, tenantId, customerId)) {
    const amount = await rates.inOwnCurrency(owed, currency, 'up')
    if (!amount.ok) return refusal('fxNotQuoted', amount.refusal)
    exposure += amount.value
  }
  return accept({ ...open.value, exposure })
}

async function worthOf(rates: MarketRates, parts: readonly OpenContracts[]): Promise<Result<LineAmounts, Refusal>> {
  const valued: ValuedPart[] = []
  for (const part of parts) {
    const { productType, baseCurrency, quoteCurrency, baseAmount, valueDate } = part
    const rate = await rates.outright({ baseCurrency, quoteCurrency }, valueDate)
    if (!rate.ok) return refusal('fxNotQuoted', rate.refusal)
    const loss = await rates.inOwnCurrency(lossAtMarket(part, rate.value), quoteCurrency, 'up')
    if (!loss.ok) return refusal('fxNotQuoted', loss.refusal)
    const notional = await rates.inOwnCurrency(baseAmount, baseCurrency, 'up')
    if (!notional.ok) return refusal('fxNotQuoted', notional.refusal)
    valued.push({ productType, notional: notional.value, loss: loss.value })
  }
  return accept(usageOf(valued))
}

const MEANS: Record<(typeof LINE_AMOUNTS)[number], string> = {
  exposure: 'the exposure of open contracts at market rates',
  spot: 'open spot contracts',
  forward: 'open forward contracts',
}

/** The amounts of another customer's line are shown only to those who can see that customer. */
async function whyNot(
  tx: Transaction,
  principal: Principal,
  {
    line,
    exceeded,
    used,
    added,
    customerId,
  }: { line: Line; exceeded: keyof LineAmounts; used: LineAmounts; added: LineAmounts; customerId: bigint },
  { currency }: Institution,
): Promise<string> {
  const holder = line.customerId === customerId ? 'its customer' : `customer ${line.customerId} above it`
  const isSeen = (await requireCustomer(tx, principal, String(line.customerId))).ok
  if (!isSeen) return `the line of a customer above it limits ${MEANS[exceeded]}, and has too little left`
  const amount = (minor: bigint) => `${formatAmount(minor, currency)} ${currency}`
  const left = line[exceeded] > used[exceeded] ? line[exceeded] - used[exceeded] : 0n
  return `the line of ${holder} limits ${MEANS[exceeded]} to ${amount(line[exceeded])}; ${amount(used[exceeded])} are used, ${amount(left)} are left, and the trade needs ${amount(added[exceeded])}`
}
