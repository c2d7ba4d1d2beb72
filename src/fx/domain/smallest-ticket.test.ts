import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairOf } from '../../kernel/currency-pair.ts'
import { checkTicket } from './smallest-ticket.ts'

const tickets = [
  { currencyPair: 'EUR/USD', amount: 100 },
  { currencyPair: 'USD/JPY', amount: 10.5 },
]

function refusalOf(sell: readonly [string, bigint], buy: readonly [string, bigint], of = tickets) {
  const [[sellCurrency, sellAmount], [buyCurrency, buyAmount]] = [sell, buy]
  const amounts = { sellCurrency, sellAmount, buyCurrency, buyAmount }
  const checked = checkTicket(of, { ...amounts, ...pairOf(sellCurrency, buyCurrency) })
  return checked.ok ? undefined : checked.refusal
}

test('checkTicket: the smallest ticket is inclusive, one minor unit less is refused, on either side', () => {
  assert.equal(refusalOf(['USD', 10_50n], ['JPY', 1_588n]), undefined)
  assert.equal(refusalOf(['JPY', 1_588n], ['USD', 10_50n]), undefined)
  const refused = 'the smallest ticket of USD/JPY is 10.50 USD, and the exchange is 10.49 USD'
  assert.equal(refusalOf(['USD', 10_49n], ['JPY', 1_586n]), refused)
  assert.equal(refusalOf(['JPY', 1_587n], ['USD', 10_49n]), refused)
})

test('checkTicket: only the ticket of the pair counts, and a pair without one has no lower bound', () => {
  assert.equal(refusalOf(['EUR', 1n], ['JPY', 1n]), undefined)
  assert.equal(refusalOf(['USD', 10_50n], ['JPY', 1n], [...tickets].reverse()), undefined)
  assert.equal(refusalOf(['USD', 1n], ['JPY', 1n], []), undefined)
  assert.equal(refusalOf(['USD', 0n], ['JPY', 1n], []), undefined)
})

test('checkTicket: a ticket with more decimals than its currency has is an error', () => {
  const broken = [{ currencyPair: 'USD/JPY', amount: 0.001 }]
  assert.throws(() => refusalOf(['USD', 1n], ['JPY', 1n], broken), /smallest ticket of USD\/JPY is not an amount/)
})
