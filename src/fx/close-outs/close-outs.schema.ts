import Type, { type Static } from 'typebox'
import { named, Uid } from '../../http/fields.ts'
import { pageQuery } from '../../http/paging.ts'
import { amountAsNumber } from '../../kernel/money.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { CLOSE_OUT_REASONS, type CloseOut } from './close-outs.store.ts'

export const CloseOutsQuery = Type.Object({ ...pageQuery, customerUID: Type.Optional(Uid) })

export const CloseOutReply = named('FxCloseOut', {
  closeOutUID: Type.String(),
  forexContractNo: Type.String(),
  customerUID: Type.String(),
  reason: Type.Enum([...CLOSE_OUT_REASONS], {
    description: 'Released: a payment that drew the contract did not settle after the contract had ended.',
  }),
  sellCurrency: Type.String(),
  sellAmount: Type.Number({ description: 'The part of the contract that was closed out.' }),
  buyCurrency: Type.String(),
  buyAmount: Type.Number(),
  marketRate: Type.Number({ description: 'The market rate for the value date, on the side against the customer.' }),
  externalPricingSystemRefId: Type.String({ description: 'The pair and time of the rate.' }),
  marginReversed: Type.Number({ description: 'The margin in the part, in the quote currency of the pair.' }),
  loss: Type.Number({ description: 'What the customer lost, in sellCurrency.' }),
  charged: Type.Number({ description: 'The part of the loss that was charged at once.' }),
  owed: Type.Number({
    description: 'The part of the loss that no account had. The customer owes it: its receivable shows what is left.',
  }),
  gain: Type.Number({
    description:
      'What the customer received, in sellCurrency. Without accountUID, it is in suspense, less what it repaid.',
  }),
  kept: Type.Number({ description: 'What the institution kept of a gain, in sellCurrency.' }),
  accountUID: Type.Optional(
    Type.String({ description: 'The first account that was charged, or the one that was credited.' }),
  ),
  closedAt: Type.String({ format: 'date-time' }),
  coverUnwound: Type.Optional(
    Type.Object(
      {
        baseAmount: Type.Number(),
        quoteAmount: Type.Number({ description: 'What the market exchanged for it, at marketRate.' }),
        valueDate: Type.String(),
      },
      { description: 'The opposite trade with the market that ended the cover of the part, if it was covered.' },
    ),
  ),
})

export function renderCloseOut(closeOut: CloseOut): Static<typeof CloseOutReply> {
  const { sellCurrency, buyCurrency, loss, chargedAmount, accountId, unwind } = closeOut
  const sold = (amount: bigint) => amountAsNumber(amount, sellCurrency)
  return {
    closeOutUID: closeOut.id,
    forexContractNo: String(closeOut.contractNo),
    customerUID: String(closeOut.customerId),
    reason: closeOut.reason,
    ...{ sellCurrency, sellAmount: sold(closeOut.sellAmount) },
    ...{ buyCurrency, buyAmount: amountAsNumber(closeOut.buyAmount, buyCurrency) },
    marketRate: Number(closeOut.marketRate),
    externalPricingSystemRefId: closeOut.pricingReference,
    marginReversed: amountAsNumber(closeOut.marginAmount, closeOut.quoteCurrency),
    loss: sold(loss),
    charged: sold(chargedAmount),
    owed: sold(loss - chargedAmount),
    ...{ gain: sold(closeOut.gain), kept: sold(closeOut.keptAmount) },
    ...(accountId !== null && { accountUID: String(accountId) }),
    closedAt: timestamp(closeOut.closedAt),
    ...(unwind && { coverUnwound: renderUnwind(closeOut, unwind) }),
  }
}

function renderUnwind(
  { baseCurrency, quoteCurrency, sellCurrency }: CloseOut,
  { sellAmount, buyAmount, marketAmount, valueDate }: NonNullable<CloseOut['unwind']>,
) {
  const baseAmount = sellCurrency === baseCurrency ? sellAmount : buyAmount
  return {
    baseAmount: amountAsNumber(baseAmount, baseCurrency),
    quoteAmount: amountAsNumber(marketAmount, quoteCurrency),
    valueDate,
  }
}

export const exampleCloseOut: Static<typeof CloseOutReply> = {
  closeOutUID: '0197c6a0-1f00-7b32-9f5c-0d6a4e3b2c11',
  forexContractNo: '500001',
  customerUID: '100104',
  reason: 'Cancelled',
  sellCurrency: 'USD',
  sellAmount: 1089.83,
  buyCurrency: 'EUR',
  buyAmount: 1000,
  marketRate: 1.0742,
  externalPricingSystemRefId: 'EUR/USD 2026-07-02T14:00:00Z',
  marginReversed: 5.43,
  loss: 10.2,
  charged: 10.2,
  owed: 0,
  gain: 0,
  kept: 0,
  accountUID: '100201',
  closedAt: '2026-07-02T14:00:03.000Z',
}
