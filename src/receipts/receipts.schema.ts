import './receipts.errors.ts'
import Type, { type Static } from 'typebox'
import { dateField, decimal, mustBeName, name, named, parseDate, text, Uid, UidInBody } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { maskedNumber, type NumberView } from '../kernel/masked-number.ts'
import { formatAmount, parseAmount } from '../kernel/money.ts'
import { ENTRY_DIRECTIONS, RAILS } from '../kernel/rail.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { MessageBank, MessageParty } from '../rails/rails.ts'
import { isCodeForCustomers, statusesSeenAs, statusForCustomers, stepsForCustomers } from './domain/customer-view.ts'
import { describeReason, returnCodeOf } from './domain/unposted-reasons.ts'
import { RECEIPT_STATUSES } from './receipt-state.ts'
import type { Receipt, ReceiptFilter, ReceiptStep } from './receipts.store.ts'

/** What a reader sees of a receipt. */
export type ShownReceipt = Pick<
  Receipt,
  | 'id'
  | 'rail'
  | 'fileId'
  | 'entryNumber'
  | 'direction'
  | 'isPrenote'
  | 'isAnswer'
  | 'amount'
  | 'currency'
  | 'accountNumber'
  | 'transactionCode'
  | 'receiverName'
  | 'receiverIdentification'
  | 'originatorName'
  | 'originatorIdentification'
  | 'originatorRouting'
  | 'secCode'
  | 'entryDescription'
  | 'discretionaryData'
  | 'traceNumber'
  | 'effectiveDate'
  | 'settlementDate'
  | 'createdAt'
  | 'status'
  | 'reason'
  | 'accountId'
  | 'customerId'
  | 'returnBy'
  | 'extendedReturnBy'
  | 'returnCode'
  | 'messageId'
  | 'endToEndId'
  | 'uetr'
  | 'originatorAccount'
  | 'parties'
  | 'returnsPaymentId'
  | 'answer'
  | 'answerBy'
> & { addenda: readonly string[]; candidates: readonly bigint[] }

const shown = (description: string) => Type.Optional(Type.String({ description }))

/** What an item says of its parties and banks. */
interface Parties {
  originator: MessageParty
  originatorBank: MessageBank
  receiver: MessageParty
}

/** As it is stored: those of a message have the names of ISO 20022. */
type StoredParties = Parties | { debtor: MessageParty; debtorBank: MessageBank; creditor: MessageParty }

const ReceiptAddress = named(
  'ReceiptAddress',
  {
    streetName: shown('The street.'),
    buildingNumber: shown('The number of the building.'),
    postCode: shown('The postal code.'),
    townName: shown('The town.'),
    countrySubDivision: shown('The state or province.'),
    country: shown('ISO 3166-1 alpha-2.'),
    lines: Type.Optional(Type.Array(Type.String(), { description: 'Lines without a structure.' })),
  },
  { description: 'A postal address, by the elements of ISO 20022.' },
)

const party = (title: string, whose: string) =>
  named(title, {
    name: Type.String({ description: `The name of ${whose}, as the item has it.` }),
    identification: shown(`What the sender knows ${whose} by.`),
    address: Type.Optional(ReceiptAddress),
  })

