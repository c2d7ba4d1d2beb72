import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { mustTransfer, type OpenBooks, openBooks, readHolds } from '../ledger/ledger.ts'
import { releaseLimits } from '../limits/open-limits.ts'
import type { Rail } from './domain/rail.ts'
import { accountsOf, holdsOf, resolutionOf } from './holds.ts'
import { takeBack } from './take-back.ts'
import { changePayments } from './transitions.store.ts'
import type { WaitingPayment } from './waiting-payments.store.ts'

/** How payments end that do not, or not for good, reach their receiver; why, and who says so. */
export interface Ending {
  payment: WaitingPayment
  to: 'REJECTED' | 'CANCELLED' | 'RETURNED' | 'VALIDATION_FAILURE'
  actor: string
  /** What the customer is told of a failure. */
  failureReason?: string
  evidence: object
}

/**
 * Ends payments, whose rows the caller has locked: what is held is free again, what was settled and comes back is credited to the sender, or
 * taken back from the creditor of a debit, and the limits have the amount back, in the periods it was counted in. The fee of what was sent stays
 * with the institution; any other goes back.
 */
export async function endPayments(
  tx: Transaction,
  institution: Institution,
  endings: readonly Ending[],
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId, currency } = institution
  const holds = await readHolds(
    tx,
    tenantId,
    endings.flatMap(({ payment }) => holdsOf(payment)),
  )
  const payments = endings.map(({ payment }) => payment)
  const takenBack = payments.filter(({ entryType, status }) => entryType === 'DEBIT' && status === 'PROCESSED')
  const books = await openBooks(tx, tenantId, {
    ...accountsOf(payments, holds),
    books: takenBack.map(({ currency }) => `settlement:${currency}` as const),
  })
  const found = endings.map((ending) => giveBack(books, ending, holds, now))
  await changePayments(
    tx,
    tenantId,
    endings.map(({ payment, to, actor, evidence, failureReason }, place) => ({
      paymentId: payment.id,
      from: payment.status,
      to,
      actor,
      evidence: { ...evidence, ...found[place] },
      failureReason,
    })),
    now,
  )
  await books.write(now)
  const counted = endings.flatMap(({ payment }) => {
    const { customerId, rail, entryType, secCode, amount, limitDate } = payment
    return limitDate === null
      ? []
      : [
          {
            customerId,
            rail: rail as Rail,
            entryType,
            secCode,
            amount,
            currency: payment.currency,
            countedOn: limitDate,
          },
        ]
  })
  await releaseLimits(tx, tenantId, currency, counted)
}

/** Returns what is to be noted of it with the step. */
function giveBack(
  books: OpenBooks,
  { payment, to }: Ending,
  holds: Awaited<ReturnType<typeof readHolds>>,
  now: Temporal.Instant,
): object | undefined {
  const hold = payment.holdTransferId === null ? undefined : holds.get(payment.holdTransferId)
  const feeHold = payment.feeHoldTransferId === null ? undefined : holds.get(payment.feeHoldTransferId)
  if (payment.status === 'PROCESSED') {
    if (!hold) throw new Error(`payment ${payment.id} has no hold`)
    if (payment.entryType === 'DEBIT') return takeBack(books, payment.id, hold, now)
    const { debitAccountId, creditAccountId, amount, currency } = hold
    const back = { debitAccountId: creditAccountId, creditAccountId: debitAccountId, amount, currency }
    mustTransfer(books, { ...back, id: newId(now), kind: 'posted', purpose: 'return', referenceId: payment.id })
    return undefined
  }
  if (hold) mustTransfer(books, resolutionOf(hold, 'void_pending', payment.id, now))
  const isSent = to === 'RETURNED'
  if (feeHold) mustTransfer(books, resolutionOf(feeHold, isSent ? 'post_pending' : 'void_pending', payment.id, now))
  return undefined
}
