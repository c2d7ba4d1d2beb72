import { maskedNumber } from '../../kernel/masked-number.ts'
import { formatAmount } from '../../kernel/money.ts'

/** The states of a payment that the address in its notification is told of: that it is paid, that it came back, that it will not be made. */
const told = {
  PROCESSED: { subject: 'completed', says: 'was paid' },
  RETURNED: { subject: 'returned', says: 'was returned by the bank of that account' },
  REVERSED: { subject: 'reversed', says: 'was reversed' },
  VALIDATION_FAILURE: { subject: 'not made', says: 'was not made' },
  REJECTED: { subject: 'not made', says: 'was not made' },
  CANCELLED: { subject: 'cancelled', says: 'was cancelled' },
} as const

export type ToldStatus = keyof typeof told

export interface PaymentToTell {
  paymentId: string
  entryType: 'CREDIT' | 'DEBIT'
  status: ToldStatus
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
  /** What the sender wants to be said. */
  message: string | null
}

const MAX_SUBJECT = 150

/**
 * What is mailed of a payment. Whoever reads it may be the receiver or a colleague of the sender, so that it has no reason of a failure, which may
 * speak of the sender's balance, and no whole account number, in the sender's own words either.
 */
export function composeMail(payment: PaymentToTell): { subject: string; text: string } {
  const { subject, says } = told[payment.status]
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
  return { subject: asSubject.slice(0, MAX_SUBJECT), text: `${paragraphs.join('\n\n')}\n` }
}

/** Nothing of a subject or a name may begin a line of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Lines stay, any other control character goes. */
function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

function withoutNumbers(text: string, numbers: readonly string[]): string {
  return numbers.reduce((rest, number) => rest.replaceAll(number, maskedNumber(number)), text)
}

const BACKOFF_MINUTES = [1, 5, 15, 30, 60]
const GIVE_UP_AFTER_MINUTES = 24 * 60

/** Whether nobody wants to be told any more, so many minutes after the mail was made. */
export function isTooLate(ageMinutes: number): boolean {
  return ageMinutes > GIVE_UP_AFTER_MINUTES
}

/** How long to wait after so many attempts, in minutes; undefined when it would be too late then. */
export function retryAfterMinutes(attempts: number, ageMinutes: number): number | undefined {
  const wait = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1]!
  return isTooLate(ageMinutes + wait) ? undefined : wait
}
