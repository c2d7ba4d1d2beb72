import type { Static } from 'typebox'
import { maskedNumber, type NumberView } from '../kernel/masked-number.ts'
import { formatAmount } from '../kernel/money.ts'
import { timestamp } from '../kernel/timestamp.ts'
import type { PaymentOfAccount } from '../payments/payments.ts'
import type { ReceiptOfAccount } from '../receipts/receipts.ts'
import type { TransactionReply, TransactionsReply } from './activity.schema.ts'
import { codeOf, describeMovement, kindOf } from './domain/movements.ts'
import type { Entry } from './entries.store.ts'
import type { TransactionPage } from './read-transactions.ts'
import type { Subjects } from './subjects.ts'

export function renderTransactions(
  { account, entries, subjects, nextCursor }: TransactionPage,
  view: NumberView,
): Static<typeof TransactionsReply> {
  const transactions = entries.map((entry) => renderEntry(entry, { ...account, subjects, view }))
  return { accountUID: String(account.id), transactions, ...(nextCursor !== undefined && { nextCursor }) }
}

function renderEntry(
  entry: Entry,
  { id, currency, subjects, view }: { id: bigint; currency: string; subjects: Subjects; view: NumberView },
): Static<typeof TransactionReply> {
  const { purpose, direction, status, amount: minor, bookedAt } = entry
  const payment = subjects.paymentOf(entry)
  const receipt = payment ? undefined : subjects.receiptOf(entry)
  const counterparty = payment ? counterpartyOf(payment, id) : receipt && { name: receipt.originatorName }
  const movement = { purpose, direction, rail: payment?.rail ?? receipt?.rail }
  const reason = subjects.adjustmentOf(entry) ?? subjects.feeOf(entry)
  const ledger = entry.creditsPosted - entry.debitsPosted
  return {
    transactionUID: entry.transferId,
    sequence: String(entry.sequence),
    status,
    kind: kindOf(purpose),
    description: describeMovement(movement, status, { counterparty: counterparty?.name, reason }),
    direction,
    amount: formatAmount(minor, currency),
    currency,
    bookingDate: entry.businessDate,
    bookedAt: timestamp(bookedAt),
    valueDate: entry.valueDate,
    runningBalance: formatAmount(ledger, currency),
    runningAvailableBalance: formatAmount(ledger - entry.debitsPending, currency),
    bankTransactionCode: codeOf(movement),
    ...(counterparty && { counterparty: withView(counterparty, view) }),
    ...(payment && { reference: payment.externalReferenceId }),
    ...(payment?.paymentNotes && { remittance: payment.paymentNotes }),
    ...(receipt && informationOf(receipt)),
    links: { ...linksOf(entry, subjects, payment), ...(receipt && { receiptUID: receipt.id }) },
  }
}

/** The receiver of what this account paid, or collected from; the sender of the rest. */
function counterpartyOf(payment: PaymentOfAccount, accountId: bigint): { name: string; accountNumber: string } {
  return payment.senderAccountId === accountId
    ? { name: payment.receiverName, accountNumber: payment.receiverAccountNumber }
    : { name: payment.senderName, accountNumber: payment.senderAccountNumber }
}

function withView(counterparty: { name: string; accountNumber?: string }, { showsNumbers }: NumberView) {
  const { name, accountNumber } = counterparty
  if (accountNumber === undefined) return { name }
  return { name, accountNumber: showsNumbers ? accountNumber : maskedNumber(accountNumber) }
}

/** What the originator of a receipt says: its reference for the receiver, and its addenda. */
function informationOf({ receiverIdentification, entryDescription, addenda, ...ids }: ReceiptOfAccount) {
  return {
    ...(receiverIdentification !== '' && { reference: receiverIdentification }),
    remittance: [entryDescription, ...addenda].join(' ').trim(),
    ...(ids.traceNumber !== null && { traceNumber: ids.traceNumber }),
    ...(ids.endToEndId !== null && { endToEndId: ids.endToEndId }),
  }
}

function linksOf(entry: Entry, subjects: Subjects, payment: PaymentOfAccount | undefined) {
  const [fee, contract] = [subjects.feeOf(entry), subjects.contractOf(entry)]
  return {
    ...(payment && { paymentUID: payment.id }),
    ...(fee !== undefined && { fee }),
    ...(contract !== undefined && { forexContractNo: contract }),
    ...(entry.purpose === 'adjustment' && { adjustmentUID: entry.referenceId }),
    ...(entry.pendingId !== null && { holdUID: entry.pendingId }),
  }
}
