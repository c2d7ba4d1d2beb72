import type { Temporal } from 'temporal-polyfill'
import type { Evidence, Meaning } from '../../network.ts'
import type { ExchangeEffect } from './exchange.ts'
import type { StoredExchange } from './exchanges.store.ts'

/** What a network said of an exchange. */
export interface Word {
  code: string
  reason: string
  settledOn: Temporal.PlainDate
  evidence: Evidence
}

const CURRENCY = 'USD'

/** What the outcome of an exchange means. Other effects mean nothing to the bank. */
export function meaningOf(exchange: StoredExchange, effect: ExchangeEffect, word: Word): Meaning[] {
  switch (effect) {
    case 'settle':
      return settled(exchange, word)
    case 'fail':
    case 'expire':
      return failed(exchange, word)
    case 'contradiction':
      return [
        exceptionOf(exchange, `${exchange.rail} says ${word.code}, but the message had ended before`, word.evidence),
      ]
    case 'giveUp':
      return [exceptionOf(exchange, `${exchange.rail} does not say how the message ended`, word.evidence)]
    default:
      return []
  }
}

function settled(exchange: StoredExchange, word: Word): Meaning[] {
  const { direction, kind, messageId: identity } = exchange
  const { settledOn, evidence, code, reason } = word
  if (direction === 'In') return kind === 'Payment' ? [{ kind: 'creditSettled', identity, settledOn, evidence }] : []
  if (exchange.receiptId && kind === 'Return')
    return [{ kind: 'returnSettled', receiptId: exchange.receiptId, code, reason, evidence }]
  return exchange.paymentId ? [{ kind: 'settled', paymentId: exchange.paymentId, settledOn, evidence }] : []
}

function failed(exchange: StoredExchange, { code, reason, evidence }: Word): Meaning[] {
  const { direction, kind, messageId: identity, paymentId, receiptId } = exchange
  if (direction === 'In') return kind === 'Payment' ? [{ kind: 'creditFailed', identity, code, reason, evidence }] : []
  if (receiptId && kind === 'Return') return [{ kind: 'returnRejected', receiptId, code, reason, evidence }]
  return paymentId ? [{ kind: 'rejected', paymentId, code, reason, evidence }] : []
}

/** The return of our payment has settled: pacs.004 of FedNow. */
export function returnedOf(
  { paymentId, amount, code }: StoredExchange,
  { settledOn, evidence }: Word,
  reason: string,
): Meaning[] {
  if (!paymentId || amount === null) return []
  const returned = { amount, currency: CURRENCY }
  return [
    { kind: 'returned', paymentId, code: code ?? 'NARR', reason, amount: returned, returnedOn: settledOn, evidence },
  ]
}

export function exceptionOf(
  { paymentId }: Pick<StoredExchange, 'paymentId'>,
  why: string,
  evidence: Evidence,
): Meaning {
  return { kind: 'exception', why, evidence, ...(paymentId && { paymentId }) }
}