export const ReceiptReply = named('Receipt', {
  receiptUID: Type.String({ description: 'The receipt, by the id that the service gave it.' }),
  rail: name(RAILS, { description: 'The network over which it came in.' }),
  direction: name(ENTRY_DIRECTIONS, { description: 'Credit pays the account; Debit takes from it.' }),
  isPrenote: Type.Boolean({ description: 'Whether it only checks the account and moves no money.' }),
  isAnswer: Type.Optional(
    Type.Boolean({
      description: 'Whether it is the money of an answer, which is never returned. Only the institution sees it.',
    }),
  ),
  amount: Type.String({ description: 'Decimal text; 0.00 for a prenotification.' }),
  currency: Type.String(),
  status: name(RECEIPT_STATUSES, {
    description: '/docs/pages/receipts explains the states. Customers see SCREENING and UNPOSTED as PENDING.',
  }),
  reason: shown('Why it is not posted, or was not at first. Only the institution sees it.'),
  reasonText: shown('The reason in words. Only the institution sees it.'),
  suggestedReturn: shown('The return code that fits the reason. Only the institution sees it.'),
  accountUID: shown('The account that it is posted to, or would be.'),
  customerUID: shown('The customer of the account.'),
  accountNumber: Type.String({ description: 'As the item has it; masked without Customers.View_Account_Number.' }),
  candidates: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The accounts that a person could assign it to. Only the institution sees them.',
    }),
  ),
  receiver: party('ReceiptReceiver', 'the receiver'),
  originator: named(
    'ReceiptOriginator',
    {
      name: Type.String({ description: 'The name of the originator, as the item has it.' }),
      identification: shown('What the network knows the originator by.'),
      routingNumber: shown('The routing number of its bank; absent if its bank is named by its BIC.'),
      bic: shown('The BIC of its bank.'),
      bankName: shown('The name of its bank.'),
      accountNumber: shown('Of a message: its account; masked without Customers.View_Account_Number.'),
      address: Type.Optional(ReceiptAddress),
    },
    { description: 'Who sent the item, as its batch or its message names it.' },
  ),
  secCode: shown('The standard entry class of the ACH batch.'),
  entryDescription: shown('What the originator calls the ACH entry.'),
  transactionCode: shown('The ACH transaction code.'),
  discretionaryData: shown('The discretionary data of the entry.'),
  traceNumber: shown('The trace number that the originating bank gave the ACH entry.'),
  endToEndId: shown('Of a message: the reference of the originator.'),
  uetr: shown('Of a message: its unique end-to-end transaction reference.'),
  messageId: shown('Of a message: its id on the network.'),
  addenda: Type.Array(Type.String(), {
    description: 'The texts of its addenda records, or the remittance information of its message, in order.',
  }),
  returnsPaymentUID: shown('The payment of the receiver that the originator sends back with it.'),
  answer: shown(
    'What the network was answered: Accepted, AcceptedWithoutPosting or Rejected. Only the institution sees it.',
  ),
  answerBy: shown('Until when the network waited for an answer, RFC 3339. Only the institution sees it.'),
  fileUID: shown('The incoming file. Only the institution sees it.'),
  entryNumber: Type.Optional(
    Type.Integer({ description: 'Its place in the file, starting at 1. Only the institution sees it.' }),
  ),
  effectiveDate: Type.String({ description: 'The date that the originator intends, yyyy-mm-dd.' }),
  settlementDate: Type.String({ description: 'The date on which it settles, yyyy-mm-dd.' }),
  receivedAt: Type.String({ description: 'RFC 3339.' }),
  returnBy: shown(
    'Of an ACH entry: the last file by which it can be returned for any reason, RFC 3339. Only the institution sees it.',
  ),
  extendedReturnBy: shown(
    'The last file by which it can be returned as unauthorized, RFC 3339. Only the institution sees it.',
  ),
  returnCode: shown(
    'The code with which it is or was returned. Customers see those of their balance and of what they refused.',
  ),
})
export type ReceiptReply = Static<typeof ReceiptReply>

/** Who reads: only the institution sees how it works on a receipt, and what tells of a review. */
export interface ReceiptView extends NumberView {
  isInstitution: boolean
}

const FULL_VIEW: ReceiptView = { showsNumbers: true, showsTaxIds: true, isInstitution: true }

export function renderReceipt(receipt: ShownReceipt, view: ReceiptView = FULL_VIEW): ReceiptReply {
  const { accountId, customerId, returnCode, discretionaryData } = receipt
  const showsCode = returnCode !== null && (view.isInstitution || isCodeForCustomers(returnCode))
  return {
    receiptUID: receipt.id,
    rail: receipt.rail,
    direction: receipt.direction,
    isPrenote: receipt.isPrenote,
    amount: formatAmount(receipt.amount, receipt.currency),
    currency: receipt.currency,
    status: view.isInstitution ? receipt.status : statusForCustomers(receipt.status),
    ...(accountId !== null && { accountUID: String(accountId) }),
    ...(customerId !== null && { customerUID: String(customerId) }),
    accountNumber: view.showsNumbers ? receipt.accountNumber : maskedNumber(receipt.accountNumber),
    receiver: partyOf(receipt.receiverName, receipt.receiverIdentification, partiesOf(receipt)?.receiver),
    originator: originatorOf(receipt, view),
    ...(receipt.messageId === null ? entryOf(receipt) : messageOf(receipt)),
    ...(discretionaryData !== '' && { discretionaryData }),
    addenda: [...receipt.addenda],
    effectiveDate: receipt.effectiveDate,
    settlementDate: receipt.settlementDate,
    receivedAt: timestamp(receipt.createdAt),
    ...(showsCode && { returnCode }),
    ...(view.isInstitution && workOf(receipt)),
  }
}

/** What only an entry of a file has. */
function entryOf({ secCode, entryDescription, transactionCode, traceNumber }: ShownReceipt) {
  return { secCode: secCode!, entryDescription, transactionCode: transactionCode!, traceNumber: traceNumber! }
}

