import { toAscii } from '../../kernel/ascii-text.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'

/** What separates elements and segments, and spaces, which a record would lose at its end. */
const SEPARATORS = /[*\\~ ]/g

/** One invoice that a payment pays, of its remittance advice. */
export interface PaidInvoice {
  /** Without spaces and the characters that separate elements and segments. */
  invoiceNumber: string
  /** yyyy-mm-dd. */
  invoiceDate?: string
  /** In US dollars, as the request has them. */
  amountPaid: number
  amountDue?: number
  discount?: number
}

/**
 * The remittance advice of a payment as an ANSI X12 820 transaction set, as CTX carries it: one RMR
 * segment for each invoice, with the amount paid, the amount due and the discount. Segments end
 * with a backslash, as the Nacha banking conventions have it.
 */
export function remittanceAdvice(
  invoices: readonly PaidInvoice[],
  payment: { amount: bigint; isDebit: boolean; reference: string },
): string {
  const segments = [
    ['ST', '820', '0001'],
    ['BPR', 'C', formatAmount(payment.amount, 'USD'), payment.isDebit ? 'D' : 'C', 'ACH', 'CTX'],
    ['TRN', '1', toAscii(payment.reference).replaceAll(SEPARATORS, '-')],
    ['ENT', '1'],
    ...invoices.flatMap(({ invoiceNumber, invoiceDate, amountPaid, amountDue, discount }) => [
      ['RMR', 'IV', invoiceNumber, '', ...[amountPaid, amountDue, discount].map(amountText)],
      ...(invoiceDate ? [['DTM', '003', invoiceDate.replaceAll('-', '')]] : []),
    ]),
  ]
  return [...segments, ['SE', String(segments.length + 1), '0001']].map(segmentOf).join('')
}

function amountText(amount: number | undefined): string {
  if (amount === undefined) return ''
  const parsed = parseAmount(amount, 'USD')
  if (!parsed.ok) throw new Error(`an accepted remittance advice has an amount that is none: ${parsed.refusal}`)
  return formatAmount(parsed.value, 'USD')
}

/** Empty elements at the end of a segment are left out. */
function segmentOf(elements: readonly string[]): string {
  const last = elements.findLastIndex((element) => element !== '')
  return `${elements.slice(0, last + 1).join('*')}\\`
}

/** The information of addenda records: 80 characters each (NACHA addenda 05, 04-83). */
export function addendaRecordsOf(text: string): string[] {
  return text.match(/.{1,80}/g) ?? []
}
