/** A posted transfer of the month. Amounts are text in minor units. */
export interface JournalRow {
  debit_account_id: number
  credit_account_id: number
  amount: string
  currency: string
}

/** An entry of a customer's account. */
export interface EntryRow {
  account_id: number
  sequence: number
  direction: 'Debit' | 'Credit'
  kind: string
  amount: string
  debits_posted: string
  credits_posted: string
}

interface Sums {
  debits: bigint
  credits: bigint
}

/** The entries of one account: what was posted, and where its numbers and totals stand. */
interface AccountRun extends Sums {
  sequence: number
  totals: Sums
}

const MAX_PROBLEMS = 20

/**
 * Adds up the journal and the entries of a month, each by account, and finds where they contradict
 * each other: the entries of a customer's account have gapless numbers and running totals, and add
 * up to its posted transfers.
 */
export class MonthSums {
  readonly #journal = new Map<number, Sums>()
  readonly #posted = new Map<string, bigint>()
  readonly #runs = new Map<number, AccountRun>()
  readonly #problems: string[] = []

  addTransfer({ debit_account_id: debit, credit_account_id: credit, amount, currency }: JournalRow): void {
    const moved = BigInt(amount)
    this.#sumsOf(debit).debits += moved
    this.#sumsOf(credit).credits += moved
    this.#posted.set(currency, (this.#posted.get(currency) ?? 0n) + moved)
  }

  addEntry({ account_id: id, sequence, direction, kind, amount, ...totals }: EntryRow): void {
    const isPosted = kind === 'posted' || kind === 'post_pending'
    const moved = isPosted ? BigInt(amount) : 0n
    const [debits, credits] = direction === 'Debit' ? [moved, 0n] : [0n, moved]
    const after = { debits: BigInt(totals.debits_posted), credits: BigInt(totals.credits_posted) }
    const run = this.#runs.get(id)
    if (!run) {
      this.#runs.set(id, { debits, credits, sequence, totals: after })
      return
    }
    if (sequence !== run.sequence + 1) this.#note(`account ${id}: entry ${run.sequence + 1} is missing`)
    if (after.debits !== run.totals.debits + debits || after.credits !== run.totals.credits + credits)
      this.#note(`account ${id}: the totals of entry ${sequence} do not follow from the entry before`)
    run.debits += debits
    run.credits += credits
    run.sequence = sequence
    run.totals = after
  }

  /** All debits by currency: the credits are the same, because a transfer has one of each. */
  posted(): Record<string, string> {
    return Object.fromEntries([...this.#posted].sort().map(([currency, amount]) => [currency, String(amount)]))
  }

  /** The first contradictions. */
  problems(): string[] {
    for (const [id, { debits, credits }] of this.#runs) {
      const journal = this.#journal.get(id) ?? { debits: 0n, credits: 0n }
      if (debits !== journal.debits || credits !== journal.credits)
        this.#note(`account ${id}: its entries do not add up to its posted transfers`)
    }
    return this.#problems
  }

  #sumsOf(id: number): Sums {
    let sums = this.#journal.get(id)
    if (!sums) {
      sums = { debits: 0n, credits: 0n }
      this.#journal.set(id, sums)
    }
    return sums
  }

  #note(problem: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
  }
}
