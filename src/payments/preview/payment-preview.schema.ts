import Type, { type Static } from 'typebox'
import type { PricedExchange } from '../../fx/fx.ts'
import { errorCatalogue, refusalMessage } from '../../http/errors.ts'
import { amountAsNumber, formatAmount } from '../../kernel/money.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { exampleLimits, LimitReply } from '../../limits/limits.ts'
import { displayStatus } from '../payment-state.ts'
import { paymentStatusDescription } from '../payment-state-docs.ts'
import { feePayerOf } from '../payments.schema.ts'
import type { Preview } from './preview-payment.ts'

const amount = (description: string) => Type.String({ description: `Decimal text in the currency; ${description}.` })
const moment = (description: string) => Type.String({ description })

export const PaymentPreview = Type.Object({
  wouldBeRefused: Type.Boolean(),
  refusals: Type.Array(
    Type.Object({
      status: Type.Integer({ description: 'The HTTP status of the refusal.' }),
      code: Type.String(),
      message: Type.String(),
    }),
    {
      description:
        'Everything that speaks against the payment now, each limit that it exceeds too. The first is what it would be answered.',
    },
  ),
  paymentStatus: Type.Optional(
    Type.String({
      description: `What it would be at first; absent where it would be refused. ${paymentStatusDescription()}`,
    }),
  ),
  displayStatus: Type.Optional(Type.String()),
  deliveryMethod: Type.String({
    description: 'The rail it would go by; for Instant the network that the institution uses.',
  }),
  secCode: Type.Optional(Type.String({ description: 'The standard entry class of an ACH entry.' })),
  currency: Type.String({ description: 'That of the sending account, where the payment has a price in it.' }),
  exchange: Type.Optional(
    Type.Object(
      {
        senderAmount: Type.String({ description: 'Decimal text.' }),
        senderCurrency: Type.String(),
        receiverAmount: Type.Number(),
        receiverCurrency: Type.String(),
        allInRate: Type.Number({ description: 'The rate of the contract, of the pair as the market quotes it.' }),
        valueDate: Type.String({ description: 'When the contract settles, yyyy-mm-dd.' }),
        forexContract: Type.Optional(
          Type.String({ description: 'The contract that the payment names; otherwise one is made for it.' }),
        ),
      },
      { description: 'What would be exchanged now, where the receiver is paid in another currency.' },
    ),
  ),
  fee: Type.Object(
    {
      amount: amount('what the payment would cost now'),
      accountUID: Type.Optional(
        Type.String({ description: 'The account that would be charged; absent without a fee.' }),
      ),
      bankFeePayer: Type.String({ description: 'remitter, beneficiary or shared, as the payment would say.' }),
    },
    { description: 'A payment that waits, for its date or for approval, is priced when it goes.' },
  ),
  funds: Type.Object(
    {
      availableBalance: Type.String({
        description: "Decimal text, of the sending account now, in the account's currency.",
      }),
      needed: amount('what the payment would take from it, with the fee where the same account pays it'),
      isCovered: Type.Boolean(),
    },
    { description: 'A payment that waits needs its funds only when it goes. A debit takes no more than its fee.' },
  ),
  approvals: Type.Object({
    approversNeeded: Type.Integer({
      description: 'How many people of the customer have to approve, beside the submitter.',
    }),
    institutionApproval: Type.Boolean({ description: 'Whether the institution has to approve.' }),
  }),
  limits: Type.Array(LimitReply, {
    description:
      'The limits that apply, as used on the date of the payment. A transfer within the institution has none.',
  }),
  paymentDate: Type.String({
    description: 'When it would be released, yyyy-mm-dd; for a recurring payment that of the first.',
  }),
  cutOff: Type.Optional(
    moment('Until when it has to be in to settle as said; absent where the rail takes payments at any moment.'),
  ),
  valueDate: Type.String({ description: "When the receiver's bank is to have the money, yyyy-mm-dd." }),
  expectedSettlement: moment('When it is to have settled, if nothing holds it up: no approval, no lack of funds.'),
})

/** `failure` is what a refusal of the payment itself would begin with. */
export function renderPreview(preview: Preview, failure: string): Static<typeof PaymentPreview> {
  const { request, decision, estimate, settlement, available } = preview
  const { entryType, senderAccountId } = request
  const { fee, rail, secCode, approvals, refusals, sides } = estimate
  const { currency } = sides.sent
  const taken = entryType === 'DEBIT' ? 0n : sides.sent.amount
  const needed = taken + (fee?.accountId === senderAccountId ? fee.amount : 0n)
  return {
    wouldBeRefused: decision === undefined,
    refusals: refusals.map((refusal) => renderRefusal(refusal, failure)),
    ...(decision && {
      paymentStatus: decision.accepted.status,
      displayStatus: displayStatus(decision.accepted.status),
    }),
    deliveryMethod: rail,
    secCode: secCode ?? undefined,
    currency,
    exchange: sides.exchange && renderExchange(sides.exchange),
    fee: {
      amount: formatAmount(fee?.amount ?? 0n, currency),
      accountUID: fee && String(fee.accountId),
      bankFeePayer: feePayerOf(request.details, entryType),
    },
    funds: {
      availableBalance: formatAmount(available.amount, available.currency),
      needed: formatAmount(needed, currency),
      isCovered: available.currency === currency && available.amount >= needed,
    },
    approvals: { approversNeeded: approvals.approvers, institutionApproval: approvals.institution },
    limits: preview.limits,
    paymentDate: preview.paymentDate.toString(),
    cutOff: settlement.cutOff?.toString(),
    valueDate: settlement.valueDate.toString(),
    expectedSettlement: settlement.settlesAt.toString(),
  }
}

function renderExchange({ contract, isOwn, sellAmount, buyAmount }: PricedExchange) {
  const { sellCurrency, buyCurrency, allInRate, valueDate, contractNo } = contract
  return {
    senderAmount: formatAmount(sellAmount, sellCurrency),
    senderCurrency: sellCurrency,
    receiverAmount: amountAsNumber(buyAmount, buyCurrency),
    receiverCurrency: buyCurrency,
    allInRate: Number(allInRate),
    valueDate,
    ...(!isOwn && { forexContract: String(contractNo) }),
  }
}

function renderRefusal(refusal: Refusal, failure: string) {
  const { status, code } = errorCatalogue[refusal.reason]
  return { status, code, message: refusalMessage(failure, refusal) }
}

export const examplePreview = {
  wouldBeRefused: false,
  refusals: [],
  paymentStatus: 'VALIDATED',
  displayStatus: 'Processing',
  deliveryMethod: 'ACH',
  secCode: 'CCD',
  currency: 'USD',
  fee: { amount: '0.25', accountUID: '100108', bankFeePayer: 'remitter' },
  funds: { availableBalance: '2500.00', needed: '125.75', isCovered: true },
  approvals: { approversNeeded: 0, institutionApproval: false },
  limits: [
    {
      ...exampleLimits.limits[0]!,
      code: 'ACH_CREDIT_LIMIT_PER_DAY',
      displayName: 'ACH credits per day',
    },
  ],
  paymentDate: '2026-07-01',
  cutOff: '2026-07-01T18:15:00Z',
  valueDate: '2026-07-02',
  expectedSettlement: '2026-07-02T12:30:00Z',
}
