import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { type Institution, receiptsOf } from '../institution/institution.ts'
import { BANKING_DAYS } from '../kernel/business-calendar.ts'
import { newId } from '../kernel/id.ts'
import { minorOf } from '../kernel/money.ts'
import { mustTransfer, type OpenBooks } from '../ledger/ledger.ts'
import {
  anyReturnUntil,
  type IatRecords,
  incomingSettlement,
  isReturnWritable,
  lastReturnFile,
  type MessageBank,
  type MessageParty,
  requestReturns,
  returnableUntil,
} from '../rails/rails.ts'
import type { Match } from './domain/match-account.ts'
import { REVIEW_REASONS, returnCodeOf, type UnpostedReason } from './domain/unposted-reasons.ts'
import { openReceivers } from './open-receivers.ts'
import { openGuard } from './positive-pay/guard-debits.ts'
import { transferIn } from './receipt-money.ts'
import { followClocks } from './receipt-obligations.ts'
import type { ReceiptStatus } from './receipt-state.ts'
import { insertReceipts, type Place, readIdentities } from './receipts.store.ts'
import { recordWork } from './record-receipts.ts'
import { queuedOf } from './settle-receipts.ts'

/** An item that came in. Texts are those of the file, without trailing blanks. */
export interface ReceivedItem {
  /** The same item again has the same: unique per institution and rail. */
  identity: string
  /** The incoming file, and the place of the entry in it. */
  fileId: string
  entryNumber: number
  rail: 'ACH'
  direction: 'Credit' | 'Debit'
  /** A prenotification has no amount: it only checks the account. */
  isPrenote: boolean
  /** In cents. */
  amount: bigint
  currency: 'USD'
  accountNumber: string
  transactionCode: string
  receiverName: string
  receiverId: string
  originatorName: string
  originatorId: string
  /** The routing number of the originator's bank. */
  originatorRouting: string
  secCode: string
  entryDescription: string
  discretionaryData: string
  traceNumber: string
  /** The text of each addenda record, in order. */
  addenda: readonly string[]
  effectiveDate: Temporal.PlainDate
  settlementDate: Temporal.PlainDate
  /** Of an international entry (IAT). */
  international?: InternationalItem
  /** Why it is kept in suspense whatever account it names: a person decides. */
  heldFor?: UnpostedReason
  /** C61 to C69: it is a notification of change, and goes back at once. */
  refusedWith?: string
}

/** What an international entry says besides: people screen it against lists of sanctions. */
export interface InternationalItem {
  originator: MessageParty
  originatorBank: MessageBank
  receiver: MessageParty
  /** Whether a gateway found a possible match in a list of sanctions. */
  isSuspicious: boolean
  /** What its return repeats. */
  records: IatRecords
}

/** What becomes of an item when it comes in. */
interface Decided {
  status: ReceiptStatus
  reason: UnpostedReason | null
  place: Place | null
  holdId: string | null
  returnCode: string | null
}

const ACTOR = 'worker'

/** What came in, each item once. The books are written at the end of a transaction. */
export interface ReceivedItems {
  received: number
  repeated: number
  writeBooks(): Promise<void>
}

/** Receives items of files as `receiveBatch` does, and writes the books at once. */
export async function receiveItems(
  tx: Transaction,
  institution: Institution,
  items: readonly ReceivedItem[],
  now: Temporal.Instant,
): Promise<Omit<ReceivedItems, 'writeBooks'>> {
  const { writeBooks, ...received } = await receiveBatch(tx, institution, items, now)
  await writeBooks()
  return received
}

/**
 * Receives items of files, each once however often it comes: at most 500, all of one rail and
 * currency, with one statement for each table. An item that finds its account is held there until
 * it settles; the others are held in suspense, with the reason. A debit that the account does not
 * cover waits without a hold: it is tried when it settles, after the credits of the same moment.
 * One transaction of an institution receives at a time. The caller writes the books at the end of
 * its transaction, because they lock accounts of the institution that payments touch as well.
 */
