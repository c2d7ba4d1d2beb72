import Type, { type Static } from 'typebox'
import type { PaymentPrice } from '../../fees/fees.ts'
import type { PricedExchange } from '../../fx/fx.ts'
import { DATE_REMARK_FIELDS } from '../../http/date-remark.ts'
import { errorCatalogue, refusalMessage } from '../../http/errors.ts'
import { name, named } from '../../http/fields.ts'
import { amountAsNumber, formatAmount } from '../../kernel/money.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { exampleLimits, LimitReply } from '../../limits/limits.ts'
import { AlteredFieldsReply } from '../altered-fields.schema.ts'
import { MissedCutOffReply } from '../cut-off/missed-cut-off.schema.ts'
import { renderMissed } from '../cut-off/missed-cut-off.ts'
import { renderWindow, WindowReply } from '../cut-off/window.schema.ts'
import { displayStatus, PAYMENT_STATUSES } from '../payment-state.ts'
import { FeesField, feePayerOf, renderFees } from '../payments.schema.ts'
import type { Preview } from './preview-payment.ts'

const amount = (description: string) => Type.String({ description: `Decimal text in the currency; ${description}.` })
const moment = (description: string) => Type.String({ description })

export const PaymentPreview = named('PaymentPreview', {
  wouldBeRefused: Type.Boolean(),
  refusals: Type.Array(
    Type.Object({
      status: Type.Integer({ description: 'The HTTP status of the refusal.' }),
      code: Type.String(),
      reason: Type.String(),
      message: Type.String(),
    }),
    {
      description:
        'Every reason to refuse the payment now, including each exceeded limit. The payment itself would be refused for the first.',
    },
  ),
  paymentStatus: Type.Optional(
    name(PAYMENT_STATUSES, { description: 'The initial status; absent if the payment would be refused.' }),
  ),
  displayStatus: Type.Optional(Type.String()),
  deliveryMethod: Type.String({
    description: 'The rail of the payment; for Instant, the network that the institution uses.',
  }),
  secCode: Type.Optional(Type.String({ description: 'The SEC code of the ACH entry.' })),
  alteredFields: AlteredFieldsReply,
  currency: Type.String({
    description:
      'The currency of fee.amount and funds.needed: that of the sending account, unless the exchange cannot be priced.',
  }),
  exchange: Type.Optional(
    Type.Object(
      {
        senderAmount: Type.String({ description: 'Decimal text.' }),
        senderCurrency: Type.String(),
        receiverAmount: Type.Number(),
        receiverCurrency: Type.String(),
        allInRate: Type.Number({ description: 'The rate of the contract, quoted by market convention.' }),
        valueDate: Type.String({ description: 'The value date of the contract, yyyy-mm-dd.' }),
        forexContract: Type.Optional(
          Type.String({ description: 'The contract that the payment names; absent if one would be created for it.' }),
        ),
      },
      { description: 'The exchange at the current rate, if the receiver is paid in another currency.' },
    ),
  ),
  fee: Type.Object(
    {
      amount: amount('the fee of the payment now'),
      accountUID: Type.Optional(Type.String({ description: 'The account to charge; absent without a fee.' })),
      deducted: Type.Optional(
        amount('what comes out of the payment: the receiver of a credit gets less, or the customer of a debit'),
      ),
      charges: FeesField,
      bankFeePayer: Type.String({ description: 'remitter, beneficiary or shared, as the payment would show it.' }),
    },
    { description: 'A payment that waits for its date or for approval is priced when it is released.' },
  ),
  funds: Type.Object(
    {
      availableBalance: Type.String({
        description: "The available balance of the sending account now, decimal text in the account's currency.",
      }),
      needed: amount('the debit to the sending account, including the fee if the same account pays it'),
      isCovered: Type.Boolean(),
    },
    { description: 'A payment that waits needs its funds only when it is released. A debit needs only its fee.' },
  ),
  approvals: Type.Object({
    approversNeeded: Type.Integer({
      description: 'The number of people of the customer who must approve, besides the submitter.',
    }),
    institutionApproval: Type.Boolean({ description: 'Whether the institution must approve.' }),
    approveBy: Type.Optional(Type.String({ description: 'Until when it must be approved, if it needs approval now.' })),
  }),
  limits: Type.Array(LimitReply, {
    description:
      'The limits that apply, with their use on the date of the payment. A transfer within the institution has none.',
  }),
  paymentDate: Type.String({
    description: 'The release date, yyyy-mm-dd; for a recurring payment, that of its first payment.',
  }),
  cutOff: Type.Optional(
    moment('The latest time to submit it for this settlement; absent if the rail accepts payments at any time.'),
  ),
  missedCutOff: Type.Optional(MissedCutOffReply),
  window: Type.Optional(WindowReply),
  valueDate: Type.String({ description: "The day on which the receiver's bank should have the money, yyyy-mm-dd." }),
  ...DATE_REMARK_FIELDS,
  expectedSettlement: moment(
    'The expected time of settlement, on valueDate, if neither approval nor funds are missing.',
  ),
})

