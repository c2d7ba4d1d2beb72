import { formatAmount } from '../../kernel/money.ts'
import type { AcknowledgedFile, AcknowledgementOutcome, FileAcknowledgement } from '../../rails/rails.ts'

type Totals = AcknowledgedFile['totals']

/** What becomes of an acknowledgement. Known: it was said before. */
export type Judged = { outcome: 'Known' } | { outcome: AcknowledgementOutcome; reason: string | null }

/**
 * Decides what the acknowledgement of a file means. A file that was accepted stays accepted: what
 * the operator rejects after that can be a copy, so a person decides. Of a rejected file, nothing
 * is compared: the operator may not have read it to its end.
 * @param sent what the file has by its own control record
 * @param before what the operator said of it last
 */
export function judgeAcknowledgement(
  { status, reason, totals }: Pick<FileAcknowledgement, 'status' | 'reason' | 'totals'>,
  sent: Totals,
  before: 'Accepted' | 'Rejected' | undefined,
): Judged {
  if (status === 'REJECTED' && before === 'Accepted')
    return { outcome: 'Different', reason: `the operator accepted the file before, and rejects it now: ${reason}` }
  if (status === 'REJECTED') return { outcome: 'Rejected', reason: reason! }
  const differences = differencesOf(totals, sent)
  if (differences.length > 0) return { outcome: 'Different', reason: `the operator counted ${differences.join(', ')}` }
  return before === 'Accepted' ? { outcome: 'Known' } : { outcome: 'Accepted', reason: null }
}

function differencesOf(counted: Totals, sent: Totals): string[] {
  const dollars = (cents: bigint) => formatAmount(cents, 'USD')
  const compared = [
    ['batches', counted.batches, sent.batches],
    ['entries and addenda', counted.entries, sent.entries],
    ['of debits', dollars(counted.debitTotal), dollars(sent.debitTotal)],
    ['of credits', dollars(counted.creditTotal), dollars(sent.creditTotal)],
  ] as const
  return compared.flatMap(([what, theirs, ours]) => (theirs === ours ? [] : `${theirs} ${what}, not ${ours}`))
}
