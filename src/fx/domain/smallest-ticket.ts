import { type Pair, pairName } from '../../kernel/currency-pair.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import { accept, type Result, refuse } from '../../kernel/result.ts'
import { amountsOfPair, type Trade } from './exchange.ts'

/** The smallest amount of a pair's new contracts, in its base currency. */
interface Ticket {
  currencyPair: string
  amount: number
}

/**
 * Checks a trade against the smallest ticket of its pair, in the base currency and inclusive. A
 * pair without a smallest ticket has no lower bound. A refusal names the smallest ticket, in words.
 */
export function checkTicket(tickets: readonly Ticket[], trade: Trade): Result<void, string> {
  const smallest = smallestOf(tickets, trade)
  const { baseAmount } = amountsOfPair(trade)
  if (baseAmount >= smallest) return accept(undefined)
  const [wanted, least] = [baseAmount, smallest].map(
    (amount) => `${formatAmount(amount, trade.baseCurrency)} ${trade.baseCurrency}`,
  )
  return refuse(`the smallest ticket of ${pairName(trade)} is ${least}, and the exchange is ${wanted}`)
}

/** In minor units of the base currency; zero if the pair has no smallest ticket. */
function smallestOf(tickets: readonly Ticket[], pair: Pair): bigint {
  const ticket = tickets.find(({ currencyPair }) => currencyPair === pairName(pair))
  if (!ticket) return 0n
  const minor = parseAmount(ticket.amount, pair.baseCurrency)
  if (!minor.ok) throw new Error(`the smallest ticket of ${ticket.currencyPair} is not an amount: ${ticket.amount}`)
  return minor.value
}