/** What only an item of a message has. */
function messageOf({ endToEndId, uetr, messageId, returnsPaymentId }: ShownReceipt) {
  return {
    ...{ endToEndId: endToEndId!, messageId: messageId! },
    ...(uetr !== null && { uetr }),
    ...(returnsPaymentId !== null && { returnsPaymentUID: returnsPaymentId }),
  }
}

function partiesOf({ parties }: ShownReceipt): Parties | undefined {
  const stored = parties as StoredParties | null
  if (!stored || 'originator' in stored) return stored ?? undefined
  return { originator: stored.debtor, originatorBank: stored.debtorBank, receiver: stored.creditor }
}

function originatorOf(receipt: ShownReceipt, view: ReceiptView): ReceiptReply['originator'] {
  const parties = partiesOf(receipt)
  const { originatorAccount: account } = receipt
  const bank = parties?.originatorBank ?? { routingNumber: receipt.originatorRouting }
  return {
    ...partyOf(receipt.originatorName, receipt.originatorIdentification, parties?.originator),
    ...(bank.routingNumber !== undefined && { routingNumber: bank.routingNumber }),
    ...(bank.bic !== undefined && { bic: bank.bic }),
    ...(bank.name !== undefined && { bankName: bank.name }),
    ...(account !== null && { accountNumber: view.showsNumbers ? account : maskedNumber(account) }),
  }
}

/** What the institution needs to work on a receipt, and its customers do not see. */
function workOf({ reason, isAnswer, candidates, extendedReturnBy, ...receipt }: ShownReceipt) {
  return {
    isAnswer,
    ...(reason !== null && { reason, reasonText: describeReason(reason) }),
    ...suggestionOf({ reason, isAnswer, rail: receipt.rail }),
    ...(candidates.length > 0 && { candidates: candidates.map(String) }),
    ...(receipt.fileId !== null && { fileUID: receipt.fileId, entryNumber: receipt.entryNumber! }),
    ...(receipt.returnBy !== null && { returnBy: timestamp(receipt.returnBy) }),
    ...(receipt.answer !== null && { answer: receipt.answer }),
    ...(receipt.answerBy !== null && { answerBy: timestamp(receipt.answerBy) }),
    ...(extendedReturnBy !== null && { extendedReturnBy: timestamp(extendedReturnBy) }),
  }
}

function suggestionOf({ reason, isAnswer, rail }: Pick<ShownReceipt, 'reason' | 'isAnswer' | 'rail'>) {
  const suggestedReturn = reason === null || isAnswer ? undefined : returnCodeOf(reason, rail)
  return suggestedReturn === undefined ? {} : { suggestedReturn }
}

function partyOf(name: string, identification: string, said?: MessageParty) {
  const { lines, ...address } = said?.address ?? {}
  return {
    name,
    ...(identification !== '' && { identification }),
    ...(said?.address && { address: { ...address, ...(lines && { lines: [...lines] }) } }),
  }
}

const amount = (description: string) => Type.Optional(decimal([15, 3], { description }))

export const ReceiptsQuery = Type.Object(
  {
    ...pageQuery,
    customerUID: Type.Optional(Uid),
    accountUID: Type.Optional(Uid),
    status: Type.Optional(name(RECEIPT_STATUSES)),
    direction: Type.Optional(name(ENTRY_DIRECTIONS)),
    fromDate: Type.Optional(dateField('The earliest settlementDate.')),
    toDate: Type.Optional(dateField('The latest settlementDate.')),
    minAmount: amount('The lowest amount, inclusive.'),
    maxAmount: amount('The highest amount, inclusive.'),
    rail: Type.Optional(name(RAILS, { description: 'The rail over which it came in.' })),
    traceNumber: Type.Optional(text(15, { description: 'The trace number of the entry.' })),
    uetr: Type.Optional(Type.String({ format: 'uuid', description: 'The UETR of the message.' })),
    fileUID: Type.Optional(Type.String({ format: 'uuid', description: 'The incoming file.' })),
  },
  { additionalProperties: false },
)
export type ReceiptsQuery = Static<typeof ReceiptsQuery>