export async function receiveBatch(
  tx: Transaction,
  institution: Institution,
  items: readonly ReceivedItem[],
  now: Temporal.Instant,
): Promise<ReceivedItems> {
  const { tenantId } = institution
  const [first] = items
  const nothing = { received: 0, repeated: items.length, writeBooks: async () => {} }
  if (!first) return nothing
  await lockTenant(tx, { lock: 'receipts', tenantId }, 'exclusive')
  const fresh = await newOnes(tx, tenantId, items)
  if (fresh.length === 0) return nothing
  const { books, matchOf } = await openReceivers(tx, institution, fresh, now)
  const [windows, review] = [windowsOf(institution, now), reviewOf(institution, first.currency)]
  const found = fresh.map((item) => {
    const held = item.heldFor && { account: undefined, candidates: [], reason: item.heldFor }
    // What a person of the institution reviews is decided by that person alone.
    return { id: newId(now), item, match: review(item, held || matchOf(item)) }
  })
  const guard = await openGuard(tx, tenantId, found)
  const rows = found.map(({ id, item, match: first }) => {
    const window = windows(item)
    const match = guard.guarded({ ...item, id }, first, window.returnBy)
    const { account } = match
    const owner = { accountId: account?.id ?? null, customerId: account?.customerId ?? null }
    const decided = decide(books, { ...item, id, ...owner }, match, now)
    const isAnswer = item.heldFor === 'AnswerOfNoPayment'
    return {
      id,
      isAnswer,
      ...NO_MESSAGE,
      ...storedItem(item),
      ...owner,
      candidates: match.candidates,
      ...decided,
      ...window,
    }
  })
  const changes = rows.map((row) => ({ action: 'receipt.received', receipt: { ...row, createdAt: now } }) as const)
  await Promise.all([
    insertReceipts(tx, tenantId, rows, { actor: ACTOR, now }),
    followClocks(tx, institution, { receipts: rows, actor: ACTOR, isNew: true }, now),
    requestReturns(tx, tenantId, queuedOf(rows), now),
    // While the database writes these, the events are prepared.
    nextTurn().then(() => recordWork(tx, tenantId, changes, now)),
  ])
  await guard.write(now)
  const repeated = items.length - fresh.length
  return { received: fresh.length, repeated, writeBooks: () => books.write(now) }
}

/** What only an item of a message has. */
const NO_MESSAGE = {
  ...{ messageId: null, endToEndId: null, uetr: null, originatorAccount: null },
  ...{ returnsPaymentId: null, answerBy: null, answer: null },
} as const

/** What a person reviews before it is posted: credits of an amount, and international entries. */
function reviewOf(institution: Institution, currency: string) {
  const from = reviewFromOf(institution, currency)
  const { reviewInternational } = receiptsOf(institution.settings)
  return (item: ReceivedItem, match: Match): Match => {
    const { international } = item
    const isScreened = international && (reviewInternational || international.isSuspicious)
    if (isScreened && match.reason === undefined) return { ...match, reason: 'International' }
    return reviewed(item, match, from)
  }
}

/** From which amount on a person reviews a credit, in minor units of its currency. */
export function reviewFromOf({ settings }: Institution, currency: string): bigint | undefined {
  const { reviewCreditsFrom } = receiptsOf(settings)
  return reviewCreditsFrom === null ? undefined : minorOf(reviewCreditsFrom, currency)
}

/** An item that its account takes, but that a person reviews first. */
export function reviewed(
  { direction, amount }: Pick<ReceivedItem, 'direction' | 'amount'>,
  match: Match,
  from: bigint | undefined,
): Match {
  const isReviewed = from !== undefined && direction === 'Credit' && amount >= from && match.reason === undefined
  return isReviewed ? { ...match, reason: 'UnderReview' } : match
}

/** The items that were not received before, each once. */
async function newOnes(tx: Transaction, tenantId: bigint, items: readonly ReceivedItem[]): Promise<ReceivedItem[]> {
  const byIdentity = new Map(items.toReversed().map((item) => [item.identity, item]))
  const known = await readIdentities(tx, tenantId, items[0]!.rail, [...byIdentity.keys()])
  return items.filter((item) => byIdentity.get(item.identity) === item && !known.has(item.identity))
}

