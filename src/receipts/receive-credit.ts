import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, type OpenBooks } from '../ledger/ledger.ts'
import { openInstitutionBooks } from '../ledger/open-account.ts'
import { openSettlements } from '../ledger/settlements.ts'
import type { CreditAnswer, MessageParty, ReceivedCredit } from '../rails/rails.ts'
import type { Match } from './domain/match-account.ts'
import { describeReason, returnCodeOf, type UnpostedReason } from './domain/unposted-reasons.ts'
import { openReceivers } from './open-receivers.ts'
import { transferIn } from './receipt-money.ts'
import { followClocks } from './receipt-obligations.ts'
import type { ReceiptStatus } from './receipt-state.ts'
import { type CreditAnswerName, insertReceipts, lockCredit, lockCredits, type Place } from './receipts.store.ts'
import { reviewed, reviewFromOf } from './receive-items.ts'
import { recordWork } from './record-receipts.ts'
import { type BatchOf, type CreditOutcome, settleCredit } from './settle-credit.ts'
import { WORKER } from './step-receipts.ts'

/** What became of a credit, and what its network is answered if it waits for an answer. */
export type ReceivedOutcome = CreditOutcome & { answer?: CreditAnswer }

/** What becomes of a credit when it comes in. */
interface Decided {
  status: ReceiptStatus
  reason: UnpostedReason | null
  place: Place | null
  returnCode: string | null
  answer: CreditAnswer | undefined
}

/**
 * Receives a credit that came by a message, once however often it comes. If it has settled, it is
 * final: it is posted to its account, or kept in suspense or under review. If its network waits for
 * an answer, the amount is pending until the network says that it has settled. Nobody can decide
 * within the time of an instant payment, so what no account takes is refused.
 */
export async function receiveCredit(
  tx: Transaction,
  institution: Institution,
  { credit, evidence }: { credit: ReceivedCredit; evidence: object },
  now: Temporal.Instant,
): Promise<ReceivedOutcome> {
  const { tenantId } = institution
  const known = await lockCredit(tx, tenantId, credit)
  if (known) {
    if (known.altered !== undefined) return { outcome: 'Exception', why: known.altered, receiptId: known.id }
    if (credit.isSettled && known.settlementId === null)
      return settleCredit(tx, institution, { ...credit, settledOn: credit.valueDate, evidence }, now)
    return { outcome: 'Repeated', receiptId: known.id }
  }
  if (credit.currency !== institution.currency) await openInstitutionBooks(tx, tenantId, credit.currency, now)
  const { outcomes, writeBooks } = await receiveFresh(tx, institution, [{ credit, evidence }], now)
  await writeBooks()
  return outcomes[0]!
}

/**
 * Receives credits of one rail and currency, with one statement for each table, each once in the
 * list. Undefined for one that came before: it is received by itself. The caller writes the books
 * at the end of its transaction, because they lock accounts of the institution.
 */
export async function receiveCredits(
  tx: Transaction,
  institution: Institution,
  arrived: readonly ArrivedCredit[],
  now: Temporal.Instant,
): Promise<BatchOf<ReceivedOutcome | undefined>> {
  const { rail } = arrived[0]!.credit
  const identities = arrived.map(({ credit }) => credit.identity)
  const known = await lockCredits(tx, institution.tenantId, rail, identities)
  const fresh = arrived.filter(({ credit }) => !known.has(credit.identity))
  const received = fresh.length > 0 ? await receiveFresh(tx, institution, fresh, now) : undefined
  const byIdentity = new Map(fresh.map(({ credit }, at) => [credit.identity, received!.outcomes[at]!]))
  const outcomes = identities.map((identity) => byIdentity.get(identity))
  return { outcomes, writeBooks: received?.writeBooks ?? (async () => {}) }
}

/** A credit, and the proof that it came. */
export interface ArrivedCredit {
  credit: ReceivedCredit
  evidence: object
}

/** Credits of one rail and currency that nobody has received before. */
async function receiveFresh(
  tx: Transaction,
  institution: Institution,
  arrived: readonly ArrivedCredit[],
  now: Temporal.Instant,
): Promise<BatchOf<ReceivedOutcome>> {
  const { tenantId } = institution
  const items = arrived.map(({ credit: { rail, currency, amount } }) => {
    return { rail, currency, amount, settledAt: now, side: 'received' } as const
  })
  const settled = items.filter((_, at) => arrived[at]!.credit.isSettled)
  const settlements = await openSettlements(tx, tenantId, settled, now)
  const named = arrived.map(({ credit }) => {
    const { rail, currency, amount } = credit
    return { ...namedIn(credit), rail, currency, direction: 'Credit', amount } as const
  })
  const { books, matchOf } = await openReceivers(tx, institution, named, now, settlements.books)
  const made = arrived.map(({ credit, evidence }, at) => {
    const { isSettled, currency } = credit
    const match = reviewed(named[at]!, matchOf(named[at]!), reviewFromOf(institution, currency))
    const owner = { accountId: match.account?.id ?? null, customerId: match.account?.customerId ?? null }
    const decided = isSettled ? decideSettled(match) : decideUnsettled(credit, match, now)
    const { status, reason, place, returnCode, answer } = decided
    const id = newId(now)
    const holdId = hold(books, { ...named[at]!, id, ...owner }, { place, isSettled }, now)
    const row = {
      ...{ id, ...storedCredit(credit), ...owner, candidates: match.candidates },
      ...{ status, reason, place, returnCode, holdId, answer: nameOf(answer) },
      ...{ evidence, extendedReturnBy: null, returnBy: null, isAnswer: false },
      settlementId: isSettled ? settlements.idOf(items[at]!) : null,
      settlesAt: isSettled ? now : null,
    }
    return { row, answer }
  })
  const rows = made.map(({ row }) => row)
  await insertReceipts(tx, tenantId, rows as never[], { actor: WORKER, now })
  settlements.post(books)
  await followClocks(tx, institution, { receipts: rows, actor: WORKER, isNew: true }, now)
  const shown = rows.map((row) => ({ ...row, createdAt: now, ...NO_ENTRY }))
  const changes = shown.map((receipt) => ({ action: 'receipt.received', receipt }) as const)
  await recordWork(tx, tenantId, changes, now)
  const outcomes = made.map(({ row, answer }): ReceivedOutcome => {
    const { settlementId, returnsPaymentId } = row
    const returned = settlementId !== null && returnsPaymentId !== null && { returnedPaymentId: returnsPaymentId }
    return { outcome: 'Applied', receiptId: row.id, ...returned, ...(answer && { answer }) }
  })
  return { outcomes, writeBooks: () => books.write(now) }
}

