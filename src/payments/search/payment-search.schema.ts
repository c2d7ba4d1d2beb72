import Type, { type Static } from 'typebox'
import {
  CurrencyField,
  dateField,
  decimal,
  mustBeName,
  name,
  named,
  nullableObject,
  parseDate,
  text,
} from '../../http/fields.ts'
import { isUuid } from '../../kernel/id.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { DELIVERY_METHODS, type Rail, railOfWire, WIRE_TYPES } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { paymentIdOf } from '../../kernel/uetr.ts'
import { words } from '../../kernel/words.ts'
import { PAYMENT_STATUSES } from '../payment-state.ts'
import { amountRanges } from './domain/amount-range.ts'
import type { PaymentFilter } from './payment-search.store.ts'

const MAX_PAGE_SIZE = 1000
const MAX_PAGE = 1_000_000
/** A search accepts INITIATED, as it always did. No payment has that state. */
const SEARCHED_STATUSES = words('SearchedPaymentStatus', [...PAYMENT_STATUSES, 'INITIATED'])

const SEARCHED_WIRE_TYPES = words('SearchedWireType', [...WIRE_TYPES, 'Outgoing', 'Incoming'])

/** An amount has at most 15 digits, 3 of them decimals. */
const amount = (description: string) => Type.Optional(decimal([15, 3], { description }))

export const PaymentSearch = named('PaymentSearch', {
  paymentUUID: Type.Optional(text(64, { description: 'The paymentUID.' })),
  externalReferenceId: Type.Optional(text(50)),
  sourceRefNo: Type.Optional(
    text(50, {
      description: 'The reference in the system that sent the payment; another name for externalReferenceId.',
    }),
  ),
  fromDate: Type.Optional(dateField('The earliest paymentDate, as the payment was made with it.')),
  toDate: Type.Optional(dateField('The latest paymentDate.')),
  currency: Type.Optional(CurrencyField),
  minAmount: amount('The lowest amount, inclusive, in the currency of the payment.'),
  maxAmount: amount('The highest amount, inclusive, in the currency of the payment.'),
  paymentAmount: amount('The exact amount, in the currency of the payment.'),
  forexContractNo: Type.Optional(text(64)),
  receiverAccountNo: Type.Optional(text(35, { description: 'The full account number.' })),
  receiverName: Type.Optional(text(140, { description: 'The full name of the contact at the time of the payment.' })),
  senderName: Type.Optional(text(140, { description: 'The full current legalName of the customer.' })),
  senderAccountNo: Type.Optional(text(35, { description: 'The full account number.' })),
  traceNumber: Type.Optional(
    text(15, { description: 'The trace number of its ACH entry, or of the entry that reverses it.' }),
  ),
  fileName: Type.Optional(
    text(100, { description: 'The name of the ACH file with its entry, or with the entry that reverses it.' }),
  ),
  uetr: Type.Optional(
    Type.String({ format: 'uuid', description: 'The unique end-to-end transaction reference of its message.' }),
  ),
  imad: Type.Optional(text(22, { description: 'The input message accountability data of its wire.' })),
  omad: Type.Optional(text(34, { description: 'The output message accountability data of its wire.' })),
  batchNumber: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 9_999_999,
      description: 'The batch of that entry in the file; with fileName.',
    }),
  ),
  status: Type.Optional(name(SEARCHED_STATUSES)),
  wireType: Type.Optional(
    name(SEARCHED_WIRE_TYPES, { description: 'Outgoing finds every wire. No payment is an incoming wire.' }),
  ),
  deliveryMethod: Type.Optional(name(DELIVERY_METHODS)),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'The page number, starting at 1. Default 1.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: 'The number of payments per page, 1 to 1000. Default 10.',
    }),
  ),
})
export type PaymentSearch = Static<typeof PaymentSearch>

export const PaymentSearchBody = nullableObject(PaymentSearch)