/** `failure` is the beginning of the refusal messages of the payment itself. */
export function renderPreview(preview: Preview, failure: string): Static<typeof PaymentPreview> {
  const { request, decision, estimate, settlement, available } = preview
  const { entryType, senderAccountId } = request
  const { fee, rail, secCode, approvals, refusals, sides } = estimate
  const { currency } = sides.sent
  const isDebit = entryType === 'DEBIT'
  const taken = isDebit ? 0n : sides.sent.amount
  const isTaken = fee?.accountId === senderAccountId && !(isDebit && sides.deducted > 0n)
  const needed = taken + (isTaken ? fee.amount : 0n)
  return {
    wouldBeRefused: decision === undefined,
    refusals: refusals.map((refusal) => renderRefusal(refusal, failure)),
    ...(decision && {
      paymentStatus: decision.accepted.status,
      displayStatus: displayStatus(decision.accepted.status),
    }),
    deliveryMethod: rail,
    secCode: secCode ?? undefined,
    alteredFields: preview.alteredFields,
    currency,
    exchange: sides.exchange && renderExchange(sides.exchange),
    fee: {
      amount: formatAmount(fee?.amount ?? 0n, currency),
      accountUID: fee && fee.amount > 0n ? String(fee.accountId) : undefined,
      deducted: sides.deducted > 0n ? formatAmount(sides.deducted, currency) : undefined,
      charges: fee && renderFees(fee.charges.map((charge) => shownCharge(charge, currency))),
      bankFeePayer: feePayerOf(request.details, entryType),
    },
    funds: {
      availableBalance: formatAmount(available.amount, available.currency),
      needed: formatAmount(needed, currency),
      isCovered: available.currency === currency && available.amount >= needed,
    },
    approvals: {
      approversNeeded: approvals.approvers,
      institutionApproval: approvals.institution,
      approveBy: timestamp(preview.approveBy),
    },
    limits: preview.limits,
    paymentDate: preview.paymentDate.toString(),
    cutOff: timestamp(settlement.cutOff),
    missedCutOff: decision?.missed ? renderMissed(decision.missed) : undefined,
    valueDate: settlement.valueDate.toString(),
    ...settlement.remark,
    window: renderWindow(settlement.window),
    expectedSettlement: timestamp(settlement.settlesAt),
  }
}

function shownCharge({ name, amount, exchange }: PaymentPrice['charges'][number], currency: string) {
  return {
    ...{ name, amount: String(amount), currency, rate: exchange?.rate ?? null },
    scheduledAmount: exchange ? String(exchange.amount) : null,
    scheduledCurrency: exchange?.currency ?? null,
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
  return { status, code, reason: refusal.reason, message: refusalMessage(failure, refusal) }
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
  cutOff: '2026-07-01T18:15:00.000Z',
  valueDate: '2026-07-02',
  expectedSettlement: '2026-07-02T12:30:00.000Z',
}
