import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { releaseDraws } from '../../fx/fx.ts'
import { type Institution, requireInstitution } from '../../institution/institution.ts'
import { newId } from '../../kernel/id.ts'
import { isMessageRail } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { type Hold, type OpenBooks, openBooks, readMovements } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import type { NewTransfer } from '../../ledger/transfer.ts'
import { releaseLimits } from '../../limits/limits.ts'
import { requestReversal } from '../../rails/rails.ts'
import { readAccountsOf } from '../../receivables/receivables.ts'
import { type ComingBack, openComingBack, readReturnAccounts } from '../../suspense/suspense.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { readFundsHolds, writeFundsReleased } from '../availability/funds-holds.store.ts'
import { releaseHold } from '../availability/release-funds.ts'
import { writeGivenBack } from '../decision/payment-exchanges.store.ts'
import { recordPaymentAction } from '../history/record-payment-action.ts'
import { requirePaymentIn } from '../history/require-payment.ts'
import { changePayments } from '../history/transitions.store.ts'
import type { LockedPayment } from '../locked-payments.store.ts'
import { askFor } from '../network/request-return.ts'
import { contractHolder, countedOf } from './end-payments.ts'
import { requireDebitable } from './require-debitable.ts'
import { debitToReverse, openReversalClocks } from './reverse-debit.ts'

/**
 * Reverses a settled book transfer or debit if the account that was credited still has the amount.
 * The fee is not refunded, but the limits get the amount back. What a closed sender gets back goes
 * to its place (`ComingBack`). Between two currencies, each side gets its own amount back, and the
 * draw goes back to its FX contract; refused if the sender is closed. A debit goes back by a
 * reversing entry in a later file. A credit that a message paid can only be asked back: its status
 * stays, and the receiving bank decides. An ACH credit cannot be reversed.
 * @param request.discoveredAt when the error was found, for a debit
 */
export async function reversePayment(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
  { reversalNotes, discoveredAt }: { reversalNotes?: string; discoveredAt?: Temporal.Instant },
  now: Temporal.Instant,
): Promise<Result<LockedPayment, Refusal>> {
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const { tenantId, clientId } = principal
  const required = await requirePaymentIn(tx, principal, paymentUID, ['PROCESSED'])
  if (!required.ok) return required
  const payment = required.value
  const isDebit = payment.entryType === 'DEBIT'
  const objection = discoveredAt && objectionToDiscovery(discoveredAt, { isDebit }, now)
  if (objection) return refusal('invalidPaymentAction', objection)
  if (!isDebit && isMessageRail(payment.rail)) {
    const asked = { reason: 'CUST', notes: reversalNotes ?? '' }
    const requested = await askFor(tx, institution.value, { payment, asked, actor: clientId }, now)
    return requested.ok ? accept(requested.value.payment) : requested
  }
  const undoing = await movementsToUndo(tx, institution.value, payment, now)
  if (!undoing.ok) return undoing
  const { movements, settledOn } = undoing.value
  const { accountIds, bookIds } = accountsOf(movements, isDebit)
  const creditedIds = isDebit ? [] : [payment.senderAccountId]
  const returnIds = await readReturnAccounts(tx, tenantId, creditedIds)
  const ofHolder = await readAccountsOf(tx, tenantId, contractHolder(payment))
  const books = await openBooks(tx, tenantId, { accountIds: [...accountIds, ...returnIds, ...ofHolder], bookIds })
  const debitedIds = accountIds.filter((id) => isDebit || id !== payment.senderAccountId)
  const debitable = await requireDebitable(tx, tenantId, debitedIds)
  if (!debitable.ok) return debitable
  const comingBack = await openComingBack(tx, tenantId, books, { accountIds: creditedIds, actor: clientId }, now)
  const fundsHolds = await readFundsHolds(tx, tenantId, isDebit ? [payment.id] : [])
  for (const kept of fundsHolds.values()) releaseHold(books, kept, now)
  const drawn = payment.exchange?.drawn
  if (drawn && comingBack.isClosed(payment.senderAccountId)) return refusal('paymentStateConflict', EXCHANGED_TO_CLOSED)
  const transfers = movements.map((movement) => undoingOf({ books, comingBack }, payment, movement, now))
  // The draw that goes back needs the amount, for a hold or a close-out, before debts are repaid.
  const how = drawn ? ({ repays: 'atWrite' } as const) : undefined
  for (const transfer of transfers) if (!books.transfer(transfer, how).ok) return refusal('reversalNotCovered')
  if (settledOn) {
    await requestReversal(tx, tenantId, payment.id, now)
    await openReversalClocks(tx, institution.value, { paymentId: payment.id, settledOn, discoveredAt }, now)
  }
  if (drawn) {
    await releaseDraws(
      tx,
      { tenantId, books },
      [{ ...drawn, accountId: payment.senderAccountId, actor: clientId }],
      now,
    )
    await writeGivenBack(tx, tenantId, [payment.id])
  }
  const found = discoveredAt && { discoveredAt: timestamp(discoveredAt) }
  const evidence = { reversalNotes, transfer: transfers[0]!.id, ...found }
  await changePayments(
    tx,
    tenantId,
    [{ paymentId: payment.id, from: 'PROCESSED', to: 'REVERSED', actor: clientId, evidence }],
    now,
  )
  await comingBack.write(now)
  await writeFundsReleased(tx, tenantId, [...fundsHolds.keys()], now)
  const counted = countedOf(payment)
  await releaseLimits(tx, institution.value, counted ? [counted] : [])
  const done = { action: 'reversed', status: 'REVERSED', reversalNotes, ...found } as const
  return accept(await recordPaymentAction(tx, principal, payment, done, now))
}

