import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusalMessage } from '../http/errors.ts'
import { endOfBusiness, startOfBusiness } from '../institution/business-hours.ts'
import type { Institution } from '../institution/institution.ts'
import { approvalExpiry } from './approval-expiry.ts'
import { type Decision, decidePayment } from './decide-payment.ts'
import type { Beneficiary } from './domain/accept-payment.ts'
import type { Speed } from './domain/rail.ts'
import { ownAccountOf } from './receivers.ts'
import { changePayments, type PaymentChange } from './transitions.store.ts'
import { postpone, type WaitingPayment } from './waiting-payments.store.ts'
import { openWorkingSet, type WorkingSet } from './working-set.ts'

const RETRY_AFTER = { minutes: 30 }

/**
 * Decides payments that waited, for their date or for approval, as if they were made now, to the receiver they were made to: accounts, rail,
 * limits, fee, funds. What only lacks funds, or waits for earlier debits to settle, is tried again through its day; whatever else is refused
 * becomes VALIDATION_FAILURE with the reason, and moves nothing.
 */
export async function decideWaiting(
  tx: Transaction,
  institution: Institution,
  payments: readonly WaitingPayment[],
  actor: string,
  now: Temporal.Instant,
): Promise<PaymentChange[]> {
  const { tenantId, routingNumber } = institution
  const own = payments.filter((payment) => bankCodeOf(payment, institution) === routingNumber)
  const wanted = {
    senderAccountIds: distinct(payments.map(({ senderAccountId }) => senderAccountId)),
    ownNumbers: distinct(own.map(({ receiverAccountNumber }) => receiverAccountNumber)),
    currencies: distinct(payments.map(({ currency }) => currency)),
  }
  const set = await openWorkingSet(tx, institution, wanted, now)
  const changes: PaymentChange[] = []
  const postponed: Parameters<typeof postpone>[2][number][] = []
  for (const payment of payments) {
    const step = { paymentId: payment.id, from: payment.status, actor }
    const decided = decideOne(set, payment)
    if (decided.ok) {
      changes.push({ ...step, ...changeOf(decided.value, set) })
      continue
    }
    const reason = refusalMessage('The payment was not released', decided.refusal)
    const dueAt = retryAt(set, payment, decided.refusal)
    if (dueAt) postponed.push({ paymentId: payment.id, dueAt, reason })
    else
      changes.push({
        ...step,
        to: 'VALIDATION_FAILURE',
        failureReason: reason,
        evidence: { reason: decided.refusal.reason },
      })
  }
  await changePayments(tx, tenantId, changes, now)
  await postpone(tx, tenantId, postponed, now)
  await set.write()
  return changes
}

function decideOne(set: WorkingSet, payment: WaitingPayment) {
  const sender = set.senders.get(payment.senderAccountId)
  if (!sender) return { ok: false, refusal: { reason: 'senderAccountUnknown' } } as const
  const { receiverAccountNumber: accountNumber, receiverAccountId: accountId } = payment
  return decidePayment(
    set,
    {
      id: payment.id,
      senderAccountId: payment.senderAccountId,
      terms: {
        entryType: payment.entryType,
        amount: payment.amount,
        currency: payment.currency,
        speed: payment.speed as Speed,
        // What was meant for a date that has passed, because no worker ran on it or nobody approved, is paid today.
        paymentDate: isAfter(payment.paymentDate, set.date) ? payment.paymentDate : undefined,
        secCode: payment.secCode ?? undefined,
      },
      contact: beneficiaryOf(payment, set.institution),
      ownAccount: ownAccountOf({ accountNumber, accountId }, set.ownAccounts),
      approved: { byCustomer: true, byInstitution: payment.isApprovedByInstitution },
    },
    sender,
  )
}

function changeOf({ accepted, holdTransferId, fee, isCounted }: Decision, { institution, date, now }: WorkingSet) {
  const { status, rail, paymentDate } = accepted
  return {
    to: status,
    rail,
    holdTransferId: holdTransferId ?? undefined,
    fee,
    ...(isCounted && { limitDate: date.toString() }),
    ...(status === 'FUTURE_DATED' && { dueAt: startOfBusiness(institution, paymentDate) }),
    ...(status === 'PENDING_APPROVAL' && {
      needsInstitutionApproval: true,
      approvalExpiresAt: approvalExpiry(now),
      evidence: { reason: 'above what the institution approves by itself' },
    }),
  }
}

/** When a due payment is tried again that lacks funds, or room within the exposure limit: until the end of business of its day, once more at the end. */
function retryAt({ institution, date, now }: WorkingSet, { status }: WaitingPayment, { reason }: Refusal) {
  const mayHeal = reason === 'insufficientFunds' || reason === 'debitExposureExceeded'
  if (status !== 'FUTURE_DATED' || !mayHeal) return undefined
  const end = endOfBusiness(institution, date)
  if (Temporal.Instant.compare(now, end) >= 0) return undefined
  const next = now.add(RETRY_AFTER)
  return Temporal.Instant.compare(next, end) < 0 ? next : end
}

/** The receiver as the contact stood when the payment was made; whether it may receive money is asked of the contact as it stands now. */
function beneficiaryOf(payment: WaitingPayment, institution: Institution): Beneficiary {
  const isAbroad = payment.rail === 'SWIFT'
  return {
    status: payment.receiverStatus,
    accountNumber: payment.receiverAccountNumber,
    contactType: payment.secCode === 'CCD' ? 'Company' : 'Consumer',
    accountCurrency: payment.currency,
    nationalCode: isAbroad ? null : bankCodeOf(payment, institution),
    swiftCode: isAbroad ? payment.receiverBankCode : null,
  }
}

/** An account of the institution stays with it, whatever routing number the institution has by now. */
function bankCodeOf({ receiverAccountId, receiverBankCode }: WaitingPayment, { routingNumber }: Institution): string {
  return receiverAccountId === null ? receiverBankCode : routingNumber
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