type Incoming = ReceivedItem & { id: string; accountId: bigint | null }

/** Decides an item, and holds its amount. */
function decide(books: OpenBooks, item: Incoming, match: Match, now: Temporal.Instant): Decided {
  const reason = match.reason ?? null
  if (item.refusedWith !== undefined)
    return { status: 'RETURN_QUEUED', reason, place: null, holdId: null, returnCode: item.refusedWith }
  if (item.isPrenote) return decidePrenote(item, reason)
  const base = { reason, returnCode: null }
  const isPosted = reason === null
  const isReviewed = !isPosted && REVIEW_REASONS.has(reason)
  const status = isReviewed ? 'SCREENING' : 'UNPOSTED'
  if (item.amount === 0n) return { ...base, status: isPosted ? 'POSTED' : status, place: null, holdId: null }
  const place = isPosted ? 'Customer' : isReviewed && item.direction === 'Credit' ? 'Review' : 'Suspense'
  const hold = transferIn(books, item, { place, kind: 'pending' }, now)
  if (!isPosted) {
    mustTransfer(books, hold)
    return { ...base, status, place, holdId: hold.id }
  }
  // A debit that the account does not cover waits without a hold.
  const isHeld = books.transfer(hold).ok
  return { ...base, status: 'PENDING', place: isHeld ? place : null, holdId: isHeld ? hold.id : null }
}

/** A prenotification moves no money. If its account cannot be found, it goes back. */
function decidePrenote({ secCode }: ReceivedItem, reason: UnpostedReason | null): Decided {
  const nothing = { reason, place: null, holdId: null }
  const isReturned = reason !== null && UNFOUND.has(reason) && isReturnWritable(secCode)
  const returnCode = isReturned ? returnCodeOf(reason, 'ACH') : undefined
  return returnCode
    ? { ...nothing, status: 'RETURN_QUEUED', returnCode }
    : { ...nothing, status: 'POSTED', returnCode: null }
}

const UNFOUND: ReadonlySet<UnpostedReason> = new Set([
  'AccountUnknown',
  'AccountNumberInvalid',
  'AccountClosed',
  'OtherBank',
])

function storedItem(received: ReceivedItem) {
  const { heldFor: _, refusedWith: __, receiverId, originatorId, ...others } = received
  const { effectiveDate, settlementDate, international, ...item } = others
  return {
    ...item,
    parties: international ? partiesOf(international) : null,
    receiverIdentification: receiverId,
    originatorIdentification: originatorId,
    effectiveDate: effectiveDate.toString(),
    settlementDate: settlementDate.toString(),
  }
}

/** What is stored of an international entry. */
function partiesOf({ originator, originatorBank, receiver, records }: InternationalItem) {
  return { originator, originatorBank, receiver, records }
}

/** When items settle, and until when they can go back. Items of a file share a few dates. */
function windowsOf(institution: Institution, now: Temporal.Instant) {
  const known = new Map<string, ReturnType<typeof windowOf>>()
  return (item: ReceivedItem) => {
    const key = `${item.settlementDate} ${item.direction} ${item.secCode}`
    const window = known.get(key) ?? windowOf(institution, item, now)
    known.set(key, window)
    return window
  }
}

function windowOf(
  institution: Institution,
  { settlementDate, direction, secCode }: ReceivedItem,
  now: Temporal.Instant,
) {
  const entry = { entryType: direction === 'Debit' ? 'DEBIT' : 'CREDIT', secCode } as const
  const [any, extended] = [
    anyReturnUntil(settlementDate, BANKING_DAYS),
    returnableUntil(entry, settlementDate, BANKING_DAYS),
  ]
  return {
    settlesAt: incomingSettlement(settlementDate, now),
    returnBy: lastReturnFile(institution, any),
    extendedReturnBy: extended.equals(any) ? null : lastReturnFile(institution, extended),
  }
}