/** The draw would go back to a contract whose hold or close-out needs the account. */
const EXCHANGED_TO_CLOSED =
  'the account that paid is Closed, and the exchange cannot be undone for it; transfer the amount from the receiver to an open account of the customer'

/** The posting that undoes a movement of the payment. */
function undoingOf(
  { books, comingBack }: { books: OpenBooks; comingBack: ComingBack },
  { id: referenceId, entryType, rail }: LockedPayment,
  { purpose, debitAccountId, creditAccountId, amount, currency }: Movement,
  now: Temporal.Instant,
): NewTransfer {
  const terms = { id: newId(now), amount, currency, referenceId }
  if (entryType === 'DEBIT') return posting(books, 'collectionReversed', { ...terms, customer: creditAccountId, rail })
  const sides = { customer: debitAccountId, payee: creditAccountId }
  if (purpose === 'fxFunding') return posting(books, 'exchangeFundingReversed', { ...terms, ...sides })
  if (purpose === 'fxPayout') return posting(books, 'exchangePayoutReversed', { ...terms, ...sides })
  return comingBack.posting('bookTransferReversed', { ...terms, ...sides })
}

type Movement = Pick<Hold, 'purpose' | 'debitAccountId' | 'creditAccountId' | 'amount' | 'currency'>

/** What a reversal undoes, with the day of settlement if it is a debit. */
interface Undoing {
  movements: Movement[]
  settledOn?: Temporal.PlainDate
}

/** Why the request cannot say when the error was found. */
function objectionToDiscovery(
  discoveredAt: Temporal.Instant,
  { isDebit }: { isDebit: boolean },
  now: Temporal.Instant,
): string | undefined {
  if (!isDebit) return 'discoveredAt is for debits, which a reversing entry pays back'
  return Temporal.Instant.compare(discoveredAt, now) > 0
    ? `discoveredAt must be at latest now, ${timestamp(now)}`
    : undefined
}

/** The postings that a reversal undoes; refused for a credit that left over a rail. */
async function movementsToUndo(
  tx: Transaction,
  institution: Institution,
  payment: LockedPayment,
  now: Temporal.Instant,
): Promise<Result<Undoing, Refusal>> {
  if (payment.entryType === 'DEBIT') {
    const debit = await debitToReverse(tx, institution, payment, now)
    if (!debit.ok) return debit
    const { hold, settledOn } = debit.value
    return accept({ movements: [{ ...hold, purpose: 'payment' }], settledOn })
  }
  const movements = payment.rail === 'BOOK' ? await readMovements(tx, institution.tenantId, payment.id) : []
  if (movements.length > 0) return accept({ movements })
  return refusal(
    'paymentStateConflict',
    'the payment left the institution, and only the bank that received it can return it',
  )
}

/**
 * Separates the customers' accounts from the institution's books on both sides of the postings: the
 * clearing account of a debit, and the FX accounts of an exchange.
 */
function accountsOf(movements: readonly Movement[], isDebit: boolean): { accountIds: bigint[]; bookIds: bigint[] } {
  const bookIds = movements.flatMap(({ purpose, debitAccountId, creditAccountId }) => {
    if (purpose === 'fxFunding') return [creditAccountId]
    return purpose === 'fxPayout' || isDebit ? [debitAccountId] : []
  })
  const sides = movements.flatMap(({ debitAccountId, creditAccountId }) => [debitAccountId, creditAccountId])
  return { accountIds: sides.filter((id) => !bookIds.includes(id)), bookIds }
}