/** Customers search by the states that they see. */
export function parseReceiptFilter(
  query: ReceiptsQuery,
  { isInstitution }: Pick<ReceiptView, 'isInstitution'>,
): Result<Omit<ReceiptFilter, 'belongingTo'>, Refusal> {
  const status = query.status === undefined ? undefined : mustBeName(RECEIPT_STATUSES, query.status)
  const dates: { fromDate?: string; toDate?: string } = {}
  for (const field of ['fromDate', 'toDate'] as const) {
    const asked = query[field]
    const date = asked === undefined ? undefined : parseDate(asked)
    if (asked !== undefined && !date)
      return refusal('invalidReceipts', `${field}: ${asked} is not a day of the calendar`)
    if (date) dates[field] = date.toString()
  }
  const amounts: { minAmount?: bigint; maxAmount?: bigint } = {}
  for (const field of ['minAmount', 'maxAmount'] as const) {
    const asked = query[field]
    const parsed = asked === undefined ? undefined : parseAmount(asked, 'USD')
    if (parsed && !parsed.ok) return refusal('invalidReceipts', `${field} is no amount in USD`)
    if (parsed?.ok) amounts[field] = parsed.value
  }
  return accept({
    customerId: query.customerUID === undefined ? undefined : BigInt(query.customerUID),
    accountId: query.accountUID === undefined ? undefined : BigInt(query.accountUID),
    statuses: status && (isInstitution ? [status] : statusesSeenAs(status)),
    direction: query.direction === undefined ? undefined : mustBeName(ENTRY_DIRECTIONS, query.direction),
    fromDate: dates.fromDate,
    toDate: dates.toDate,
    minAmount: amounts.minAmount,
    maxAmount: amounts.maxAmount,
    rail: query.rail === undefined ? undefined : mustBeName(RAILS, query.rail),
    traceNumber: query.traceNumber,
    uetr: query.uetr?.toLowerCase(),
    fileId: query.fileUID,
  })
}

export const ReceiptParams = Type.Object({ receiptUID: Type.String({ format: 'uuid', description: 'The receipt.' }) })

export const AssignBody = named('ReceiptAssignment', { accountUID: UidInBody }, { additionalProperties: false })

export const ReturnBody = named(
  'ReceiptReturn',
  {
    reason: Type.String({
      pattern: '^([Rr][0-9]{2}|[A-Za-z]{2}[A-Za-z0-9]{2})$',
      description:
        'The return code. ACH: such as R10; R71 to R77 contest a dishonored return, and R61 to R70 dishonor the return of another bank. Other rails: of ISO 20022, such as AC04 or FOCR.',
    }),
    fieldsInError: Type.Optional(
      Type.Array(Type.String({ pattern: '^0[1-7]$' }), {
        minItems: 1,
        maxItems: 7,
        description:
          'With R69: what is wrong in the return. 01 account number, 02 trace number, 03 amount, 04 individual identification, 05 transaction code, 06 company identification, 07 effective entry date.',
      }),
    ),
    isQuestionable: Type.Optional(
      Type.Boolean({
        description:
          'With R17 for an ACH entry: it is believed to be sent under false pretenses, and its return says QUESTIONABLE.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const ReceiptStepReply = named('ReceiptStep', {
  at: Type.String({ description: 'RFC 3339.' }),
  from: Type.Optional(Type.String({ description: 'The state before; absent for the first.' })),
  to: Type.String({ description: 'The state after.' }),
  actor: shown('Who took the step: an API client, or worker. Only the institution sees it.'),
  evidence: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Details, such as the file. Only the institution sees them.' },
    ),
  ),
})

export const ReceiptWithSteps = named('ReceiptWithSteps', {
  ...ReceiptReply.properties,
  timeline: Type.Array(ReceiptStepReply, { description: 'Its steps, in their order.' }),
})

export function renderSteps(
  steps: readonly ReceiptStep[],
  { isInstitution }: Pick<ReceiptView, 'isInstitution'>,
): Static<typeof ReceiptStepReply>[] {
  return (isInstitution ? steps : stepsForCustomers(steps)).map(({ at, from, to, actor, evidence }) => ({
    at: timestamp(at),
    ...(from !== null && { from }),
    to,
    ...(isInstitution && { actor }),
    ...(isInstitution && evidence !== null && { evidence: evidence as object }),
  }))
}

export const exampleReceipt: ReceiptReply = {
  ...{
    receiptUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
    rail: 'ACH',
    direction: 'Credit',
    isPrenote: false,
    isAnswer: false,
  },
  ...{ amount: '100.00', currency: 'USD', status: 'POSTED', accountUID: '100108', customerUID: '100042' },
  ...{ accountNumber: '****0399', secCode: 'PPD', entryDescription: 'PAYROLL', transactionCode: '22' },
  receiver: { name: 'JANE DOE', identification: 'E-118' },
  originator: { name: 'HIGHLAND BEANS', identification: '1842345678', routingNumber: '021000021' },
  ...{ traceNumber: '021000020000001', addenda: [], fileUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e', entryNumber: 1 },
  ...{ effectiveDate: '2026-07-02', settlementDate: '2026-07-02', receivedAt: '2026-07-01T22:00:00.000Z' },
  returnBy: '2026-07-06T22:00:00.000Z',
}