const NO_ENTRY = { fileId: null, entryNumber: null, transactionCode: null, secCode: null, traceNumber: null } as const

/** A settled credit is final: what no account takes waits in suspense for a person. */
function decideSettled({ reason }: Match): Decided {
  const decided = { reason: reason ?? null, returnCode: null, answer: undefined }
  if (reason === undefined) return { ...decided, status: 'POSTED', place: 'Customer' }
  if (reason === 'UnderReview') return { ...decided, status: 'SCREENING', place: 'Review' }
  return { ...decided, status: 'UNPOSTED', place: 'Suspense' }
}

/** ISO 20022 ExternalStatusReason1Code: the bank of the creditor did not answer in time. */
const TOO_LATE = { code: 'AB05', reason: 'the answer would come after its time' }

function decideUnsettled({ answerBy }: ReceivedCredit, { reason }: Match, now: Temporal.Instant): Decided {
  if (answerBy && Temporal.Instant.compare(now, answerBy) >= 0) return rejected(null, TOO_LATE)
  const decided = { reason: reason ?? null, returnCode: null }
  if (reason === undefined) return { ...decided, status: 'PENDING', place: 'Customer', answer: { kind: 'accept' } }
  if (reason === 'UnderReview')
    return { ...decided, status: 'SCREENING', place: 'Review', answer: { kind: 'acceptWithoutPosting' } }
  return rejected(reason, { code: returnCodeOf(reason, 'ISO') ?? 'NARR', reason: describeReason(reason) })
}

function rejected(reason: UnpostedReason | null, because: { code: string; reason: string }): Decided {
  const answer = { kind: 'reject', ...because } as const
  return { status: 'REJECTED', reason, place: null, returnCode: because.code, answer }
}

/** Posts the amount of a settled credit, and holds that of another. */
function hold(
  books: OpenBooks,
  movable: Parameters<typeof transferIn>[1],
  { place, isSettled }: { place: Place | null; isSettled: boolean },
  now: Temporal.Instant,
): string | null {
  if (place === null) return null
  const transfer = transferIn(books, movable, { place, kind: isSettled ? 'posted' : 'pending' }, now)
  mustTransfer(books, transfer)
  return isSettled ? null : transfer.id
}

function nameOf(answer: CreditAnswer | undefined): CreditAnswerName | null {
  if (!answer) return null
  return ({ accept: 'Accepted', acceptWithoutPosting: 'AcceptedWithoutPosting', reject: 'Rejected' } as const)[
    answer.kind
  ]
}

function namedIn({ creditorAccount, creditor }: ReceivedCredit) {
  return { accountNumber: creditorAccount?.number ?? '', receiverName: creditor.name }
}

/** What a credit says, as it is stored. */
function storedCredit(credit: ReceivedCredit) {
  const { debtor, debtorAccount, debtorBank, creditor } = credit
  const valueDate = credit.valueDate.toString()
  return {
    ...{ identity: credit.identity, rail: credit.rail, direction: 'Credit' as const, isPrenote: false },
    ...{ amount: credit.amount, currency: credit.currency, ...namedIn(credit) },
    ...{ receiverIdentification: creditor.identification ?? '', originatorName: debtor.name },
    originatorIdentification: debtor.identification ?? '',
    originatorRouting: debtorBank.routingNumber ?? debtorBank.bic ?? '',
    originatorAccount: debtorAccount?.number ?? null,
    parties: { debtor: partyOf(debtor), debtorBank, creditor: partyOf(creditor) },
    ...{ messageId: credit.messageId, endToEndId: credit.endToEndId, uetr: credit.uetr ?? null },
    ...{ addenda: credit.remittance, entryDescription: '', discretionaryData: '' },
    ...{ effectiveDate: valueDate, settlementDate: valueDate, answerBy: credit.answerBy ?? null },
    returnsPaymentId: credit.returnsPaymentId ?? null,
  }
}

function partyOf({ name, address }: MessageParty) {
  return { name, ...(address && { address }) }
}
