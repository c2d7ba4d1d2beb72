import { maskedNumber } from '../../kernel/masked-number.ts'
import { formatAmount } from '../../kernel/money.ts'

/** The payment states that are mailed: paid, sent back, or not made. */
const wordings = {
  PROCESSED: { subject: 'completed', says: 'was paid' },
  RETURNED: { subject: 'returned', says: 'was returned by the bank of that account' },
  REVERSED: { subject: 'reversed', says: 'was reversed' },
  VALIDATION_FAILURE: { subject: 'not made', says: 'was not made' },
  REJECTED: { subject: 'not made', says: 'was not made' },
  CANCELLED: { subject: 'cancelled', says: 'was cancelled' },
} as const

export type MailedStatus = keyof typeof wordings

export interface PaymentToTell {
  paymentId: string
  entryType: 'CREDIT' | 'DEBIT'
  status: MailedStatus
  institutionName: string
  senderName: string
  senderAccountNumber: string
  receiverName: string
  receiverAccountNumber: string
  amount: bigint
  currency: string
  /** yyyy-mm-dd */
  paymentDate: string
  externalReferenceId: string
  /** The sender's message. */
  message: string | null
}

const MAX_SUBJECT_CHARACTERS = 150

/**
 * Writes the mail about a payment. Its reader may be the receiver or a colleague of the sender. So
 * it gives no reason for a failure, which could reveal the sender's balance, and masks account
 * numbers, even in the sender's message.
 */
export function composeMail(payment: PaymentToTell): { subject: string; text: string } {
  const { subject, says } = wordings[payment.status]
  const amount = `${formatAmount(payment.amount, payment.currency)} ${payment.currency}`
  const numbers = [payment.senderAccountNumber, payment.receiverAccountNumber]
  const line = (text: string) => withoutNumbers(oneLine(text), numbers)
  const sender = line(payment.senderName)
  const other = `${line(payment.receiverName)}, account ${maskedNumber(payment.receiverAccountNumber)},`
  const isDebit = payment.entryType === 'DEBIT'
  const paragraphs = [
    isDebit
      ? `The direct debit of ${amount} by ${sender} from ${other} ${says}.`
      : `The payment of ${amount} from ${sender} to ${other} ${says}.`,
    `Payment date: ${payment.paymentDate}\nReference: ${line(payment.externalReferenceId)}\nPayment: ${payment.paymentId}`,
    ...(payment.message ? [`${sender} says:\n${withoutNumbers(withoutControls(payment.message), numbers)}`] : []),
    line(payment.institutionName),
  ]
  const asSubject = `${isDebit ? 'Direct debit of' : 'Payment of'} ${amount} ${isDebit ? 'by' : 'from'} ${sender}: ${subject}`
  return { subject: asSubject.slice(0, MAX_SUBJECT_CHARACTERS), text: `${paragraphs.join('\n\n')}\n` }
}

/** A subject or name must not start a new line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Keeps line breaks and removes all other control characters. */
function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

function withoutNumbers(text: string, numbers: readonly string[]): string {
  return numbers.reduce((rest, number) => rest.replaceAll(number, maskedNumber(number)), text)
}

const BACKOFF_MINUTES = [1, 5, 15, 30, 60]
const GIVE_UP_AFTER_MINUTES = 24 * 60

/** Whether a mail created so many minutes ago is too old to send. */
export function isTooLate(ageMinutes: number): boolean {
  return ageMinutes > GIVE_UP_AFTER_MINUTES
}

/** The wait in minutes after this many attempts; undefined if the mail would then be too old. */
export function retryAfterMinutes(attempts: number, ageMinutes: number): number | undefined {
  const wait = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1]!
  return isTooLate(ageMinutes + wait) ? undefined : wait
}
