import type { NachaBatch, NachaEntry } from './file.ts'
import { sideOf } from './transaction-codes.ts'

/** What a control record states about the records before it. */
export interface Totals {
  entryAddendaCount: number
  /** Sum of the receiving DFIs' eight digits; of a sum beyond ten digits the last ten (batch control 11-20). */
  entryHash: string
  totalDebitCents: bigint
  totalCreditCents: bigint
}

/** What a batch control states of its entries (batch control 05-44). */
export function totalsOfEntries(entries: readonly NachaEntry[]): Totals {
  return sumOf(entries.map(totalsOfEntry))
}

/** What a file control states of its batches (file control 14-55): the sum of what their controls state. */
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
