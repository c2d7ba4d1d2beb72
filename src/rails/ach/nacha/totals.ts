import type { NachaBatch, NachaEntry } from './file.ts'
import { sideOf } from './transaction-codes.ts'

/** The totals in a control record. */
export interface Totals {
  entryAddendaCount: number
  /** The last ten digits of the sum of the receiving DFIs' eight digits (batch control 11-20). */
  entryHash: string
  totalDebitCents: bigint
  totalCreditCents: bigint
}

/** The totals of a batch's entries (batch control 05-44). */
export function totalsOfEntries(entries: readonly NachaEntry[]): Totals {
  return sumOf(entries.map(totalsOfEntry))
}

/** The totals of a file (file control 14-55): the sum of the totals in its batch controls. */
export function totalsOfBatches(batches: readonly NachaBatch[]): Totals {
  return sumOf(batches.map((batch) => batch.control))
}

function totalsOfEntry({ detail, addenda }: NachaEntry): Totals {
  const isDebit = sideOf(detail.transactionCode) === 'debit'
  return {
    entryAddendaCount: 1 + addenda.length,
    entryHash: detail.receivingRouting.slice(0, 8),
    totalDebitCents: isDebit ? detail.amountCents : 0n,
    totalCreditCents: isDebit ? 0n : detail.amountCents,
  }
}

function sumOf(parts: readonly Totals[]): Totals {
  let entryAddendaCount = 0
  let hash = 0
  let totalDebitCents = 0n
  let totalCreditCents = 0n
  for (const part of parts) {
    entryAddendaCount += part.entryAddendaCount
    hash = (hash + Number(part.entryHash)) % 10_000_000_000
    totalDebitCents += part.totalDebitCents
    totalCreditCents += part.totalCreditCents
  }
  return { entryAddendaCount, entryHash: String(hash).padStart(10, '0'), totalDebitCents, totalCreditCents }
}
