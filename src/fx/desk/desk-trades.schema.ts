import Type, { type Static } from 'typebox'
import { CurrencyField, named, optionalText, text } from '../../http/fields.ts'
import { amountAsNumber } from '../../kernel/money.ts'
import type { DeskTrade } from './desk-trades.store.ts'
import { renderPrice } from './measure-trade.ts'

export const DeskTradeBody = named(
  'DeskTradeRequest',
  {
    buyCurrency: CurrencyField,
    buyAmount: Type.Number({ exclusiveMinimum: 0, description: 'What the market delivers.' }),
    sellCurrency: CurrencyField,
    sellAmount: Type.Number({ exclusiveMinimum: 0, description: 'What the market receives.' }),
    valueDate: Type.String({
      format: 'date',
      description: 'yyyy-mm-dd. A business day of both currencies and of USD.',
    }),
    counterparty: text(140, { description: 'The bank with which the desk traded.' }),
    reference: optionalText(64, { description: 'The number of the trade at the counterparty.' }),
  },
  { additionalProperties: false },
)
export type DeskTradeBody = Static<typeof DeskTradeBody>

export const DeskTradeReply = named('DeskTrade', {
  deskTradeNo: Type.String(),
  buyCurrency: Type.String(),
  buyAmount: Type.Number(),
  sellCurrency: Type.String(),
  sellAmount: Type.Number(),
  result: Type.Number({
    description:
      "What the trade realized of the positions that it closed, in the institution's currency: what they brought less what they cost on average.",
  }),
  worth: Type.Optional(
    Type.Number({
      description:
        "The larger side in the institution's currency, at the market's mid rates when it was booked; absent without a current rate.",
    }),
  ),
  currencyPair: Type.String(),
  price: Type.Number({ description: 'What one unit of the base currency costs in the trade.' }),
  marketRate: Type.Optional(
    Type.Number({ description: "The market's mid rate for the value date; absent without a current one." }),
  ),
  deviationPercent: Type.Optional(
    Type.Number({ description: 'How far the price is from marketRate, in percent of it.' }),
  ),
  counterparty: Type.String(),
  reference: Type.Optional(Type.String()),
  tradeDate: Type.String(),
  valueDate: Type.String(),
  settledOn: Type.Optional(Type.String({ description: 'The day on which the amounts were exchanged.' })),
})

export function renderDeskTrade(trade: DeskTrade, currency: string): Static<typeof DeskTradeReply> {
  const { buyCurrency, sellCurrency, reference, settledOn } = trade
  return {
    deskTradeNo: String(trade.tradeNo),
    ...{ buyCurrency, buyAmount: amountAsNumber(trade.buyAmount, buyCurrency) },
    ...{ sellCurrency, sellAmount: amountAsNumber(trade.sellAmount, sellCurrency) },
    result: amountAsNumber(trade.resultAmount, currency),
    ...(trade.worth !== null && { worth: amountAsNumber(trade.worth, currency) }),
    ...renderPrice(trade, trade.marketRate),
    counterparty: trade.counterparty,
    ...(reference !== null && { reference }),
    ...{ tradeDate: trade.tradeDate, valueDate: trade.valueDate },
    ...(settledOn !== null && { settledOn }),
  }
}

export const exampleDeskBody: DeskTradeBody = {
  ...{ buyCurrency: 'USD', buyAmount: 1034200, sellCurrency: 'EUR', sellAmount: 1000000 },
  ...{ valueDate: '2026-07-06', counterparty: 'Example Bank', reference: 'T-4711' },
}
export const exampleDeskTrade: Static<typeof DeskTradeReply> = {
  ...{ deskTradeNo: '800001', buyCurrency: 'USD', buyAmount: 1034200, sellCurrency: 'EUR', sellAmount: 1000000 },
  ...{ result: -50200, worth: 1034300, currencyPair: 'EUR/USD', price: 1.0342, marketRate: 1.0343 },
  ...{ deviationPercent: -0.01, counterparty: 'Example Bank', reference: 'T-4711' },
  ...{ tradeDate: '2026-07-02', valueDate: '2026-07-06' },
}