/** A parsed search; `filter` is undefined if no payment can match it. */
export interface ParsedSearch {
  filter: Omit<PaymentFilter, 'belongingTo'> | undefined
  page: PageRequest
}

export function parsePaymentSearch(search: PaymentSearch): Result<ParsedSearch, Refusal> {
  const { paymentUUID: id, page = 1, limit = 10 } = search
  const dates = parseDates(search)
  if (!dates.ok) return dates
  const { minAmount: atLeast, maxAmount: atMost, paymentAmount: exactly } = search
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    return refusal('invalidPaymentSearch', 'minAmount must not be more than maxAmount')
  if (search.batchNumber !== undefined && search.fileName === undefined)
    return refusal('invalidPaymentSearch', 'batchNumber needs fileName: each file numbers its batches from 1')
  const asksAmount = [atLeast, atMost, exactly].some((value) => value !== undefined)
  const amounts = asksAmount ? amountRanges({ exactly, atLeast, atMost }) : undefined
  const rails = railsOf(search)
  const filter = {
    ...dates.value,
    id,
    references: [search.externalReferenceId, search.sourceRefNo].filter((reference) => reference !== undefined),
    currency: search.currency,
    amounts,
    forexContractNo: search.forexContractNo,
    traceNumber: search.traceNumber,
    uetrOf: search.uetr === undefined ? undefined : paymentIdOf(search.uetr),
    imad: search.imad,
    omad: search.omad,
    fileName: search.fileName,
    batchNumber: search.batchNumber,
    receiverAccountNo: search.receiverAccountNo,
    receiverName: search.receiverName,
    senderName: search.senderName,
    senderAccountNo: search.senderAccountNo,
    status: search.status === undefined ? undefined : mustBeName(SEARCHED_STATUSES, search.status),
    rails,
  }
  const isUnknown = search.uetr !== undefined && filter.uetrOf === undefined
  const isPossible = !isUnknown && amounts?.length !== 0 && rails?.length !== 0 && (id === undefined || isUuid(id))
  return accept({ filter: isPossible ? filter : undefined, page: { page, limit } })
}

/** The delivery methods of both filters; undefined for any. */
function railsOf({ wireType, deliveryMethod }: PaymentSearch): (Rail | 'BOOK')[] | undefined {
  const ofWire = wireType === undefined ? undefined : railsOfWire(mustBeName(SEARCHED_WIRE_TYPES, wireType))
  const method = deliveryMethod === undefined ? undefined : mustBeName(DELIVERY_METHODS, deliveryMethod)
  if (method === undefined) return ofWire
  return ofWire === undefined || ofWire.some((rail) => rail === method) ? [method] : []
}

function railsOfWire(type: (typeof SEARCHED_WIRE_TYPES)[number]): Rail[] {
  if (type === 'Incoming') return []
  return type === 'Outgoing' ? Object.values(railOfWire) : [railOfWire[type]]
}

function parseDates(
  search: PaymentSearch,
): Result<{ fromDate: string | undefined; toDate: string | undefined }, Refusal> {
  const dates: { fromDate: string | undefined; toDate: string | undefined } = { fromDate: undefined, toDate: undefined }
  for (const field of ['fromDate', 'toDate'] as const) {
    const given = search[field]
    if (given === undefined) continue
    const date = parseDate(given)
    if (!date) return refusal('invalidPaymentSearch', `${field} must be a date, yyyy-MM-dd, MM-dd-yyyy or MM/dd/yyyy`)
    dates[field] = date.toString()
  }
  if (dates.fromDate && dates.toDate && dates.fromDate > dates.toDate)
    return refusal('invalidPaymentSearch', 'fromDate must not be later than toDate')
  return accept(dates)
}

export const exampleSearches = [
  { summary: 'By reference', value: { externalReferenceId: 'invoice-2026-118' } },
  {
    summary: 'Payments settled in June',
    value: { fromDate: '2026-06-01', toDate: '2026-06-30', status: 'PROCESSED', page: 1, limit: 100 },
  },
]
