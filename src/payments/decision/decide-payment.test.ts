import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { WantedExchange } from '../../fx/open-exchanges.ts'
import { defaultSettings } from '../../institution/settings.ts'
import { refusal } from '../../kernel/refusal.ts'
import { accept } from '../../kernel/result.ts'
import type { LimitedPayment } from '../../limits/domain/reserve.ts'
import { estimatePayment, type PaymentToDecide } from './decide-payment.ts'
import type { OwnSide } from './parties.store.ts'
import type { WorkingSet } from './working-set.ts'

const OWN_BANK = '061099995'
const date = Temporal.PlainDate.from('2026-07-01')

/**
 * The amount that counts against limits, at an institution whose currency is USD. 1 EUR is 1.10
 * USD, and 1 GBP is 1.20 EUR.
 */
function countedOf(payment: { from: string; to: string; amount: bigint; currency: string }): string {
  const checked: LimitedPayment[] = []
  const check = (_: bigint, limited: LimitedPayment) => {
    checked.push(limited)
    return accept({ approvalFor: undefined })
  }
  const rates: Record<string, [sell: bigint, buy: bigint]> = {
    'USD EUR': [110n, 100n],
    'EUR USD': [100n, 110n],
    'EUR GBP': [120n, 100n],
  }
  const price = ({ sellCurrency, buyCurrency, given, amount }: WantedExchange) => {
    const [sell, buy] = rates[`${sellCurrency} ${buyCurrency}`]!
    return accept(
      given === 'sell'
        ? { deliversOn: '2026-07-03', sellAmount: amount, buyAmount: (amount * buy) / sell }
        : { deliversOn: '2026-07-03', sellAmount: (amount * sell) / buy, buyAmount: amount },
    )
  }
  // Limits measure 1 EUR at 1.20 USD, and have no rate of other currencies.
  const inBase = ({ amount, currency }: { amount: bigint; currency: string }) => {
    if (currency === 'USD') return accept({ amount, rate: null })
    return currency === 'EUR' ? accept({ amount: (amount * 120n) / 100n, rate: '1.2' }) : refusal('amountNotMeasured')
  }
  const set = {
    institution: {
      sandbox: true,
      bic: null,
      routingNumber: OWN_BANK,
      currency: 'USD',
      timeZone: 'America/New_York',
      settings: defaultSettings({ sandbox: true, currency: 'USD' }),
    },
    date,
    now: date.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '10:00' }).toInstant(),
    passages: new Map(),
    books: { account: () => undefined },
    limits: { check, exceededBy: () => [], isLimited: () => true },
    rates: { inBase },
    creditExposure: { check: () => accept(undefined) },
    pricing: { price: () => accept(undefined) },
    exchanges: { price },
  } as unknown as WorkingSet
  const sender: OwnSide = {
    account: {
      id: 1n,
      status: 'Active',
      currency: payment.from,
      routingNumber: OWN_BANK,
      excludedRails: [],
      secCodes: [],
      isUnderwritten: false,
      debitExposureLimit: undefined,
      callBackAbove: undefined,
    },
    creditExposure: [],
    customer: { id: 7n, status: 'Active', secCodes: [], isConsumer: false, ancestorIds: [], approvals: undefined },
  }
  const wanted: PaymentToDecide = {
    id: 'one',
    senderAccountId: 1n,
    terms: {
      entryType: 'CREDIT',
      amount: payment.amount,
      currency: payment.currency,
      speed: 'SPOT',
      paymentDate: undefined,
      secCode: undefined,
    },
    counterparty: {
      name: 'Highland Beans Inc',
      status: 'Active',
      achFault: 'none',
      unreachableRails: [],
      contactType: 'Company',
      accountCurrency: payment.to,
      nationalCode: null,
      swiftCode: 'CHASUS33',
    },
    ownAccount: undefined,
    namesAccount: false,
    actor: 'test',
  }
  const { refusals } = estimatePayment(set, wanted, sender)
  return checked[0] ? `${checked[0].amount} USD` : refusals[0]!.reason
}

test('limits count the amount of a payment in one currency', () => {
  assert.equal(countedOf({ from: 'USD', to: 'USD', amount: 100_00n, currency: 'USD' }), '10000 USD')
})

test("limits count the amount sent if it is in the institution's currency", () => {
  assert.equal(countedOf({ from: 'USD', to: 'EUR', amount: 110_00n, currency: 'USD' }), '11000 USD')
  assert.equal(countedOf({ from: 'USD', to: 'EUR', amount: 100_00n, currency: 'EUR' }), '11000 USD')
})

test("limits count the amount received if it is in the institution's currency", () => {
  assert.equal(countedOf({ from: 'EUR', to: 'USD', amount: 100_00n, currency: 'EUR' }), '11000 USD')
  assert.equal(countedOf({ from: 'EUR', to: 'USD', amount: 110_00n, currency: 'USD' }), '11000 USD')
})

test('limits count an amount in another currency at the mid rate', () => {
  assert.equal(countedOf({ from: 'EUR', to: 'EUR', amount: 100_00n, currency: 'EUR' }), '12000 USD')
})

test('limits count the amount sent, at the mid rate, if both currencies are foreign', () => {
  assert.equal(countedOf({ from: 'EUR', to: 'GBP', amount: 100_00n, currency: 'GBP' }), '14400 USD')
})

test('a limited payment is refused if its amount has no rate', () => {
  assert.equal(countedOf({ from: 'GBP', to: 'GBP', amount: 100_00n, currency: 'GBP' }), 'amountNotMeasured')
})
