import { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { DATE_REMARK_FIELDS } from '../http/date-remark.ts'
import { canonicalName, name, named, text } from '../http/fields.ts'
import { MAKER_STOPS } from '../institution/institution.ts'
import { CHARGES } from '../kernel/charges.ts'
import { ON_MISSED_CUT_OFF } from '../kernel/cut-off.ts'
import { maskedNumber, type NumberView, withMaskedNumbers } from '../kernel/masked-number.ts'
import { amountAsNumber, formatAmount } from '../kernel/money.ts'
import {
  DELIVERY_METHODS,
  ENTRY_TYPES,
  type EntryType,
  isMessageRail,
  SPEEDS,
  WIRE_TYPES,
  wireTypeOf,
} from '../kernel/rail.ts'
import { timestamp } from '../kernel/timestamp.ts'
import { uetrOf } from '../kernel/uetr.ts'
import { MissedCutOffReply } from './cut-off/missed-cut-off.schema.ts'
import { WindowReply } from './cut-off/window.schema.ts'
import { HOLD_REASONS, showReasons } from './held/hold-reasons.ts'
import type { MakerStop } from './held/stopped-makers.store.ts'
import { RETURN_REQUEST_STATUSES } from './network/return-requests.store.ts'
import { partyFields, renderParties } from './payment-parties.schema.ts'
import { displayStatus, PAYMENT_STATUSES, type PaymentStatus, waitsForApproval } from './payment-state.ts'
import { APPROVE_BY, AVAILABLE_ON, paymentStatusDescription, VALUE_DATE } from './payment-state-docs.ts'
import type { NetworkEnd, PaymentRow, ShownFee, ShownReturnRequest } from './payments.store.ts'
import { Occurrences, renderOccurrences } from './recurring/recurrence.schema.ts'
import { AdditionalInfo } from './request/additional-info.schema.ts'
import {
  behindParties,
  fxContractNumberOf,
  NotificationField,
  type PaymentDetails,
} from './request/credit-request.schema.ts'

const shown = Type.Optional(Type.String())

/** The amounts and currencies of both sides, and the contract of the exchange. */
const sides = {
  senderAmount: Type.Optional(Type.String({ description: 'Decimal text; absent until the exchange is priced.' })),
  senderCurrency: shown,
  receiverAmount: Type.Optional(Type.Number({ description: 'Absent until the exchange is priced.' })),
  receiverCurrency: shown,
  forexContract: Type.Optional(
    Type.String({ description: 'The forexContractNo of the contract that the payment uses or names.' }),
  ),
  quoteId: Type.Optional(Type.String({ description: "The quoteUUID of the contract's quote." })),
}

export const FeesField = Type.Optional(
  Type.Array(
    named('PaymentFee', {
      name: Type.String({ description: 'The name of the fee in the schedule.' }),
      amount: Type.String({ description: 'Decimal text in the currency.' }),
      currency: Type.String({ description: 'The currency of the account that pays it.' }),
      scheduledAmount: Type.Optional(
        Type.String({ description: 'For a fee in another currency: what the schedule says, decimal text.' }),
      ),
      scheduledCurrency: Type.Optional(Type.String()),
      rate: Type.Optional(
        Type.String({ description: 'The mid rate of the day that converted it, of the pair in market order.' }),
      ),
    }),
    { description: 'Each fee of the payment; absent if there are none.' },
  ),
)

export const PaymentCreated = named(
  'PaymentResult',
  {
    paymentUID: Type.String(),
    paymentStatus: name(PAYMENT_STATUSES),
    externalReferenceId: Type.String(),
    valueDate: Type.Optional(Type.String({ description: VALUE_DATE })),
    approveBy: Type.Optional(Type.String({ description: APPROVE_BY })),
    missedCutOff: Type.Optional(MissedCutOffReply),
    window: Type.Optional(WindowReply),
    contactUID: Type.Optional(
      Type.String({ description: 'The contact that the payment created for the party that the request describes.' }),
    ),
    recurranceId: Type.Optional(
      Type.String({
        description:
          'The series, for a payment with recurrence: digits. The interface spells it this way; recurrenceId has the same value.',
      }),
    ),
    recurrenceId: shown,
    recurrenceUID: shown,
    bankFees: FeesField,
    ...sides,
  },
  {
    description: 'Amounts, currencies and contract are present only for a payment between two currencies.',
  },
)
export type PaymentCreated = Static<typeof PaymentCreated>

/** The answer with what its header Giro-Altered-Fields names; kept with the key of the request. */
export type AnsweredPayment = PaymentCreated & { altered?: string }

export const PaymentReply = named('Payment', {
  paymentUID: Type.String(),
  entryType: name(ENTRY_TYPES, {
    description:
      "A debit moves money from the counterparty, the debtor, to the creditor's account, which the sender fields name. It has no beneficiary.",
  }),
  externalReferenceId: Type.String(),
  counterPartyId: Type.String(),
  counterParty: Type.String(),
  senderUID: Type.String(),
  senderAccountNumber: Type.String(),
  senderAccountName: shown,
  senderName: shown,
  senderAccountType: shown,
  beneficiaryUID: shown,
  beneficiaryName: shown,
  ...sides,
  receiverAccountUID: Type.Optional(Type.String({ description: 'The account that a book transfer names.' })),
  receiverAccountNumber: shown,
  paymentDate: Type.String(),
  valueDate: Type.Optional(Type.String({ description: VALUE_DATE })),
  ...DATE_REMARK_FIELDS,
  availableOn: Type.Optional(Type.String({ description: AVAILABLE_ON })),
  speed: Type.Optional(name(SPEEDS, { description: 'The speed at which it goes out.' })),
  requestedSpeed: Type.Optional(
    Type.String({ description: 'The speed of the request, if it missed its cut-off and goes out at a slower one.' }),
  ),
  onMissedCutOff: Type.Optional(
    Type.String({ description: `What becomes of it if it misses its cut-off: ${ON_MISSED_CUT_OFF.join(', ')}.` }),
  ),
  deliveryMethod: Type.Optional(name(DELIVERY_METHODS)),
  achEntry: Type.Optional(
    named(
      'AchEntryReference',
      {
        traceNumber: Type.String({ description: 'The trace number, 15 digits.' }),
        fileName: Type.String({ description: 'The name of the file.' }),
        batchNumber: Type.Optional(Type.Integer({ description: 'Absent for an entry of an earlier release.' })),
      },
      { description: 'Its entry, once it is in an ACH file.' },
    ),
  ),
  uetr: Type.Optional(
    Type.String({
      description:
        'Of a payment by message: its unique end-to-end transaction reference (ISO 20022), which every bank of its chain has.',
    }),
  ),
  networkAnswer: Type.Optional(
    named(
      'NetworkAnswer',
      {
        code: Type.String({ description: 'Of Nacha for ACH, otherwise of ISO 20022, such as R03 or AC04.' }),
        reason: shown,
        returnDate: Type.Optional(Type.String({ description: 'When it came back, yyyy-mm-dd.' })),
        returnedAmount: Type.Optional(
          Type.String({ description: 'What came back with its currency, if other banks deducted charges.' }),
        ),
        deducted: Type.Optional(Type.String({ description: 'The charges that other banks deducted.' })),
      },
      { description: 'Why its network rejected it, or the other bank returned it.' },
    ),
  ),
  returnRequest: Type.Optional(
    named(
      'PaymentReturnRequest',
      {
        status: name(RETURN_REQUEST_STATUSES, {
          description:
            'Asked, Pending (the other bank looks into it), Accepted (its return is to come), Refused, or Returned.',
        }),
        reason: Type.String({ description: 'Why, by ISO 20022 ExternalCancellationReason1Code.' }),
        notes: shown,
        requestedAt: Type.String({ format: 'date-time', description: 'When it was asked for.' }),
        answeredAt: Type.Optional(Type.String({ format: 'date-time', description: 'When the status last changed.' })),
        answerCode: Type.Optional(Type.String({ description: 'Of the other bank: why it refuses, by its code.' })),
        answerReason: Type.Optional(Type.String({ description: 'Of the other bank, in words.' })),
      },
      { description: 'The last request to return it (POST …/requestreturn).' },
    ),
  ),
  wireType: Type.Optional(name(WIRE_TYPES)),
  bankFeePayer: Type.Optional(Type.String({ description: 'remitter, beneficiary or shared.' })),
  bankFee: Type.Optional(
    Type.String({
      description:
        'The fee of the payment, decimal text in senderCurrency; absent if there is none, or if the payment ended before it was sent.',
    }),
  ),
  bankFees: FeesField,
  paymentNotes: shown,
  status: name(PAYMENT_STATUSES, { description: paymentStatusDescription() }),
  displayStatus: Type.String(),
  failureReason: shown,
  approveBy: Type.Optional(Type.String({ description: APPROVE_BY })),
  held: Type.Optional(
    Type.Array(Type.Object({ reason: Type.String(), says: Type.String(), liftedBy: Type.String() }), {
      description: `HELD: each reason why the payment waits, in words, and what lifts it. reason is ${HOLD_REASONS.join(', ')}.`,
    }),
  ),
  stoppedMakers: Type.Optional(
    Type.Array(
      named('StoppedMaker', {
        stop: name(MAKER_STOPS, { description: 'What stops it.' }),
        apiKey: Type.Optional(Type.String({ description: 'The API client.' })),
        userUID: Type.Optional(Type.String({ description: 'The user.' })),
        customerUID: Type.Optional(Type.String({ description: 'The legal entity.' })),
      }),
      { description: 'HELD for makerStopped: who was stopped. Only getPayment shows it, to the institution.' },
    ),
  ),
  creationDateTime: Type.String(),
  createdBy: Type.String(),
  customerType: shown,
  channel: shown,
  costCenter: shown,
  occurrences: Type.Optional(Occurrences),
  ...Object.fromEntries(Object.keys(behindParties).map((field) => [field, shown])),
  notification: Type.Optional(NotificationField),
  additionalInfo: Type.Optional(AdditionalInfo),
  ...partyFields,
  fee: Type.Optional(
    Type.Array(
      named('NamedFee', {
        feeName: Type.String({ description: 'The name of the fee in the schedule.' }),
        currency: Type.String(),
        amount: Type.Number({ description: 'In the currency.' }),
      }),
      {
        description: 'The same fees as bankFees, as existing clients read them.',
      },
    ),
  ),
  audit: Type.Optional(
    Type.Object({
      submitterId: shown,
      submitterUserId: Type.Optional(Type.String({ description: 'The user whose token submitted the payment.' })),
      submissionDate: shown,
      approvers: Type.Array(
        Type.Object({
          approverId: Type.Optional(
            Type.String({
              description: 'The API key of the client, or the id of the user or signatory on whose behalf it approved.',
            }),
          ),
          approvedDate: shown,
        }),
        { description: 'The approvals that were given for the payment as it is now.' },
      ),
      approversNeeded: Type.Optional(
        Type.Integer({ description: 'How many people of the customer must approve the payment. Absent if none must.' }),
      ),
      makers: Type.Optional(
        Type.Array(
          Type.Object({
            makerId: Type.String({ description: 'The API key of the client.' }),
            makerUserId: Type.Optional(Type.String({ description: 'The user whose token it sent.' })),
            did: Type.String({
              description:
                'ChangedSeries: changed when its series ends, or to which bank details it pays. Confirmed: confirmed the new bank details of its contact. Submitted: submitted the payment that it repeats.',
            }),
            madeDate: Type.Optional(Type.String({ description: 'When they did so first, ISO 8601 in UTC.' })),
          }),
          {
            description:
              'Who shaped the payment besides its submitter. They cannot approve it either. Absent if nobody did.',
          },
        ),
      ),
    }),
  ),
})

/** docs/decisions/0031 gives the source of each field, and lists the fields that have none yet. */
export function renderPayment(payment: PaymentRow, view: NumberView): Static<typeof PaymentReply> {
  const details = payment.details as PaymentDetails
  const status = payment.status as PaymentStatus
  const isDebit = payment.entryType === 'DEBIT'
  const number = (accountNumber: string) => (view.showsNumbers ? accountNumber : maskedNumber(accountNumber))
  return {
    ...renderParties(payment, view),
    paymentUID: payment.id,
    entryType: payment.entryType,
    externalReferenceId: payment.externalReferenceId,
    counterPartyId: String(payment.beneficiaryId),
    counterParty: payment.receiverName,
    senderUID: String(payment.customerId),
    senderAccountNumber: number(payment.senderAccountNumber),
    senderAccountName: payment.senderAccountName,
    senderName: payment.senderName,
    senderAccountType: payment.senderAccountType,
    beneficiaryUID: isDebit ? undefined : String(payment.beneficiaryId),
    beneficiaryName: isDebit ? undefined : payment.receiverName,
    ...renderSides(payment),
    receiverAccountUID: payment.receiverAccountId === null ? undefined : String(payment.receiverAccountId),
    receiverAccountNumber: number(payment.receiverAccountNumber),
    paymentDate: payment.paymentDate,
    valueDate: payment.valueDate ?? undefined,
    availableOn: payment.availableOn ?? undefined,
    speed: payment.speed,
    requestedSpeed: payment.requestedSpeed ?? undefined,
    onMissedCutOff: payment.onMissedCutOff ?? undefined,
    deliveryMethod: payment.rail,
    achEntry: payment.achEntry
      ? { ...payment.achEntry, batchNumber: payment.achEntry.batchNumber ?? undefined }
      : undefined,
    uetr: isMessageRail(payment.rail) ? uetrOf(payment.id) : undefined,
    networkAnswer: renderNetworkEnd(payment.networkEnd),
    returnRequest: payment.returnRequest ? renderReturnRequest(payment.returnRequest) : undefined,
    wireType: wireTypeOf(payment.rail),
    bankFeePayer: feePayerOf(details, payment.entryType),
    bankFee: renderFee(payment),
    bankFees: renderFee(payment) === undefined ? undefined : renderFees(payment.fees),
    fee: renderFee(payment) === undefined ? undefined : renderFeeList(payment.fees),
    paymentNotes: payment.paymentNotes ?? undefined,
    status,
    displayStatus: displayStatus(status),
    failureReason: payment.failureReason ?? undefined,
    approveBy: waitsForApproval(status) ? timestamp(payment.approvalExpiresAt) : undefined,
    held: payment.heldReasons ? showReasons(payment.heldReasons) : undefined,
    creationDateTime: timestamp(payment.createdAt),
    createdBy: payment.createdBy,
    customerType: payment.customerType === 'Consumer' ? 'Consumer' : 'Corporate',
    channel: details.additionalInfo?.channel || 'API',
    costCenter: details.additionalInfo?.costCenter || (payment.costCenter ?? undefined),
    occurrences: payment.series ? renderOccurrences(payment.series) : undefined,
    ...withMaskedNumbers(details.ultimateParties, view),
    notification: details.notification,
    additionalInfo: renderAdditionalInfo(payment),
    audit: renderAudit(payment),
  }
}

/** Who holds a payment, as the institution sees it. */
export function renderStoppedMakers(
  stops: readonly Pick<MakerStop, 'kind' | 'actorId'>[],
): Static<typeof PaymentReply>['stoppedMakers'] {
  const fields = {
    clientRevoked: 'apiKey',
    clientExpired: 'apiKey',
    userStopped: 'userUID',
    legalEntitySuspended: 'customerUID',
    outOfReach: 'customerUID',
  } as const
  return stops.map(({ kind, actorId }) => ({ stop: kind, [fields[kind]]: actorId.split('/', 1)[0] }))
}

/** Who submitted, shaped and approved a payment. */
function renderAudit(payment: PaymentRow): Static<typeof PaymentReply>['audit'] {
  return {
    submitterId: payment.createdBy,
    submitterUserId: payment.createdByUser ?? undefined,
    submissionDate: timestamp(payment.createdAt),
    approvers: (payment.approvers ?? []).map(({ approver, at }) => ({
      approverId: approver,
      approvedDate: timestamp(Temporal.Instant.from(at)),
    })),
    approversNeeded: payment.approversNeeded || undefined,
    makers: payment.makers?.map(({ clientId, userId, did, at }) => ({
      makerId: clientId,
      makerUserId: userId ?? undefined,
      did,
      madeDate: timestamp(Temporal.Instant.from(at)),
    })),
  }
}

function renderReturnRequest(request: ShownReturnRequest) {
  const { status, reason, notes, requestedAt, answeredAt, answerCode, answerReason } = request
  return {
    ...{ status, reason, notes: notes || undefined, requestedAt: timestamp(Temporal.Instant.from(requestedAt)) },
    answeredAt: answeredAt === null ? undefined : timestamp(Temporal.Instant.from(answeredAt)),
    ...{ answerCode: answerCode || undefined, answerReason: answerReason || undefined },
  }
}

/** A payment that failed before it was sent has no code of a network. */
function renderNetworkEnd(end: NetworkEnd | null) {
  const code = end?.returnCode ?? end?.achReturnCode
  if (!end || code === undefined) return undefined
  const { returnReason, returnNotes, returnDate, returnedAmount, deducted } = end
  return { code, reason: (returnReason ?? returnNotes) || undefined, returnDate, returnedAmount, deducted }
}

/**
 * The request's additionalInfo, with the SEC code of the ACH entry, whether requested or chosen.
 */
function renderAdditionalInfo({ secCode, details }: PaymentRow): Static<typeof AdditionalInfo> | undefined {
  const { additionalInfo } = details as PaymentDetails
  return secCode === null ? additionalInfo : { ...additionalInfo, secCode }
}

/**
 * Both amounts with their currencies: what the sender gives, and what the receiver gets without the
 * fees deducted from it. A payment between two currencies states one amount; the other
 * is absent until the payment is validated.
 */
export function renderSides(
  payment: Pick<PaymentRow, 'amount' | 'currency' | 'deductedAmount' | 'exchange' | 'details'>,
) {
  const { amount, currency, exchange } = payment
  const deducted = payment.deductedAmount ?? 0n
  const { sellCurrency, buyCurrency } = exchange ?? { sellCurrency: currency, buyCurrency: currency }
  const amountIn = (side: string, drawn: string | null | undefined) =>
    drawn ? BigInt(drawn) : side === currency ? amount : undefined
  const sent = amountIn(sellCurrency, exchange?.sellAmount)
  // What an exchange sold and bought is without the fees that were deducted.
  const sold = sent !== undefined && exchange?.sellAmount ? sent + deducted : sent
  const received = amountIn(buyCurrency, exchange?.buyAmount)
  const bought = received !== undefined && !exchange ? received - deducted : received
  return {
    senderAmount: sold === undefined ? undefined : formatAmount(sold, sellCurrency),
    senderCurrency: sellCurrency,
    receiverAmount: bought === undefined ? undefined : amountAsNumber(bought, buyCurrency),
    receiverCurrency: buyCurrency,
    forexContract: exchange?.contractNo ?? fxContractNumberOf(payment.details as PaymentDetails),
    quoteId: exchange?.quoteId ?? undefined,
  }
}

/**
 * A payment that ends before it is sent pays no fee (end-payments.ts); once sent, it pays, however
 * it ends.
 */
const STATUSES_WITHOUT_FEE: readonly string[] = ['CANCELLED', 'VALIDATION_FAILURE']

function renderFee({ feeAmount: fee, isFeeReleased, status, exchange, currency }: PaymentRow): string | undefined {
  if (fee === null || isFeeReleased || STATUSES_WITHOUT_FEE.includes(status)) return undefined
  return formatAmount(fee, exchange?.sellCurrency ?? currency)
}

/** The fees of a payment; undefined if there are none. */
export function renderFees(fees: readonly ShownFee[] | null): Static<typeof FeesField> | undefined {
  if (!fees || fees.length === 0) return undefined
  return fees.map(({ name, amount, currency, scheduledAmount, scheduledCurrency, rate }) => ({
    ...{ name, amount: formatAmount(BigInt(amount), currency), currency },
    ...(scheduledAmount !== null &&
      scheduledCurrency !== null && {
        ...{ scheduledAmount: formatAmount(BigInt(scheduledAmount), scheduledCurrency), scheduledCurrency },
        rate: rate ?? undefined,
      }),
  }))
}

function renderFeeList(fees: readonly ShownFee[] | null) {
  return fees?.map(({ name, amount, currency }) => ({
    ...{ feeName: name, currency, amount: amountAsNumber(BigInt(amount), currency) },
  }))
}

const feePayers = { OUR: 'remitter', BEN: 'beneficiary', SHA: 'shared' } as const

/**
 * ISO 20022 ChargeBearer in the words of the interface. By default the institution charges its own
 * customer: the remitter of a credit, the beneficiary of a debit.
 */
export function feePayerOf(
  { additionalInfo }: PaymentDetails,
  entryType: EntryType,
): (typeof feePayers)[keyof typeof feePayers] {
  const customer = entryType === 'DEBIT' ? 'BEN' : 'OUR'
  return feePayers[canonicalName(CHARGES, additionalInfo?.detailsOfCharges ?? customer) ?? customer]
}

/**
 * A paymentUID need not be a UUID here: any other text is not found (404) rather than invalid
 * (400).
 */
export const PaymentParams = Type.Object({ paymentUID: text(64) })

export const exampleCreated = {
  paymentUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  paymentStatus: 'VALIDATED',
  externalReferenceId: 'invoice-2026-118',
}

export const examplePayment = {
  counterPartyId: '100217',
  counterParty: 'Highland Beans Inc',
  creationDateTime: '2026-07-01T14:00:00.000Z',
  createdBy: 'giro_0Aq1Bw2Ce3Dr4Et5Fy6Gu7',
  paymentUID: exampleCreated.paymentUID,
  entryType: 'CREDIT',
  externalReferenceId: 'invoice-2026-118',
  senderUID: '100042',
  senderAccountNumber: '400000001',
  beneficiaryUID: '100217',
  beneficiaryName: 'Highland Beans Inc',
  senderAmount: '125.50',
  senderCurrency: 'USD',
  receiverAmount: 125.5,
  receiverCurrency: 'USD',
  paymentDate: '2026-07-01',
  speed: 'Economy',
  deliveryMethod: 'ACH',
  bankFeePayer: 'remitter',
  status: 'PROCESSED',
  displayStatus: 'Completed',
  audit: { submitterId: 'giro_5yVqXQ0gDb', submissionDate: '2026-07-01T14:00:00.000Z', approvers: [] },
}
