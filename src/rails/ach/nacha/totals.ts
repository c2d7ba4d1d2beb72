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
  const totals = new RunningTotals()
  for (const entry of entries) totals.addEntry(entry)
  return totals.sum
}

/** The totals of a file (file control 14-55): the sum of the totals in its batch controls. */
export function totalsOfBatches(batches: readonly NachaBatch[]): Totals {
  const totals = new RunningTotals()
  for (const { control } of batches) totals.add(control)
  return totals.sum
}

/** The totals of what has been added so far. */
export class RunningTotals {
  #entryAddendaCount = 0
  #hash = 0
  #debitCents = 0n
  #creditCents = 0n

  addEntry({ detail, addenda }: NachaEntry): void {
    this.#entryAddendaCount += 1 + addenda.length
    this.#addHash(detail.receivingRouting.slice(0, 8))
    if (sideOf(detail.transactionCode) === 'debit') this.#debitCents += detail.amountCents
    else this.#creditCents += detail.amountCents
  }

  add(part: Totals): void {
    this.#entryAddendaCount += part.entryAddendaCount
    this.#addHash(part.entryHash)
    this.#debitCents += part.totalDebitCents
    this.#creditCents += part.totalCreditCents
  }

  get sum(): Totals {
    return {
      entryAddendaCount: this.#entryAddendaCount,
      entryHash: String(this.#hash).padStart(10, '0'),
      totalDebitCents: this.#debitCents,
      totalCreditCents: this.#creditCents,
    }
  }

  #addHash(digits: string): void {
    this.#hash = (this.#hash + Number(digits)) % 10_000_000_000
  }
}
