import type { NachaBatch, NachaEntry } from './file.ts'
import { sideOf } from './transaction-codes.ts'

/** What a control record states about the records before it. */
export interface Totals {
  entryAddendaCount: number
  /** Ten digits. */
  entryHash: string
  totalDebitCents: bigint
  totalCreditCents: bigint
}

/** Adds up a batch (batch control 05-44): records, receiving DFIs modulo 10^10, debits and credits. */
export function totalsOfEntries(entries: readonly NachaEntry[]): Totals {
  let entryAddendaCount = 0
  let hash = 0
  let totalDebitCents = 0n
  let totalCreditCents = 0n
  for (const { detail, addenda } of entries) {
    entryAddendaCount += 1 + addenda.length
    hash = (hash + Number(detail.receivingRouting.slice(0, 8))) % 10_000_000_000
    if (sideOf(detail.transactionCode) === 'debit') totalDebitCents += detail.amountCents
    else totalCreditCents += detail.amountCents
  }
  return { entryAddendaCount, entryHash: String(hash).padStart(10, '0'), totalDebitCents, totalCreditCents }
}

/** Adds up the batch controls (file control 14-55). */
export function totalsOfBatches(batches: readonly NachaBatch[]): Totals {
  let entryAddendaCount = 0
  let hash = 0
  let totalDebitCents = 0n
  let totalCreditCents = 0n
  for (const { control } of batches) {
    entryAddendaCount += control.entryAddendaCount
    hash = (hash + Number(control.entryHash)) % 10_000_000_000
    totalDebitCents += control.totalDebitCents
    totalCreditCents += control.totalCreditCents
  }
  return { entryAddendaCount, entryHash: String(hash).padStart(10, '0'), totalDebitCents, totalCreditCents }
}
